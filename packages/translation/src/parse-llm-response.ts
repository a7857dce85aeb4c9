const fence = '```';

/** What is between the first two code fences; the name of a language may be left in it. */
function insideFence(answer: string): string | undefined {
  const start = answer.indexOf(fence);
  const end = start < 0 ? -1 : answer.indexOf(fence, start + fence.length);
  return end < 0 ? undefined : answer.slice(start + fence.length, end);
}

/** The answer without the thoughts that reasoning models put before it. */
export function stripReasoning(answer: string): string {
  const end = answer.lastIndexOf('</think>');
  return (end < 0 ? answer : answer.slice(end + '</think>'.length)).trim();
}

/**
 * The array of strings in an answer: bare, in a code fence, or as the only value of an object, as models like
 * to give it. Undefined if there is none.
 */
export function extractStringArray(answer: string): string[] | undefined {
  const fenced = insideFence(answer) ?? answer;
  const start = fenced.indexOf('[');
  const end = fenced.lastIndexOf(']');
  if (start < 0 || end < start) return undefined;
  try {
    const value: unknown = JSON.parse(fenced.slice(start, end + 1));
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return undefined;
}

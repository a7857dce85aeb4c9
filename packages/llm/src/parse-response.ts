const fence = '```';

/** The text between the first two code fences, perhaps starting with the name of a language. */
function insideFence(response: string): string | undefined {
  const start = response.indexOf(fence);
  const end = start < 0 ? -1 : response.indexOf(fence, start + fence.length);
  return end < 0 ? undefined : response.slice(start + fence.length, end);
}

const reasoningStart = /^\s*<(think|thinking|reasoning|thought)>/i;

/**
 * Removes the reasoning that some models put before their answer. Reasoning without an end has no answer after it, so
 * nothing is left.
 */
export function stripReasoning(response: string): string {
  const ends = [...response.matchAll(/<\/(?:think|thinking|reasoning|thought)>/gi)];
  const last = ends.at(-1);
  if (last !== undefined) return response.slice(last.index + last[0].length).trim();
  return reasoningStart.test(response) ? '' : response.trim();
}

/**
 * Extracts the array of strings from a response, in which it may be bare, in a code fence, or the only value of an object.
 *
 * @returns undefined if there is none
 */
export function extractStringArray(response: string): string[] | undefined {
  const fenced = insideFence(response) ?? response;
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

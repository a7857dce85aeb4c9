/**
 * Writes code as a fenced block (https://github.github.com/gfm/#fenced-code-blocks), with a fence longer than any
 * run of backticks in the code.
 */
export function fenceCode(code: string, language = ''): string {
  let longestRun = 2;
  for (const [run] of code.matchAll(/`{3,}/g)) longestRun = Math.max(longestRun, run.length);
  const fence = '`'.repeat(longestRun + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

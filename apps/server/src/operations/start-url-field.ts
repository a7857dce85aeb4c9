import { addInvalidUrl, findUrlProblem, urlField } from './field-schemas.ts';

/** Maps and crawls neither list nor request longer URLs. */
const urlLengthMax = 2000;

/** URL of the page that a map or a crawl starts from. */
export const startUrlField = urlField.superRefine((value, context) => {
  const problem = findStartUrlProblem(value);
  if (problem !== undefined) addInvalidUrl(context, value, problem);
});

/** Returns why a valid URL cannot be the start of a map or a crawl; undefined if it can, or if it is not valid. */
function findStartUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || findUrlProblem(text) !== undefined) return undefined;
  if (/\s/.test(text)) return 'must not contain white space; remove it, or encode a space in a path as %20';
  if (url.href.length > urlLengthMax) return `must have at most ${urlLengthMax} characters when encoded`;
  // One dot may follow the name (RFC 1034, 3.1); no label is empty.
  if (/^\.|\.\./.test(url.hostname))
    return 'has a host with an empty label between two dots; correct the host';
  return undefined;
}

import { candidateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';

const hashtag = /(?<![\p{L}\p{N}_&/#])[#＃](?=[\p{N}_]{0,100}[\p{L}\p{M}])[\p{L}\p{M}\p{N}_]{1,100}/gu;
const mention =
  /(?<![\p{L}\p{N}_.%+/@-])[@＠][A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,48}[A-Za-z0-9_])?(?![@\p{L}\p{N}_])/gu;

/** Finds HASHTAG (with at least one letter: `#1` is a number; value in lowercase) and MENTION entities; values omit the symbol. */
export function findSocialTags(text: string): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  const hasColors = /#(?=[0-9a-f]{0,5}\d)[0-9a-f]{6}(?![\p{L}\p{N}_])/iu.test(text);
  for (const match of text.matchAll(hashtag)) {
    const value = match[0].slice(1).toLowerCase();
    // #a1b2c3 is a color, and so is #fafafa next to one.
    if (/^(?:[0-9a-f]{6}|[0-9a-f]{8}|[0-9a-f]{3})$/.test(value) && (hasColors || /\d/.test(value))) continue;
    // #REF! is an error of a spreadsheet.
    if (text[match.index + match[0].length] === '!' && /^#[A-Z]{3,5}$/.test(match[0])) continue;
    found.push(candidateFromMatch(match, 'HASHTAG', 0.97, value));
  }
  for (const match of text.matchAll(mention)) {
    found.push(candidateFromMatch(match, 'MENTION', 0.95, match[0].slice(1)));
  }
  return found;
}

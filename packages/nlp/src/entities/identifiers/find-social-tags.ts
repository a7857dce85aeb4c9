import { candidateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';

const hashtag = /(?<![\p{L}\p{N}_&/#])[#＃](?=[\p{N}_]{0,100}[\p{L}\p{M}])[\p{L}\p{M}\p{N}_]{1,100}/gu;
const mention =
  /(?<![\p{L}\p{N}_.%+/@-])[@＠][A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,48}[A-Za-z0-9_])?(?![@\p{L}\p{N}_])/gu;

/** Finds HASHTAG (with at least one letter: `#1` is a number; value in lowercase) and MENTION entities; values omit the symbol. */
export function findSocialTags(text: string): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  for (const match of text.matchAll(hashtag)) {
    const value = match[0].slice(1).toLowerCase();
    // #a1b2c3 is a color.
    const confidence = /^[0-9a-f]{6}$/.test(value) && /\d/.test(value) ? 0.5 : 0.97;
    found.push(candidateFromMatch(match, 'HASHTAG', confidence, value));
  }
  for (const match of text.matchAll(mention)) {
    found.push(candidateFromMatch(match, 'MENTION', 0.95, match[0].slice(1)));
  }
  return found;
}

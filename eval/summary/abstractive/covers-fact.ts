import type { KeyFact } from '../facts/fact-texts.ts';

/** Share of the words of a statement that a summary has to contain. */
const wordShareMin = 0.6;
/** Words are compared by their beginnings, since another writer inflects them; shorter words say little. */
const prefixLength = 5;
const wordLengthMin = 4;

/**
 * Whether a summary in other words states a fact: it has all numbers of one of its statements, and most of its longer words. More lenient than
 * `statedFacts`, which is for sentences of the text.
 */
export function coversFact(summary: string, { statements }: Pick<KeyFact, 'statements'>): boolean {
  const has = stemsOf(summary);
  return statements.some((statement) => {
    const wanted = [...stemsOf(statement)];
    const isNumber = (stem: string) => /\p{N}/u.test(stem);
    const words = wanted.filter((stem) => !isNumber(stem));
    return (
      wanted.filter(isNumber).every((stem) => has.has(stem)) &&
      words.filter((stem) => has.has(stem)).length >= wordShareMin * words.length
    );
  });
}

/** Numbers, the beginnings of longer words, and the words of scripts without spaces. */
function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const { segment, isWordLike } of new Intl.Segmenter('und', { granularity: 'word' }).segment(
    text.toLowerCase(),
  )) {
    if (!isWordLike) continue;
    if (/\p{N}/u.test(segment)) stems.add(segment.replace(/[.,\s](?=\d{3})/g, ''));
    else if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(segment))
      stems.add(segment);
    else if (segment.length >= wordLengthMin) stems.add(segment.slice(0, prefixLength));
  }
  return stems;
}

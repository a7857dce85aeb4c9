import type { Span } from '@quern/text/span';

/** Maximum length of a passage of several sentences, about one window of the encoder. */
const passageLengthMax = 800;

/**
 * Joins adjacent sentences into passages of at most 800 characters; a longer sentence is a passage.
 *
 * @param sentences spans of `text` in order
 */
export function splitPassages(text: string, sentences: readonly Span[]): string[] {
  const passages: string[] = [];
  let start: number | undefined;
  let end = 0;
  for (const { startIndex, endIndex } of sentences) {
    if (start !== undefined && endIndex - start > passageLengthMax) {
      passages.push(text.slice(start, end));
      start = undefined;
    }
    start ??= startIndex;
    end = endIndex;
  }
  if (start !== undefined) passages.push(text.slice(start, end));
  return passages;
}

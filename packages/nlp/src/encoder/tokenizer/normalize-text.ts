/** Receives normalized code points in order, each with the range of the source text that it comes from. */
export type CodePointSink = (codePoint: number, startIndex: number, endIndex: number) => void;

/**
 * A character and the combining marks after it, at most 30 as in the Stream-Safe Text Format (Unicode Standard Annex 15,
 * section 13): composition sorts the marks, which takes quadratic time in JavaScript engines.
 */
const clusterPattern = /.\p{M}{1,30}/gsu;
const replacementCharacter = 0xfffd;

/**
 * Normalizes a text the way the vocabulary was built: a cluster is composed (NFC) where that makes it shorter, then
 * every code point is mapped. Lone surrogates become U+FFFD first. Takes time linear in the length.
 *
 * @param normalization replacements by code point; see `Vocabulary`
 */
export function normalizeText(
  text: string,
  normalization: ReadonlyMap<number, Uint32Array>,
  sink: CodePointSink,
): void {
  const emit = (source: number, startIndex: number, endIndex: number): void => {
    const codePoint = source >= 0xd800 && source <= 0xdfff ? replacementCharacter : source;
    const targets = normalization.get(codePoint);
    if (targets === undefined) sink(codePoint, startIndex, endIndex);
    else for (const target of targets) sink(target, startIndex, endIndex);
  };
  const emitRange = (startIndex: number, endIndex: number): void => {
    for (let at = startIndex; at < endIndex; ) {
      const codePoint = text.codePointAt(at) ?? 0;
      const next = at + (codePoint > 0xffff ? 2 : 1);
      emit(codePoint, at, next);
      at = next;
    }
  };
  let done = 0;
  for (const { 0: cluster, index } of text.matchAll(clusterPattern)) {
    emitRange(done, index);
    done = index + cluster.length;
    const composed = cluster.normalize('NFC');
    if (countCodePoints(composed) < countCodePoints(cluster)) {
      for (const character of composed) emit(character.codePointAt(0) ?? 0, index, done);
    } else emitRange(index, done);
  }
  emitRange(done, text.length);
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

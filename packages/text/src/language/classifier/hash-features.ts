const lengthMax = 5;
const border = 32;

/**
 * Hashes the features of a word that identify its language: the sequences of one to five letters, and the whole word.
 * Training uses the same function.
 *
 * @param bucketCount a power of 2
 * @param isWhole false for a part of a word, which has no borders and is no feature itself
 * @param emit receives each feature's bucket
 */
export function hashFeatures(
  word: string,
  bucketCount: number,
  isWhole: boolean,
  emit: (bucket: number) => void,
): void {
  const mask = bucketCount - 1;
  const first = isWhole ? -1 : 0;
  const end = isWhole ? word.length + 1 : word.length;
  const codeAt = (index: number) => (index < 0 || index === word.length ? border : word.charCodeAt(index));
  for (let start = first; start < end; start++) {
    let hash = 0x811c9dc5;
    const stop = Math.min(start + lengthMax, end);
    for (let index = start; index < stop; index++) {
      hash = Math.imul(hash ^ codeAt(index), 0x01000193);
      // A border alone is no feature.
      if (index > start || codeAt(index) !== border) emit((hash ^ (hash >>> 15)) & mask);
    }
  }
  if (isWhole && word.length + 2 > lengthMax) emit(hashWord(word) & mask);
}

/** FNV-1a (Fowler, Noll and Vo) of the UTF-16 code units. */
function hashWord(word: string): number {
  let hash = 0x3c6ef372;
  for (let index = 0; index < word.length; index++)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash ^ (hash >>> 15);
}

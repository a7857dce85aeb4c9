import conjunctionList from './hyphen-conjunctions.data.json' with { type: 'json' };

/** A decision about a hyphen at the end of a line: it goes, stays inside a word, or ends its word. */
export type HyphenDecision = 'remove' | 'keep' | 'separate';

/** Words that follow a hyphen that ends a word, as in "pre- and postwar". */
const conjunctions: ReadonlySet<string> = new Set(conjunctionList);
const hyphenated = /([\p{L}\p{N}]+)([-\u2010\u00ad])$/u;
const continued = /^[\p{L}\p{N}]+/u;
/** Words of up to this many letters are taken for known. */
const shortLengthMax = 2;
/** A syllable in front of another hyphen is rarely as short. */
const particleLengthMax = 3;
const softHyphen = '\u00ad';

/**
 * Decides about a hyphen at the end of a line without a dictionary, by the words of the document: suspended hyphens end
 * their word, ranges and names of parts keep theirs, and so do chains such as state-of-the-art.
 *
 * @param end the line or its end, with the hyphen
 * @param next the next line or its beginning
 * @param words words of the document in lower case, without those that lines break
 * @returns undefined if the line ends with no hyphen of a word, or if there is no evidence
 */
export function decideHyphen(
  end: string,
  next: string,
  words: ReadonlySet<string>,
): HyphenDecision | undefined {
  const [whole = '', head = '', hyphen] = hyphenated.exec(end) ?? [];
  const tail = continued.exec(next)?.[0] ?? '';
  if (head === '' || tail === '') return undefined;
  if (hyphen === softHyphen) return 'remove';
  const continuesChain = /^[-\u2010]\p{L}/u.test(next.slice(tail.length));
  if (conjunctions.has(tail.toLowerCase()) && !continuesChain) return 'separate';
  if (/\p{N}$/u.test(head) || /^\p{N}/u.test(tail)) return 'keep';
  if (/^\p{Lu}/u.test(tail) && !(isCapital(head) && isCapital(tail))) return 'keep';
  const [first, second] = [head.toLowerCase(), tail.toLowerCase()];
  if (words.has(first + second)) return 'remove';
  if (words.has(`${first}-${second}`)) return 'keep';
  if (first.length === 1) return 'keep';
  const isKnown = (word: string) => word.length <= shortLengthMax || words.has(word);
  const isInChain = /[\p{L}\p{N}][-\u2010]$/u.test(end.slice(0, -whole.length));
  if (isInChain && isKnown(first) && isKnown(second)) return 'keep';
  if (continuesChain && isKnown(second) && (isKnown(first) || second.length <= particleLengthMax))
    return 'keep';
  return undefined;
}

function isCapital(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase();
}

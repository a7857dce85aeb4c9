/** Marks that end a sentence, with closing marks and footnote numbers after them. */
const terminalPattern = /[.!?。！？।۔؟…．｡][\p{Pe}\p{Pf}"'”’»*_`)[\]\d]{0,12}$/u;

/** Scripts without spaces between words. */
const spacelessPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}、。「」，；：！？（）]/u;

/** Whether a text ends as sentences do. */
export function endsSentence(text: string): boolean {
  const tail = text.length > 20 ? text.slice(-20) : text;
  return terminalPattern.test(tail) && !/\d[.:]\d{1,6}$/.test(tail);
}

/** Whether words of a character's script are not separated by spaces. */
export function isSpaceless(character: string): boolean {
  return character.charCodeAt(0) >= 0x0e00 && spacelessPattern.test(character);
}

/** Scripts without spaces have no characters before this one, that of Thai letters. */
const spacelessCodeMin = 0x0e00;

/** Number of words, where three characters of a script without spaces count as one; counts up to a limit. */
export function countWords(text: string, countMax = 50): number {
  let count = 0;
  let spaceless = 0;
  const end = Math.min(text.length, 1000);
  for (let start = 0; start < end; ) {
    if (isSpace(text.charCodeAt(start))) {
      start += 1;
      continue;
    }
    let wordEnd = start + 1;
    while (wordEnd < end && !isSpace(text.charCodeAt(wordEnd))) wordEnd += 1;
    if (text.charCodeAt(start) < spacelessCodeMin || !isSpaceless(text.charAt(start))) count += 1;
    else spaceless += wordEnd - start;
    if (count + spaceless / 3 >= countMax) return countMax;
    start = wordEnd;
  }
  return count + Math.ceil(spaceless / 3);
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    (code >= 0xa0 &&
      (code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x202f) || code === 0xfeff))
  );
}

/** A phrase in the form in which the word lists contain it: lower case, without marks at its end. */
export function normalizePhrase(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/^[\s*_#"'“¡]+|[\s.,:;!*_"'”،，：。！]+$/gu, '');
}

/**
 * The longest phrase of a list that a text starts with.
 *
 * @param phrases normalized
 * @returns length of the phrase in the text; 0 if there is none
 */
export function startsWithPhrase(text: string, phrases: ReadonlySet<string>, wordsMax = 4): number {
  const isWordless = isWordlessStart(text.charCodeAt(0));
  if (!isWordless && !firstWordsOf(phrases).has(firstWordOf(text))) return 0;
  const head = text.slice(0, 60).toLowerCase();
  if (isWordless) {
    if (!startsOf(phrases).has(head.charAt(0))) return 0;
    for (let length = Math.min(head.length, 30); length > 0; length--)
      if (phrases.has(head.slice(0, length))) return length;
    return 0;
  }
  let longest = 0;
  let words = 0;
  for (const { index, 0: word } of head.matchAll(/[^\s,.:;!?،-]+(?:-[^\s,.:;!?]+)?|$/gu)) {
    const end = index + word.length;
    if (end > 0 && phrases.has(head.slice(0, end))) longest = end;
    words += 1;
    if (words > wordsMax || word === '') break;
  }
  return longest;
}

/** Whether a word of a script without spaces, or of Korean with its particles, starts with a character. */
function isWordlessStart(code: number): boolean {
  return (
    code >= spacelessCodeMin && (isSpaceless(String.fromCharCode(code)) || (code >= 0xac00 && code <= 0xd7a3))
  );
}

function firstWordOf(text: string): string {
  let end = 0;
  while (end < 30 && end < text.length && !isWordEnd(text.charCodeAt(end))) end += 1;
  return text.slice(0, end).toLowerCase();
}

/** White space and the marks between words. */
function isWordEnd(code: number): boolean {
  return (
    isSpace(code) ||
    code === 0x60c ||
    (code < 0x40 &&
      (code === 0x2c ||
        code === 0x2d ||
        code === 0x2e ||
        code === 0x3a ||
        code === 0x3b ||
        code === 0x21 ||
        code === 0x3f))
  );
}

const firstWords = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();
const firstCharacters = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

function firstWordsOf(phrases: ReadonlySet<string>): ReadonlySet<string> {
  return cached(firstWords, phrases, firstWordOf);
}

function startsOf(phrases: ReadonlySet<string>): ReadonlySet<string> {
  return cached(firstCharacters, phrases, (phrase) => phrase.charAt(0));
}

/** The starts of the phrases of a list, which most lines do not have. */
function cached(
  cache: WeakMap<ReadonlySet<string>, ReadonlySet<string>>,
  phrases: ReadonlySet<string>,
  startOf: (phrase: string) => string,
): ReadonlySet<string> {
  const known = cache.get(phrases);
  if (known !== undefined) return known;
  const starts = new Set(Array.from(phrases, startOf));
  cache.set(phrases, starts);
  return starts;
}

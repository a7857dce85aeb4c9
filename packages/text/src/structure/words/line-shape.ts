/** Marks that end a sentence, with closing marks and footnote numbers after them. */
const terminalPattern = /[.!?。！？।۔؟…．｡][\p{Pe}\p{Pf}"'”’»*_`)\]\d]{0,6}$/u;

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
  return spacelessPattern.test(character);
}

/** Number of words, where three characters of a script without spaces count as one; counts up to a limit. */
export function countWords(text: string, countMax = 50): number {
  let count = 0;
  let spaceless = 0;
  for (const { 0: word } of text.slice(0, 1000).matchAll(/\S+/g)) {
    if (!isSpaceless(word.charAt(0))) count += 1;
    else spaceless += word.length;
    if (count + spaceless / 3 >= countMax) return countMax;
  }
  return count + Math.ceil(spaceless / 3);
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
  if (!startsOf(phrases).has(text.slice(0, 2).toLowerCase().trimEnd())) return 0;
  const head = text.slice(0, 60).toLowerCase();
  if (isSpaceless(head.charAt(0)) || /^[\p{Script=Hangul}]/u.test(head)) {
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

const startsOfPhrases = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** The first two characters of the phrases of a list, which most lines do not begin with. */
function startsOf(phrases: ReadonlySet<string>): ReadonlySet<string> {
  const known = startsOfPhrases.get(phrases);
  if (known !== undefined) return known;
  const starts = new Set<string>();
  for (const phrase of phrases) {
    starts.add(phrase.slice(0, 2).trimEnd());
    // A phrase of one character may have any character after it.
    if (phrase.length === 1) for (const mark of ' .:-,：/0123456789') starts.add((phrase + mark).trimEnd());
  }
  startsOfPhrases.set(phrases, starts);
  return starts;
}

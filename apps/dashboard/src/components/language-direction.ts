/** Scripts that are written from right to left (ISO 15924). */
const rightToLeft = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Samr', 'Mand']);

/**
 * Returns the `dir` of a text by its language (BCP 47): a text that begins with a foreign word, or a number and a sign, is
 * still read in the direction of its language. For unknown languages the browser finds it.
 */
export function languageDirection(tag: string): 'auto' | 'rtl' | 'ltr' {
  if (tag === '' || tag === 'und') return 'auto';
  try {
    const { script = '' } = new Intl.Locale(tag).maximize();
    return script === '' ? 'auto' : rightToLeft.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'auto';
  }
}

const letter = /\p{L}/u;
const rightToLeftLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const leftToRightLetter =
  /(?![\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}])\p{L}/u;
/** The letters that decide are within this length. */
const startLength = 2000;

/** Returns the direction of the first letter of a text (Unicode Bidirectional Algorithm, P2); undefined without letters. */
export function firstLetterDirection(text: string): 'rtl' | 'ltr' | undefined {
  const first = letter.exec(text.slice(0, startLength))?.[0];
  if (first === undefined) return undefined;
  return rightToLeftLetter.test(first) ? 'rtl' : 'ltr';
}

/**
 * Returns the `dir` of a part of a document: the direction of its language if it has letters of that direction, so that a
 * foreign name at its beginning changes nothing, else that of its first letter.
 *
 * @param base direction of the language; `auto` if it is not known
 * @returns undefined for a part without letters, which inherits the direction of its parent
 */
export function partDirection(text: string, base: 'auto' | 'rtl' | 'ltr'): 'rtl' | 'ltr' | undefined {
  const start = text.slice(0, startLength);
  if (base === 'rtl' && rightToLeftLetter.test(start)) return 'rtl';
  if (base === 'ltr' && leftToRightLetter.test(start)) return 'ltr';
  return firstLetterDirection(start);
}

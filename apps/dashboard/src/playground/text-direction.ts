/** A browser takes about twice as long to lay out a text whose direction it must find, which shows from some such length. */
const automaticLengthMax = 20_000;
/** The first letters of a text are within this length. */
const startLength = 1000;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns the `dir` of a text area: found by the browser for each paragraph, or by the first letter of a long text. */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (text.length <= automaticLengthMax) return 'auto';
  const letter = /\p{L}/u.exec(text.slice(0, startLength))?.[0] ?? '';
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

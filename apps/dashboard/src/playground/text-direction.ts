import { firstLetterDirection } from '../components/language-direction.ts';

/** A browser takes about twice as long to lay out a text whose direction it must find, which shows from some such length. */
const automaticLengthMax = 20_000;

/** Returns the `dir` of a text area: found by the browser for each paragraph, or by the first letter of a long text. */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  return text.length <= automaticLengthMax ? 'auto' : (firstLetterDirection(text) ?? 'ltr');
}

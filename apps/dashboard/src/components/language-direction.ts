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

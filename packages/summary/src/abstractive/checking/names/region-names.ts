const codesByLanguage = new Map<string, ReadonlyMap<string, string>>();

/**
 * Returns the code of the country that a word names.
 *
 * @param language of the word, BCP 47
 */
export function regionCode(word: string, language: string): string | undefined {
  let codes = codesByLanguage.get(language);
  if (codes === undefined) {
    codes = readRegions(language);
    codesByLanguage.set(language, codes);
  }
  return codes.get(word.toLowerCase());
}

function readRegions(language: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  if (language === 'und') return codes;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  for (const first of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    for (const second of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
      const code = `${first}${second}`;
      const canonical = new Intl.Locale(`und-${code}`).region;
      const name = names.of(code);
      if (name !== undefined && canonical !== undefined) codes.set(name.toLowerCase(), canonical);
    }
  }
  return codes;
}

/** Characters that fonts for symbols use for list markers, from their private codes. */
const symbols = new Map([
  ['\uf0b7', '•'],
  ['\uf0a7', '▪'],
  ['\uf0d8', '➢'],
  ['\uf0fc', '✓'],
  ['\uf0a8', '□'],
  ['\uf06f', '□'],
  ['\uf06e', '■'],
  ['\uf076', '❖'],
  ['\uf0e8', '➔'],
  ['\uf02d', '–'],
  ['\uf0fe', '☑'],
]);
const symbolFont = /symbol|wingding|dingbat/i;

/** Replaces ligatures, presentation forms and private codes, and removes characters without a shape. */
export function cleanText(text: string, fontName: string): string {
  let cleaned = text.replace(/[\uf000-\uf0ff]/g, (character) => symbols.get(character) ?? character);
  if (/^wingdings/i.test(fontName)) cleaned = cleaned.replace(/^[\u00a7§]$/, '▪').replace(/^[nl]$/, '•');
  if (symbolFont.test(fontName)) cleaned = cleaned.replace(/^\u00b7$/, '•');
  return cleaned
    .replace(/[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdfb\ufe70-\ufefc]/g, (form) =>
      form.normalize('NFKC').trim(),
    )
    .replace(/[\p{Cc}\u200b\u2060\ufeff]/gu, '')
    .normalize('NFC');
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
export function isRightToLeft(text: string): boolean {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text);
}

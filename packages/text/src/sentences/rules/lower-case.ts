/** Lower case, also of the Turkish dotted capital. */
export function toLower(word: string): string {
  const lower = word.toLowerCase();
  return lower.includes('\u0307') ? lower.normalize('NFC').replaceAll('i\u0307', 'i') : lower;
}

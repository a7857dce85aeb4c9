import type { ReadCharacter } from './decode-ctc.ts';

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Forms as wide as an ideograph, and their distance to ASCII (Unicode block Halfwidth and Fullwidth Forms). */
const wide = /^[\uff01-\uff5e]$/u;
const wideOffset = 0xff01 - 0x21;
/** Signs for degrees that are as wide as an ideograph. */
const degrees: ReadonlyMap<string, string> = new Map([
  ['\u2103', '°C'],
  ['\u2109', '°F'],
]);
const ascii = /^[\x21-\x7e\uff01-\uff5e]$/u;

/**
 * Writes wide forms of ASCII characters as ASCII where no East Asian text is next to them: the recognizer confuses the two,
 * as in a price `¥4，980`, and degrees, of which `℃` is the wide form, as one sign.
 */
export function unifyWidth(characters: readonly ReadCharacter[]): ReadCharacter[] {
  const isEastAsian = characters.some(({ text }) => eastAsian.test(text));
  return characters.map((character, index) => {
    const degree = degrees.get(character.text);
    if (degree !== undefined && !isEastAsian) return { ...character, text: degree };
    if (!wide.test(character.text)) return character;
    const [before, after] = [characters[index - 1]?.text ?? '', characters[index + 1]?.text ?? ''];
    const isBetweenAscii = ascii.test(before) && ascii.test(after);
    if (isEastAsian && !isBetweenAscii) return character;
    return { ...character, text: String.fromCharCode(character.text.charCodeAt(0) - wideOffset) };
  });
}

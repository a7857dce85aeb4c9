import type { Glyph, PageContents } from '@quern/pdf';
import { cleanText } from './clean-text.ts';
import { shareOf } from './select-glyphs.ts';

/** Share of characters without a meaning from which a text is unusable. */
const meaninglessMax = 0.25;
/** Latin text of any language has at least a quarter of vowels; text with a broken encoding rarely has. */
const vowelShareMin = 0.15;
const lettersMin = 80;
/** An image of this share of a page is the page, unless there is more text than captions have. */
const imageShareMin = 0.6;
const captionLengthMax = 250;
/** A page with at least this share of images, or this number of drawings, may show text without having any. */
const pictureShareMin = 0.05;
const drawingsMin = 60;

/** Whether the text of a page has to be recognized, since the page shows text that it does not contain. */
export function needsRecognition(page: PageContents, glyphs: readonly Glyph[]): boolean {
  const { images, rules, areas, width, height } = page;
  const text = glyphs.map((glyph) => cleanText(glyph.text, glyph.style.fontName)).join('');
  const length = text.replace(/\s+/g, '').length;
  const share = images.reduce((sum, box) => sum + shareOf(box, width, height), 0);
  const hasText = glyphs.some(({ style }) => !style.isInvisible);
  if (length === 0) return share >= pictureShareMin || rules.length + areas.length >= drawingsMin;
  if (!isMeaningful(text)) return true;
  return (
    hasText && share >= imageShareMin && length < captionLengthMax && largestShare(page) >= imageShareMin
  );
}

const largestShare = ({ images, width, height }: PageContents): number =>
  images.reduce((largest, box) => Math.max(largest, shareOf(box, width, height)), 0);

/** Whether a text consists of characters with a meaning, in plausible numbers. */
export function isMeaningful(text: string): boolean {
  const characters = [...text.replace(/\s+/g, '')];
  if (characters.length === 0) return false;
  const meaningless = characters.filter((character) =>
    /[\p{Co}\p{Cn}\p{Cs}\p{Cc}\ufffd]/u.test(character),
  ).length;
  if (meaningless > meaninglessMax * characters.length) return false;
  const latin = text.match(/\p{Script=Latin}/gu) ?? [];
  if (latin.length < lettersMin || latin.length < 0.5 * characters.length) return hasLetters(characters);
  const vowels = latin.filter((letter) => /[aeiouyæœøı]/i.test(letter.normalize('NFD').charAt(0))).length;
  return vowels >= vowelShareMin * latin.length;
}

/** Text of this length without any letters or digits to speak of is a wrong encoding. */
function hasLetters(characters: readonly string[]): boolean {
  const marks = characters.filter((character) => !/[._·…-]/.test(character));
  const letters = marks.filter((character) => /[\p{L}\p{N}\p{M}]/u.test(character)).length;
  return marks.length < lettersMin || letters >= 0.3 * marks.length;
}

import type { Glyph, PageBox, PageContents } from '@quern/pdf';
import { cleanText } from './clean-text.ts';
import { hasTextLayer, shareOf } from './select-glyphs.ts';
import { isMiddleIn } from './word.ts';

/** Share of characters without a meaning from which a text is unusable. */
const meaninglessMax = 0.25;
/** Latin text of any language has at least a quarter of vowels; text with a broken encoding rarely has. */
const vowelShareMin = 0.15;
const lettersMin = 80;
/** A picture of this share of a page may be a scan, in black and white surely, unless there is more text on it than captions have. */
const [imageShareMin, bitonalShareMin] = [0.5, 0.15];
const captionLengthMax = 250;
/** Pictures of a page that are looked at. */
const picturesMax = 20;
/** A page with at least this share of images, or this number of drawings, may show text without having any. */
const pictureShareMin = 0.05;
const drawingsMin = 60;

/** Assessment of the text of a page. */
export interface TextAssessment {
  /** Whether it has to be recognized, since the page shows text that it does not contain. */
  readonly needsRecognition: boolean;
  /** Whether it has a meaning and is visible, so that it is kept when the rest of the page is recognized. */
  readonly isReadable: boolean;
}

/** Assesses the text of a page. */
export function assessText(page: PageContents, glyphs: readonly Glyph[]): TextAssessment {
  const text = textOf(glyphs);
  const hasMeaning = isMeaningful(text);
  return {
    needsRecognition: text === '' ? showsText(page) : !hasMeaning || hasScans(page, glyphs),
    isReadable: hasMeaning && !hasTextLayer(page),
  };
}

/** Whether a page without text may show some. */
function showsText({ images, rules, areas, width, height }: PageContents): boolean {
  const share = images.reduce((sum, box) => sum + shareOf(box, width, height), 0);
  return share >= pictureShareMin || rules.length + areas.length >= drawingsMin;
}

/** Whether a page with visible text has pictures that may be scans. */
function hasScans({ images, width, height }: PageContents, glyphs: readonly Glyph[]): boolean {
  const hasText = glyphs.some(({ style }) => !style.isInvisible);
  const large = images.filter(
    (image) => shareOf(image, width, height) >= (image.isBitonal ? bitonalShareMin : imageShareMin),
  );
  return hasText && large.slice(0, picturesMax).some((image) => hasFewText(image, glyphs));
}

/** The text of glyphs, without spaces. */
const textOf = (glyphs: readonly Glyph[]): string =>
  glyphs
    .map(({ text, style }) => cleanText(text, style.fontName))
    .join('')
    .replace(/\s+/g, '');

/** Whether there is so little text on a picture that it is no background. */
function hasFewText(picture: PageBox, glyphs: readonly Glyph[]): boolean {
  const inside = glyphs.filter(({ box, text }) => isMiddleIn(box, picture) && text.trim() !== '');
  return inside.length < captionLengthMax;
}

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

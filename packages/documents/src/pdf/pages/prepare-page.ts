import type { Glyph, PageContents } from '@quern/pdf';
import type { PreparedPage } from '../layout/lay-out-pages.ts';
import { composeWords } from '../words/compose-words.ts';
import { selectGlyphs } from '../words/select-glyphs.ts';
import { turnContents } from '../words/turn-contents.ts';
import { needsRecognition } from '../words/usable-text.ts';
import type { Word } from '../words/word.ts';
import { addFieldWords } from './field-words.ts';
import { findDrawnBoxes } from './find-drawn-boxes.ts';
import { findDrawnMarkers } from './find-drawn-markers.ts';
import { removeLeaders } from './leaders.ts';
import { LineNumbers } from './line-numbers.ts';

/** Directions that differ by less from a right angle are one, in degrees. */
const angleTolerance = 4;
const angles = [0, 90, 180, 270] as const;

/**
 * Composes the words of a page upright, turned if most of its text is; text in other directions comes after.
 *
 * @param lineNumbers those of the document, whose pages are prepared in order
 */
export function preparePage(
  page: PageContents,
  number: number,
  lineNumbers = new LineNumbers(),
): PreparedPage & { readonly needsRecognition: boolean } {
  const glyphs = selectGlyphs(page).filter(({ style }) => !style.isArtifact);
  const byAngle = Map.groupBy(glyphs, directionOf);
  const [main = 0] = [...byAngle]
    .filter(([angle]) => angle !== undefined)
    .toSorted((a, b) => b[1].length - a[1].length)
    .map(([angle]) => angle ?? 0);
  const upright = turnContents({ ...page, glyphs: byAngle.get(main) ?? [] }, main);
  const composed = addFieldWords(composeWords(upright.glyphs, upright.links), upright.fields);
  const { words, marks, rules } = findDrawnBoxes(removeLeaders(lineNumbers.remove(composed)), upright);
  return {
    number,
    width: upright.width,
    height: upright.height,
    words: [...words, ...marks, ...findDrawnMarkers(words, upright.areas)],
    rules: [...rules],
    asides: angles
      .filter((angle) => angle !== main)
      .flatMap((angle) => asideOf(page, byAngle.get(angle), angle)),
    structure: page.structure,
    needsRecognition: needsRecognition(page, glyphs),
  };
}

/** The direction of a glyph, if it is nearly a right angle; slanted text is a watermark. */
function directionOf({ style }: Glyph): number | undefined {
  return angles.find((angle) => {
    const difference = Math.abs(style.angle - angle) % 360;
    return Math.min(difference, 360 - difference) <= angleTolerance;
  });
}

/** Words in another direction than the page. */
function asideOf(page: PageContents, glyphs: Glyph[] | undefined, angle: number): Word[][] {
  if (glyphs === undefined || glyphs.length === 0) return [];
  const turned = turnContents({ ...page, glyphs }, angle);
  return [composeWords(turned.glyphs, turned.links)];
}

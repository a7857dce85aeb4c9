import type { Glyph, PageContents } from '@quern/pdf';
import type { PageAside, PreparedPage } from '../layout/lay-out-pages.ts';
import { groupRows } from '../lines/group-rows.ts';
import { composeWords } from '../words/compose-words.ts';
import { selectGlyphs } from '../words/select-glyphs.ts';
import { turnContents } from '../words/turn-contents.ts';
import { assessText, type TextAssessment } from '../words/usable-text.ts';
import { boundsOf } from '../words/word.ts';
import { addFieldWords } from './field-words.ts';
import { findDrawnBoxes } from './find-drawn-boxes.ts';
import { findDrawnMarkers } from './find-drawn-markers.ts';
import { removeLeaders } from './leaders.ts';
import { LineNumbers } from './line-numbers.ts';

/** Directions that differ by less from a right angle are one, in degrees. */
const angleTolerance = 4;
const angles = [0, 90, 180, 270] as const;
/** Upright lines on a page with more text in another direction; running heads and feet are fewer. */
const uprightRowsMin = 3;

/**
 * Composes the words of a page upright, turned if most of its text is; text in other directions is kept apart. Its text has to
 * be recognized, or completed if it is readable, where the page shows text that it does not contain.
 *
 * @param lineNumbers those of the document, whose pages are prepared in order
 */
export function preparePage(
  page: PageContents,
  number: number,
  lineNumbers = new LineNumbers(),
): PreparedPage & TextAssessment {
  const glyphs = selectGlyphs(page).filter(({ style }) => !style.isArtifact);
  const byAngle = Map.groupBy(glyphs, directionOf);
  const main = mainAngle(byAngle);
  const upright = turnContents({ ...page, glyphs: byAngle.get(main) ?? [] }, main);
  const composed = addFieldWords(composeWords(upright.glyphs, upright.links), upright.fields);
  const { words, marks, rules } = findDrawnBoxes(removeLeaders(lineNumbers.remove(composed)), upright);
  return {
    number,
    width: upright.width,
    height: upright.height,
    words: [...words, ...marks, ...findDrawnMarkers(words, upright.areas)],
    rules: [...rules],
    pictures: upright.images,
    asides: angles.filter((angle) => angle !== main).flatMap((angle) => asideOf(page, byAngle, angle, main)),
    structure: page.structure,
    angle: main,
    ...assessText(page, glyphs),
  };
}

/** The direction of a glyph, if it is nearly a right angle; slanted text is a watermark. */
function directionOf({ style }: Glyph): number | undefined {
  return angles.find((angle) => {
    const difference = Math.abs(style.angle - angle) % 360;
    return Math.min(difference, 360 - difference) <= angleTolerance;
  });
}

/** The direction of most text; upright if some lines are, next to a table that is turned. */
function mainAngle(byAngle: ReadonlyMap<number | undefined, readonly Glyph[]>): number {
  const [most = 0] = [...byAngle]
    .filter(([angle]) => angle !== undefined)
    .toSorted((a, b) => b[1].length - a[1].length)
    .map(([angle]) => angle ?? 0);
  if (most === 0) return 0;
  const upright = composeWords(byAngle.get(0) ?? [], []);
  return groupRows(upright).length >= uprightRowsMin ? 0 : most;
}

/** Text in another direction than the page. */
function asideOf(
  page: PageContents,
  byAngle: ReadonlyMap<number | undefined, Glyph[]>,
  angle: number,
  main: number,
): PageAside[] {
  const glyphs = byAngle.get(angle);
  if (glyphs === undefined || glyphs.length === 0) return [];
  const turned = turnContents({ ...page, glyphs }, angle);
  const boxOf = (some: Glyph[], view: number) =>
    boundsOf(turnContents({ ...page, glyphs: some }, view).glyphs.map((glyph) => glyph.box));
  // A title may be upright above a page that is turned.
  const isFirst = main !== 0 && boxOf(glyphs, 0).bottom <= boxOf(byAngle.get(main) ?? [], 0).top;
  return [
    {
      words: composeWords(turned.glyphs, turned.links),
      rules: turned.rules,
      box: boxOf(glyphs, main),
      isFirst,
    },
  ];
}

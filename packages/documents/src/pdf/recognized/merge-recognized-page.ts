import { omitShownWords } from '@quern/ocr/pdf/omit-shown-words';
import type { PageBox, PageContents } from '@quern/pdf';
import type { RecognizedPage } from '../../model/recognized-page.ts';
import type { PageAside, PreparedPage } from '../layout/lay-out-pages.ts';
import { shareOf } from '../words/select-glyphs.ts';
import { isMiddleIn } from '../words/word.ts';
import { prepareRecognizedPage } from './prepare-recognized-page.ts';

type RecognizedLine = RecognizedPage['lines'][number];
type Point = RecognizedLine['quadrilateral'][number];

/** A picture of this share of a page is the page. */
const pageShareMin = 0.8;
/** Scans of a page that are laid out alone, and the smallest share of a page that they take. */
const [scansMax, scanShareMin] = [20, 0.01];

/**
 * Adds what was recognized on a page to its text. A scan that is a part of the page has its own columns. The words that the page has as text, such as those of a letterhead around
 * a scan, are not taken from the recognition.
 *
 * @param page its text, in the direction in which it was recognized
 */
export function mergeRecognizedPage(
  page: PreparedPage,
  recognized: RecognizedPage,
  contents: PageContents,
): PreparedPage {
  const glyphs = contents.glyphs.filter(({ style }) => !style.isInvisible);
  const kept = omitShownWords(recognized, { ...contents, glyphs });
  const read = new Set(recognized.lines);
  const whole = new Set(kept.filter((line) => read.has(line)));
  // A table of which words are shown is text, since its cells would repeat them.
  const tables = recognized.tables.filter(({ startIndex, endIndex }) =>
    recognized.lines.every(
      (line) => line.startIndex < startIndex || line.endIndex > endIndex || whole.has(line),
    ),
  );
  const lines = kept.map((line) => (whole.has(line) ? line : shortenLine(line)));
  const added = prepareRecognizedPage({ ...recognized, lines, tables }, contents);
  const words = [...page.words, ...added.words];
  const pictures = (page.pictures ?? []).filter((box) => {
    const share = shareOf(box, page.width, page.height);
    return share >= scanShareMin && share < pageShareMin;
  });
  const scans = pictures
    .slice(0, scansMax)
    .filter((box) => added.words.some((word) => isMiddleIn(word, box)));
  const scanOf = (item: PageBox): PageBox | undefined => scans.find((box) => isMiddleIn(item, box));
  // By scan; those outside of all have no key.
  const wordsOf = Map.groupBy(words, scanOf);
  const rulesOf = Map.groupBy(page.rules, scanOf);
  const tablesOf = Map.groupBy(added.tables ?? [], scanOf);
  const asides = scans.map(
    (box): PageAside => ({
      words: wordsOf.get(box) ?? [],
      rules: rulesOf.get(box) ?? [],
      tables: tablesOf.get(box) ?? [],
      box,
      isFirst: false,
    }),
  );
  return {
    ...page,
    words: wordsOf.get(undefined) ?? [],
    rules: rulesOf.get(undefined) ?? [],
    tables: tablesOf.get(undefined) ?? [],
    asides: [...page.asides, ...asides],
    // Tags do not name what is in pictures.
    structure: [],
  };
}

/** A line with the text and the corners of those of its words that are left. */
function shortenLine(line: RecognizedLine): RecognizedLine {
  const [a, b, c, d] = line.quadrilateral;
  const width = b.x - a.x;
  if (width <= 0) return line;
  const from = (Math.min(...line.words.map(({ box }) => box.x)) - a.x) / width;
  const to = (Math.max(...line.words.map(({ box }) => box.x + box.width)) - a.x) / width;
  const between = (start: Point, end: Point, share: number): Point => ({
    x: start.x + (end.x - start.x) * share,
    y: start.y + (end.y - start.y) * share,
  });
  return {
    ...line,
    text: line.words.map(({ text }) => text).join(' '),
    quadrilateral: [between(a, b, from), between(a, b, to), between(d, c, to), between(d, c, from)],
  };
}

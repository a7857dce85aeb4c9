import { type BidiClass, bidiClassOf, isRightToLeft } from './bidi-class.ts';

/** An item of a line, such as a character, in the order in which it is displayed from left to right. */
interface Item {
  readonly text: string;
}

/** Characters that are displayed mirrored in text from right to left (UAX #9, rule L4). */
const mirrored = new Map(
  [...'()[]{}<>«»‹›≤≥'].map((character, index, all) => [character, all[index ^ 1] ?? character]),
);
const openingOf = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
/** Marks that stand on the character before them; the vowel sign I and the non-joiner belong to it as well. */
const mark = /^[\p{Mn}\u093f\u200c]/u;

/**
 * Brings a displayed line into logical order, the order in which it is read: the inverse of the Unicode bidirectional
 * algorithm (UAX #9). Several logical orders can look alike; the one is chosen in which each run of words and numbers
 * from left to right is read from left to right.
 *
 * @param items from left to right
 */
export function toLogicalOrder<Character extends Item>(items: readonly Character[]): Character[] {
  if (!items.some(({ text }) => isRightToLeftClass(bidiClassOf(text)))) return [...items];
  const columns = joinMarks(items);
  const texts = columns.map((column) => column[0]?.text ?? '');
  const line: Line<Character> = { columns, texts, kinds: texts.map(bidiClassOf) };
  const ordered = isRightToLeft(texts) ? reorder(line) : reorderRuns(line);
  return ordered.flat();
}

interface Line<Character> {
  /** Characters with their marks. */
  readonly columns: readonly Character[][];
  readonly texts: readonly string[];
  readonly kinds: readonly BidiClass[];
}

const isRightToLeftClass = (kind: BidiClass | undefined): boolean => kind === 'R' || kind === 'AL';

function joinMarks<Character extends Item>(items: readonly Character[]): Character[][] {
  const columns: Character[][] = [];
  for (const item of items) {
    const last = columns.at(-1);
    if (last !== undefined && mark.test(item.text)) last.push(item);
    else columns.push([item]);
  }
  return columns;
}

/** A line from right to left: read backward, except its runs from left to right. */
function reorder<Character extends Item>(line: Line<Character>): Character[][] {
  const logical: Character[][] = [];
  let position = line.columns.length;
  for (const { start, end } of findRuns(line).toReversed()) {
    logical.push(
      ...line.columns.slice(end, position).toReversed().map(mirror),
      ...line.columns.slice(start, end),
    );
    position = start;
  }
  return [...logical, ...line.columns.slice(0, position).toReversed().map(mirror)];
}

function mirror<Character extends Item>(column: readonly Character[]): Character[] {
  return column.map((item) => {
    const text = mirrored.get(item.text);
    return text === undefined ? item : { ...item, text };
  });
}

/** A line from left to right: only its runs from right to left are reordered. */
function reorderRuns<Character extends Item>({ columns, texts, kinds }: Line<Character>): Character[][] {
  const logical = [...columns];
  for (let start = 0; start < kinds.length; start += 1) {
    if (!isRightToLeftClass(kinds[start])) continue;
    let last = start;
    for (let at = start; at < kinds.length && kinds[at] !== 'L'; at += 1)
      if (isRightToLeftClass(kinds[at])) last = at + 1;
    const part = {
      columns: columns.slice(start, last),
      texts: texts.slice(start, last),
      kinds: kinds.slice(start, last),
    };
    logical.splice(start, last - start, ...reorder(part));
    start = last;
  }
  return logical;
}

interface Run {
  readonly start: number;
  readonly end: number;
}

/** The contribution of a column to a run from left to right: letters, numbers, the opposite, or nothing. */
type Solid = 'L' | 'N' | 'R' | '';

/** The maximal runs of a displayed line from left to right: words with their numbers, and numbers. */
function findRuns(line: Line<Item>): Run[] {
  const solid = solidify(line.kinds);
  const isPart = (index: number): boolean => solid[index] === 'L' || solid[index] === 'N';
  const runs: Run[] = [];
  for (let start = 0; start < solid.length; start += 1) {
    if (!isPart(start)) continue;
    let end = start;
    while (isPart(end)) end += 1;
    // Runs with neutrals between them are one if one of them contains letters.
    for (let reach = end; reach < solid.length && solid[reach] !== 'R'; reach += 1) {
      if (!isPart(reach) || !solid.slice(start, reach + 1).includes('L')) continue;
      while (isPart(reach)) reach += 1;
      end = reach;
      reach -= 1;
    }
    while (closesBracket(line.texts, start, end)) end += 1;
    runs.push({ start, end });
    start = end - 1;
  }
  return runs;
}

function solidify(kinds: readonly BidiClass[]): Solid[] {
  const solid = kinds.map((kind): Solid => {
    if (kind === 'L') return 'L';
    if (kind === 'EN' || kind === 'AN') return 'N';
    return isRightToLeftClass(kind) ? 'R' : '';
  });
  for (const [index, kind] of kinds.entries()) {
    const before = kinds[index - 1];
    const isInside = before === kinds[index + 1];
    // A separator between two digits belongs to the number (rule W4).
    if (isInside && before === 'EN' && (kind === 'ES' || kind === 'CS')) solid[index] = 'N';
    if (isInside && before === 'AN' && kind === 'CS') solid[index] = 'N';
  }
  addSigns(kinds, solid, 1);
  addSigns(kinds, solid, -1);
  return solid;
}

/** Adds percent and currency signs next to digits to the number, unless Arabic letters precede it (rules W2 and W5). */
function addSigns(kinds: readonly BidiClass[], solid: Solid[], step: 1 | -1): void {
  let isNumber = false;
  for (let index = step === 1 ? 0 : kinds.length - 1; index >= 0 && index < kinds.length; index += step) {
    const isSign: boolean = kinds[index] === 'ET' && isNumber && !followsArabic(kinds, index);
    if (isSign) solid[index] = 'N';
    isNumber = kinds[index] === 'EN' || isSign;
  }
}

/** In a line from right to left, the letters before a place are displayed to its right. */
function followsArabic(kinds: readonly BidiClass[], index: number): boolean {
  return kinds.slice(index + 1).find((kind) => kind === 'L' || isRightToLeftClass(kind)) === 'AL';
}

function closesBracket(texts: readonly string[], start: number, end: number): boolean {
  const closing = texts[end] ?? '';
  const opening = openingOf.get(closing);
  if (opening === undefined) return false;
  const run = texts.slice(start, end);
  return run.filter((text) => text === opening).length > run.filter((text) => text === closing).length;
}

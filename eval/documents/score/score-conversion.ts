import { mean } from '../../metrics/statistics.ts';
import { splitWords } from '../../metrics/word-f1.ts';
import type { ConversionTruth, TruthBlock } from './conversion-truth.ts';
import { type MarkdownBlock, parseMarkdownBlocks } from './markdown-blocks.ts';
import { normalize } from './normalize-text.ts';
import { scoreTables } from './score-tables.ts';

/** Marks from 0 to 1; a mark is absent if the document has nothing of the kind. */
export interface ConversionScore {
  /** Share of the words of the document that appear. */
  readonly recall: number;
  /** F1 of the words, without optional ones. */
  readonly words: number;
  /** Share of the blocks in the right order. */
  readonly order: number;
  /** F1 of the headings. */
  readonly headings?: number;
  /** F1 of the list items, half of it for their depth and kind. */
  readonly lists?: number;
  /** F1 of the cells in the right row and column. */
  readonly tables?: number;
  /** Share of the lines of code, with their indentation. */
  readonly code?: number;
  /** Running heads, feet and page numbers that appear as lines. */
  readonly leaked: number;
  /** Mean of the marks from `words` to `code`. */
  readonly total: number;
}

/** Scores Markdown against what the document contains. */
export function scoreConversion(markdown: string, truth: ConversionTruth): ConversionScore {
  const blocks = parseMarkdownBlocks(markdown);
  const words = scoreWords(blocks, truth);
  const marks = {
    words: words.f1,
    order: scoreOrder(blocks, truth.blocks),
    ...optional('headings', scoreHeadings(blocks, truth.blocks)),
    ...optional('lists', scoreItems(blocks, truth.blocks)),
    ...optional('tables', scoreTables(blocks, truth.blocks)),
    ...optional('code', scoreCode(blocks, truth.blocks)),
  };
  return {
    ...marks,
    recall: words.recall,
    leaked: countLeaks(blocks, truth),
    total: mean(Object.values(marks)),
  };
}

function optional<Name extends string>(name: Name, value: number | undefined) {
  return value === undefined ? {} : { [name]: value };
}

const wordsOf = (text: string): string[] => splitWords(normalize(text));

const textOfBlock = (block: MarkdownBlock): string =>
  block.kind === 'table' ? block.rows.flat().join(' ') : block.text;

function textOfTruth({ text = '', rows = [], span = [] }: TruthBlock): string {
  const cells = rows.flatMap((row, y) => row.filter((_, x) => span[y]?.[x] !== 1));
  return `${text} ${cells.join(' ')}`.trim();
}

function scoreWords(
  blocks: readonly MarkdownBlock[],
  { blocks: expected, optional: optionalText }: ConversionTruth,
): { readonly f1: number; readonly recall: number } {
  const found = countWords(blocks.flatMap((block) => wordsOf(textOfBlock(block))));
  const wanted = countWords(expected.flatMap((block) => wordsOf(textOfTruth(block))));
  const allowed = countWords([
    ...wordsOf(optionalText),
    // Merged cells may be written once or in every place.
    ...expected.flatMap(({ rows = [], span = [] }) =>
      rows.flatMap((row, y) => row.filter((_, x) => span[y]?.[x] === 1)).flatMap(wordsOf),
    ),
  ]);
  let [common, wantedTotal, extra] = [0, 0, 0];
  for (const [word, count] of wanted) {
    common += Math.min(count, found.get(word) ?? 0);
    wantedTotal += count;
  }
  for (const [word, count] of found) {
    extra += Math.max(0, count - (wanted.get(word) ?? 0) - (allowed.get(word) ?? 0));
  }
  const recall = wantedTotal === 0 ? 1 : common / wantedTotal;
  const precision = common + extra === 0 ? 0 : common / (common + extra);
  return { recall, f1: f1Of(precision, recall) };
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const f1Of = (precision: number, recall: number): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

const orderWords = 6;

/** The share of the blocks whose beginnings are found in ascending order (longest increasing subsequence). */
function scoreOrder(blocks: readonly MarkdownBlock[], expected: readonly TruthBlock[]): number {
  const text = ` ${blocks.flatMap((block) => wordsOf(textOfBlock(block))).join(' ')} `;
  const used = new Map<string, number>();
  const places = expected.map((block) => {
    const beginning = block.text ?? block.rows?.[0]?.slice(0, 2).join(' ') ?? '';
    const start = ` ${wordsOf(beginning).slice(0, orderWords).join(' ')} `;
    const place = text.indexOf(start, used.get(start) ?? 0);
    if (place >= 0) used.set(start, place + 1);
    return place;
  });
  const tails: number[] = [];
  for (const place of places.filter((each) => each >= 0)) {
    const index = tails.findIndex((tail) => tail >= place);
    tails[index < 0 ? tails.length : index] = place;
  }
  return expected.length === 0 ? 1 : tails.length / expected.length;
}

/** Whether two texts have nearly the same words. */
function isSame(left: string, right: string): boolean {
  const [a, b] = [normalize(left), normalize(right)];
  if (a === b) return true;
  const [first, second] = [countWords(wordsOf(a)), countWords(wordsOf(b))];
  let common = 0;
  for (const [word, count] of first) common += Math.min(count, second.get(word) ?? 0);
  const total = [...first.values(), ...second.values()].reduce((sum, count) => sum + count, 0);
  return total > 0 && (2 * common) / total >= 0.9;
}

function scoreHeadings(
  blocks: readonly MarkdownBlock[],
  expected: readonly TruthBlock[],
): number | undefined {
  const wanted = expected.filter(({ type }) => type === 'heading');
  const found = blocks.filter((block) => block.kind === 'heading');
  if (wanted.length === 0) return undefined;
  const rest = [...found];
  let matched = 0;
  for (const { text = '' } of wanted) {
    const index = rest.findIndex((heading) => isSame(heading.text, text));
    if (index < 0) continue;
    rest.splice(index, 1);
    matched += 1;
  }
  // The title of the document may be a heading too.
  const precision = matched / Math.max(matched, found.length - 1, 1);
  return f1Of(precision, matched / wanted.length);
}

function scoreItems(blocks: readonly MarkdownBlock[], expected: readonly TruthBlock[]): number | undefined {
  const wanted = expected.filter(({ type }) => type === 'list_item');
  if (wanted.length === 0) return undefined;
  const rest = blocks.filter((block) => block.kind === 'item');
  const foundCount = rest.length;
  let points = 0;
  for (const { text = '', depth = 0, ordered = false } of wanted) {
    const index = rest.findIndex((item) => isSame(item.text, text));
    const [item] = index < 0 ? [] : rest.splice(index, 1);
    if (item !== undefined)
      points += 0.5 + 0.25 * Number(item.depth === depth) + 0.25 * Number(item.isOrdered === ordered);
  }
  return (2 * points) / (wanted.length + foundCount);
}

function scoreCode(blocks: readonly MarkdownBlock[], expected: readonly TruthBlock[]): number | undefined {
  const linesOf = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => text.split('\n').map((line) => line.trimEnd())).filter((line) => line !== '');
  const wanted = linesOf(expected.flatMap(({ type, text = '' }) => (type === 'code' ? [text] : [])));
  if (wanted.length === 0) return undefined;
  const found = countWords(linesOf(blocks.flatMap((block) => (block.kind === 'code' ? [block.text] : []))));
  let matched = 0;
  for (const line of wanted) {
    const count = found.get(line) ?? 0;
    if (count > 0) {
      matched += 1;
      found.set(line, count - 1);
    }
  }
  return matched / wanted.length;
}

function countLeaks(blocks: readonly MarkdownBlock[], { running, pageNumbers }: ConversionTruth): number {
  const forbidden = new Set([...running, ...pageNumbers].map(normalize));
  return blocks.filter((block) => block.kind !== 'table' && forbidden.has(normalize(block.text))).length;
}

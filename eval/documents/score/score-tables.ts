import type { TruthBlock } from './conversion-truth.ts';
import type { MarkdownBlock } from './markdown-blocks.ts';
import { normalize } from './normalize-text.ts';

type Rows = readonly (readonly string[])[];

/**
 * F1 of the cells in the right row and column, over all tables; each table of the document is compared with the one
 * that fits it best. The text of a merged cell may be in one of its places or in all.
 *
 * @returns undefined if the document has no tables
 */
export function scoreTables(
  blocks: readonly MarkdownBlock[],
  expected: readonly TruthBlock[],
): number | undefined {
  const tables = expected.filter(({ type }) => type === 'table');
  if (tables.length === 0) return undefined;
  const rest = blocks.flatMap((block) => (block.kind === 'table' ? [block.rows] : []));
  let [points, total] = [0, 0];
  for (const truth of tables) {
    const scores = rest.map((rows) => compareTable(rows, truth));
    const best = scores.reduce(
      (chosen, score, index) => (score.correct > (scores[chosen]?.correct ?? 0) ? index : chosen),
      0,
    );
    const score = scores[best] ?? { correct: 0, total: 2 * countCells(truth.rows ?? [], truth.span) };
    if (scores.length > 0) rest.splice(best, 1);
    points += 2 * score.correct;
    total += score.total;
  }
  return total === 0 ? 1 : points / total;
}

/** Rows may be shifted by an empty header. */
const shifts = [0, 1, -1];

function compareTable(found: Rows, { rows = [], span = [] }: TruthBlock): { correct: number; total: number } {
  const wanted = countCells(rows, span);
  let best = 0;
  let bestRepeated = 0;
  for (const shift of shifts) {
    let [correct, repeated] = [0, 0];
    for (const [y, row] of rows.entries()) {
      for (const [x, text] of row.entries()) {
        if (normalize(text) === '' || !isSameCell(found[y + shift]?.[x] ?? '', text)) continue;
        if (span[y]?.[x] === 1) repeated += 1;
        else correct += 1;
      }
    }
    if (correct > best) [best, bestRepeated] = [correct, repeated];
  }
  return { correct: best, total: wanted + countCells(found) - bestRepeated };
}

function countCells(rows: Rows, span: readonly (readonly number[])[] = []): number {
  return rows.flatMap((row, y) => row.filter((text, x) => normalize(text) !== '' && span[y]?.[x] !== 1))
    .length;
}

/** A number may be as displayed or as stored. */
function isSameCell(found: string, wanted: string): boolean {
  const [left, right] = [normalize(found), normalize(wanted)];
  if (left === right) return true;
  const [a, b] = [numberOf(left), numberOf(right)];
  return a !== undefined && b !== undefined && Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));
}

function numberOf(text: string): number | undefined {
  const match = /^-?[\d,]*\.?\d+(%?)$/.exec(text.replace(/ /g, ''));
  if (match === null) return undefined;
  const value = Number(text.replace(/[, %]/g, ''));
  return match[1] === '%' ? value / 100 : value;
}

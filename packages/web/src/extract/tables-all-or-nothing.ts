import type { SegmentedPage } from './blocks/segment-blocks.ts';

/** Of the words of a table or a definition list; one with holes is worth less than one too many or none. */
const tableShareMin = 0.5;
const tableShareMax = 0.15;

/**
 * Tables of data, innermost ones, and definition lists stay or go whole: a corrected copy of `kept`.
 * @param kept 1 for each block that stays
 * @param words of each block
 */
export function tablesAllOrNothing(
  page: SegmentedPage,
  kept: Uint8Array,
  words: readonly number[],
): Uint8Array {
  const decided = kept.slice();
  for (const [number, element] of page.elements.entries()) {
    const whole = element?.tagName === 'dl' || (element?.tagName === 'table' && isDataTable(page, number));
    if (!whole) continue;
    const from = page.firstBlock[number] ?? 0;
    const to = page.endBlock[number] ?? 0;
    let all = 0;
    let staying = 0;
    for (let block = from; block < to; block++) {
      all += words[block] ?? 0;
      if (kept[block] === 1) staying += words[block] ?? 0;
    }
    if (staying >= all * tableShareMin) decided.fill(1, from, to);
    else if (staying < all * tableShareMax) decided.fill(0, from, to);
  }
  return decided;
}

/** Several rows of several cells, and no table within. */
function isDataTable(page: SegmentedPage, table: number): boolean {
  let rows = 0;
  let cells = 0;
  for (let number = table + 1; number < page.elements.length; number++) {
    if ((page.depths[number] ?? 0) <= (page.depths[table] ?? 0)) break;
    const name = page.elements[number]?.tagName;
    if (name === 'table') return false;
    if (name === 'tr') rows++;
    else if (name === 'td' || name === 'th') cells++;
  }
  return rows >= 2 && cells >= rows * 2;
}

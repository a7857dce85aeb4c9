/** A run of equal words in both texts. */
interface Run {
  readonly page: number;
  readonly gold: number;
  readonly length: number;
}

/** Shorter runs are coincidental, unless they fill a block or a gap. */
const runMin = 3;
/** Maximum number of cells of one comparison; larger ones use only the first words of the gold text. */
const cellsMax = 400_000_000;

/**
 * Returns for each word of a page whether it belongs to the gold text. The longest common run is an anchor; the text before
 * and after it is compared recursively (Ratcliff and Obershelp, "Pattern matching: the gestalt approach", 1988). Of equal
 * runs, the one nearest to the anchor is used, so of a title in a menu and above the text, the latter. Text that the gold
 * text has in another order is matched at the end.
 *
 * @param blockEnds index after the last word of each block
 */
export function alignToGold(
  page: readonly string[],
  gold: readonly string[],
  blockEnds: readonly number[],
): Uint8Array {
  const ids = new Map<string, number>();
  const idOf = (word: string) => {
    let id = ids.get(word);
    if (id === undefined) {
      id = ids.size;
      ids.set(word, id);
    }
    return id;
  };
  const pageIds = Int32Array.from(page, idOf);
  const goldIds = Int32Array.from(gold, idOf);
  const inGold = new Uint8Array(page.length);
  const goldUsed = new Uint8Array(gold.length);
  const isEdge = new Uint8Array(page.length + 1);
  isEdge[0] = 1;
  for (const end of blockEnds) isEdge[end] = 1;
  const waiting: [number, number, number, number, boolean][] = [
    [0, pageIds.length, 0, Math.min(goldIds.length, Math.floor(cellsMax / Math.max(1, page.length))), false],
  ];
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    const [pageFrom, pageTo, goldFrom, goldTo, preferLast] = task;
    if (pageTo <= pageFrom || goldTo <= goldFrom) continue;
    const run = longestRun(pageIds, goldIds, pageFrom, pageTo, goldFrom, goldTo, preferLast);
    if (!run) continue;
    const fillsBlocks = isEdge[run.page] === 1 && isEdge[run.page + run.length] === 1;
    const fillsGold = run.length === goldTo - goldFrom;
    const near = pageTo - pageFrom < 30;
    if (run.length < runMin && !(fillsBlocks && (fillsGold || near)) && !(near && fillsGold)) continue;
    inGold.fill(1, run.page, run.page + run.length);
    goldUsed.fill(1, run.gold, run.gold + run.length);
    waiting.push([pageFrom, run.page, goldFrom, run.gold, true]);
    waiting.push([run.page + run.length, pageTo, run.gold + run.length, goldTo, false]);
  }
  addReordered(pageIds, goldIds, inGold, goldUsed, blockEnds);
  return inGold;
}

function longestRun(
  page: Int32Array,
  gold: Int32Array,
  pageFrom: number,
  pageTo: number,
  goldFrom: number,
  goldTo: number,
  preferLast: boolean,
): Run | undefined {
  const width = goldTo - goldFrom;
  let before = new Int32Array(width + 1);
  let row = new Int32Array(width + 1);
  let best = 0;
  let bestPage = 0;
  let bestGold = 0;
  for (let index = pageFrom; index < pageTo; index++) {
    const word = page[index] ?? -1;
    for (let other = 0; other < width; other++) {
      if (gold[goldFrom + other] !== word) {
        row[other + 1] = 0;
        continue;
      }
      const length = (before[other] ?? 0) + 1;
      row[other + 1] = length;
      if (length > best || (preferLast && length === best)) {
        best = length;
        bestPage = index + 1 - length;
        bestGold = goldFrom + other + 1 - length;
      }
    }
    [before, row] = [row, before];
  }
  return best === 0 ? undefined : { page: bestPage, gold: bestGold, length: best };
}

const gramLength = 4;
const reorderedShareMin = 0.8;

/** Matches blocks whose runs of four words occur in the unmatched rest of the gold text. */
function addReordered(
  page: Int32Array,
  gold: Int32Array,
  inGold: Uint8Array,
  goldUsed: Uint8Array,
  blockEnds: readonly number[],
): void {
  const grams = new Map<string, number>();
  for (let index = 0; index + gramLength <= gold.length; index++) {
    if (goldUsed.subarray(index, index + gramLength).some((used) => used === 1)) continue;
    const gram = gold.subarray(index, index + gramLength).join(' ');
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  let from = 0;
  for (const to of blockEnds) {
    const count = to - from - gramLength + 1;
    if (count >= 1 && !inGold.subarray(from, to).includes(1)) {
      let found = 0;
      for (let index = from; index < from + count; index++) {
        if (grams.has(page.subarray(index, index + gramLength).join(' '))) found++;
      }
      if (found / count >= reorderedShareMin) inGold.fill(1, from, to);
    }
    from = to;
  }
}

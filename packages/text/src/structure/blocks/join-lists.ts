import { endsSentence } from '../words/line-shape.ts';
import { type DraftBlock, firstText, lastText, lengthOf } from './draft-block.ts';

/** A longer list is not one sentence. */
const lengthMax = 700;
const introductionMin = 10;

/**
 * Joins the items of a list to the sentence that introduces them, `The board decided: - to sell the boat; - to buy a new
 * one.`, where marks separate them. Other items that go on the sentence in lower case are no sentences, and are set aside.
 */
export function joinLists(blocks: readonly DraftBlock[]): DraftBlock[] {
  const joined: DraftBlock[] = [];
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (block === undefined) continue;
    joined.push(block);
    if (block.role !== 'prose' || !/[:：]$/.test(lastText(block)) || lengthOf(block) < introductionMin)
      continue;
    const items = itemsAfter(blocks, index);
    const length = items.reduce((sum, item) => sum + lengthOf(item) + 1, lengthOf(block));
    const separated = items
      .slice(0, -1)
      .every((item) =>
        /[;,；，]$|[;,]\s(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|и|или)$/u.test(lastText(item)),
      );
    const continued = items.filter((item) => /^\p{Ll}/u.test(firstText(item)));
    if (continued.length < items.length / 2 || items.length === 0) continue;
    if (items.length > 1 && separated && length <= lengthMax) {
      for (const item of items) block.lines.push(...item.lines);
      index += items.length;
    } else
      for (const item of continued)
        if (!endsSentence(lastText(item)) && lengthOf(item) < lengthMax / 5) item.role = 'aside';
  }
  return joined;
}

function itemsAfter(blocks: readonly DraftBlock[], index: number): DraftBlock[] {
  const items: DraftBlock[] = [];
  for (let next = index + 1; next < blocks.length; next++) {
    const item = blocks[next];
    if (item?.role !== 'item' || item.speaker !== blocks[index]?.speaker) break;
    items.push(item);
    // A sentence that ends the list.
    if (endsSentence(lastText(item))) break;
  }
  return items;
}

import { type ListItemBlock, listDepthMax } from '../model/document-block.ts';
import { plainText } from '../model/rich-text.ts';
import { isHanging, type PdfParagraph } from './reconstruct-paragraphs.ts';

/**
 * Finds the paragraphs of a sequence that are list items. An ambiguous marker needs another item with the same marker, or
 * with the previous or the next number, since a sentence may begin with a dash and a single number may belong to a
 * heading or a date.
 *
 * @param sequence consecutive paragraphs with markers
 */
export function findListItems(sequence: readonly PdfParagraph[]): Set<PdfParagraph> {
  const numbers = new Set<number>();
  const dashes = new Map<string, number>();
  for (const { marker } of sequence) {
    if (marker?.number !== undefined) numbers.add(marker.number);
    else if (marker) dashes.set(marker.text, (dashes.get(marker.text) ?? 0) + 1);
  }
  // The lines of a dialog begin with dashes as well, but their other lines are not indented.
  for (const { marker, first, secondLeft } of sequence) {
    if (marker?.isAmbiguous && secondLeft !== undefined && !isHanging({ first }, secondLeft)) {
      dashes.delete(marker.text);
    }
  }
  const isItem = ({ marker }: PdfParagraph): boolean => {
    if (!marker) return false;
    if (!marker.isAmbiguous) return true;
    if (marker.number === undefined) return (dashes.get(marker.text) ?? 0) > 1;
    return numbers.has(marker.number - 1) || numbers.has(marker.number + 1);
  };
  return new Set(sequence.filter(isItem));
}

/** Determines the depth of the items of a list by their indentation. */
export class ListIndentation {
  /** Left edges of the open lists, outermost first, in points. */
  #lefts: number[] = [];

  /** To be called before the first item of each list. */
  reset(): void {
    this.#lefts = [];
  }

  toBlock({ marker, text, first, isAdjacent }: PdfParagraph): ListItemBlock {
    const tolerance = first.fontSize * 0.6;
    while (this.#lefts.length > 1 && first.left < (this.#lefts.at(-1) ?? 0) - tolerance) this.#lefts.pop();
    const innermost = this.#lefts.at(-1);
    const isDeeper = innermost === undefined || first.left > innermost + tolerance;
    if (isDeeper && this.#lefts.length <= listDepthMax) this.#lefts.push(first.left);
    return {
      kind: 'list-item',
      depth: this.#lefts.length - 1,
      number: marker?.number,
      marker: marker?.text ?? '',
      content: plainText(text.slice(marker?.text.length ?? 0).trim()),
      isAdjacent,
    };
  }
}

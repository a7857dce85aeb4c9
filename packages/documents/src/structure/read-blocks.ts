import type { ContentBlock } from '@quern/content/blocks/content-block';
import { type PlacedText, placeText } from '@quern/content/plain-text/write-text';
import { type DocumentPart, readDocumentBlocks } from '@quern/text/structure/readers/read-document-blocks';
import { readTextBlocks } from '@quern/text/structure/readers/read-text-blocks';
import type { TextBlock } from '@quern/text/structure/text-block';
import { meaningfulTitle } from '../meaningful-title.ts';
import { shiftBlock } from './shift-block.ts';

/**
 * Writes a document as plain text, and finds the blocks of that text.
 *
 * @param title title in the document's metadata, else ''
 */
export function readBlocks(
  blocks: readonly ContentBlock[],
  title: string,
): { readonly text: string; readonly blocks: readonly TextBlock[] } {
  const { text, places } = placeText(blocks);
  const known = { title: meaningfulTitle(title) };
  const verbatim = places.filter(({ block }) => block.kind === 'verbatim');
  const [first] = verbatim;
  if (first !== undefined && verbatim.length === places.length) {
    const found = verbatim.map((place) => {
      const part = text.slice(place.startIndex, place.endIndex);
      return readTextBlocks(part, place === first ? known : {}).map((block) =>
        shiftBlock(block, place.startIndex),
      );
    });
    return { text, blocks: found.flat() };
  }
  const parts: DocumentPart[] = [];
  for (const place of places) addParts(parts, place, 0, false);
  return { text, blocks: readDocumentBlocks(text, parts, known) };
}

function addParts(parts: DocumentPart[], place: PlacedText, offset: number, isQuoted: boolean): void {
  const { block } = place;
  const range = { startIndex: place.startIndex + offset, endIndex: place.endIndex + offset };
  const quoted = isQuoted ? ({ role: 'quotation' } as const) : undefined;
  switch (block.kind) {
    case 'heading':
      parts.push({ ...range, ...(quoted ?? { role: 'heading', level: block.level }) });
      break;
    case 'list-item':
      parts.push({ ...range, role: quoted?.role ?? 'item', markerLength: block.marker.length });
      break;
    case 'quote':
      for (const inner of placeText(block.blocks).places) addParts(parts, inner, range.startIndex, true);
      break;
    case 'paragraph':
    case 'verbatim':
      parts.push({ ...range, role: quoted?.role });
      break;
    case 'footnote':
      parts.push({ ...range, role: 'aside', isRunning: true });
      break;
    default:
      parts.push({ ...range, role: 'aside' });
  }
}

import { type DomDocument, findElementsByTag, getAttribute } from '../../dom/dom.ts';
import { parseDocument } from '../../dom/parse-document.ts';

const framesMax = 50;
const lengthMax = 2_000_000;

/**
 * Reads the pages that frames have in their `srcdoc` attribute, as the children of the frames. Frames inside of these are
 * not read. Changes the document.
 *
 * @returns whether there was one
 */
export async function readInlineFrames(document: DomDocument): Promise<boolean> {
  let length = 0;
  let isChanged = false;
  for (const frame of findElementsByTag(document, 'iframe').slice(0, framesMax)) {
    const source = getAttribute(frame, 'srcdoc') ?? '';
    length += source.length;
    if (source.trim() === '' || length > lengthMax) continue;
    frame.children = (await parseDocument(source)).body.children;
    isChanged = true;
  }
  return isChanged;
}

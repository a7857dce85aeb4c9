import type { DocumentWarning } from '../model/document-content.ts';
import { childrenOf, descendantsOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/**
 * Counts the pictures of a document that its text does not show, because they have neither a description nor an address.
 * Pictures that the document marks as decoration do not count.
 */
export class OmittedPictures {
  #count = 0;

  add(count = 1): void {
    this.#count += count;
  }

  /** A warning if there are any. */
  get warnings(): DocumentWarning[] {
    if (this.#count === 0) return [];
    const [pictures, were] = this.#count === 1 ? ['picture', 'was'] : ['pictures', 'were'];
    const message = `${this.#count} ${pictures} without a description ${were} left out`;
    return [{ code: 'pictures_left_out', message }];
  }
}

/** Contents that are read separately, and alternatives for old programs. */
const separate = new Set(['txbxContent', 'Fallback']);

/** Whether a drawing of Office Open XML shows a picture (DrawingML or VML) that is more than decoration. */
export function hasPicture(drawing: XmlElement): boolean {
  for (const { attributes } of descendantsOf(drawing, 'decorative')) {
    if (/^(?:1|true)$/.test(attributes['val'] ?? '')) return false;
  }
  return containsPicture(drawing);
}

function containsPicture(element: XmlElement): boolean {
  return childrenOf(element).some(
    (child) =>
      child.name === 'blip' ||
      child.name === 'imagedata' ||
      (!separate.has(child.name) && containsPicture(child)),
  );
}

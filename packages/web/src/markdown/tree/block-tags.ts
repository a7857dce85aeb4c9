import type { DomElement } from '@quern/content/dom/dom';
import { footnoteDefinitionTag } from './internal-tags.ts';

/** Elements that begin a block (https://html.spec.whatwg.org/#flow-content-3). */
const blockTag = new RegExp(
  `^(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|legend|li|main|menu|nav|ol|optgroup|p|pre|search|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|${footnoteDefinitionTag})$`,
);

/** Returns whether an element begins a block. */
export function isBlockElement(element: DomElement): boolean {
  return blockTag.test(element.name);
}

/** Returns all elements that have a block among their descendants. */
export function findElementsWithBlocks(root: DomElement): ReadonlySet<DomElement> {
  const found = new Set<DomElement>();
  const visit = (element: DomElement): boolean => {
    let hasBlock = false;
    for (const child of element.children) {
      if (child.kind === 'element' && (visit(child) || isBlockElement(child))) hasBlock = true;
    }
    if (hasBlock) found.add(element);
    return hasBlock;
  };
  visit(root);
  return found;
}

import type { Element } from 'hast';
import { footnoteDefinitionTag } from './internal-tags.ts';

/** Elements that begin a block (https://html.spec.whatwg.org/#flow-content-3). */
const blockTag = new RegExp(
  `^(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|legend|li|main|menu|nav|ol|optgroup|p|pre|search|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|${footnoteDefinitionTag})$`,
);

/** Returns whether an element begins a block. */
export function isBlockElement(element: Element): boolean {
  return blockTag.test(element.tagName);
}

/** Returns all elements that have a block among their descendants. */
export function findElementsWithBlocks(root: Element): ReadonlySet<Element> {
  const found = new Set<Element>();
  const visit = (element: Element): boolean => {
    let hasBlock = false;
    for (const child of element.children) {
      if (child.type === 'element' && (visit(child) || isBlockElement(child))) hasBlock = true;
    }
    if (hasBlock) found.add(element);
    return hasBlock;
  };
  visit(root);
  return found;
}

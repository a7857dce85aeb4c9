import type { DomElement, DomNode } from '@quern/content/dom/dom';
import { containsTag } from '@quern/content/dom/tree-queries';

const blockTag =
  /^(?:p|div|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|section|article|main|aside|nav|figure|figcaption|header|footer|table|thead|tbody|tfoot|tr|td|th|caption|center|details|summary|pre|hr|form|fieldset|address)$/;

function isBlock(node: DomNode): boolean {
  return node.kind === 'element' && blockTag.test(node.name);
}

/** Returns whether an element has a block-level descendant. */
export function containsBlock(element: DomElement): boolean {
  return containsTag(element, blockTag);
}

/**
 * Flattens the children of an element that Markdown writes on one line, such as a heading: block boundaries and line
 * breaks become spaces, so that words stay separate.
 */
export function flattenBlocks(children: readonly DomNode[]): DomNode[] {
  return children.flatMap((child): DomNode[] => {
    if (child.kind !== 'element') return [child];
    if (child.name === 'br') return [space()];
    if (!containsBlock(child) && !isBlock(child)) return [child];
    const inner = flattenBlocks(child.children);
    return isBlock(child) ? [space(), ...inner, space()] : [{ ...child, children: inner }];
  });
}

function space(): DomNode {
  return { kind: 'text', value: ' ' };
}

import type { Element, ElementContent } from 'hast';
import { containsTag } from '../../page/tree/hast.ts';

const blockTag =
  /^(?:p|div|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|section|article|main|aside|nav|figure|figcaption|header|footer|table|thead|tbody|tfoot|tr|td|th|caption|center|details|summary|pre|hr|form|fieldset|address)$/;

function isBlock(node: ElementContent): boolean {
  return node.type === 'element' && blockTag.test(node.tagName);
}

/** Returns whether an element has a block-level descendant. */
export function containsBlock(element: Element): boolean {
  return containsTag(element, blockTag);
}

/**
 * Flattens the children of an element that Markdown writes on one line, such as a heading: block boundaries and line
 * breaks become spaces, so that words stay separate.
 */
export function flattenBlocks(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child];
    if (child.tagName === 'br') return [space()];
    if (!containsBlock(child) && !isBlock(child)) return [child];
    const inner = flattenBlocks(child.children);
    return isBlock(child) ? [space(), ...inner, space()] : [{ ...child, children: inner }];
  });
}

function space(): ElementContent {
  return { type: 'text', value: ' ' };
}

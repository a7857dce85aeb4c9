import type { InlineNode } from '../blocks/inline-node.ts';

/** Images that stood alone in a page: those that galleries and sliders repeat are left out. */
export class ShownImages {
  readonly #shown = new Set<string>();

  /** Whether a node is an image, or a link with one, that stood alone before; the first one is remembered. */
  has(node: InlineNode | undefined): boolean {
    const [image, ...others] = node?.type === 'link' ? node.children.filter(isVisible) : [node];
    if (others.length > 0) return false;
    if (image?.type !== 'image' || image.url === '') return false;
    const key = JSON.stringify(node);
    const isRepeated = this.#shown.has(key);
    this.#shown.add(key);
    return isRepeated;
  }
}

function isVisible(node: InlineNode): boolean {
  return node.type !== 'text' || node.value.trim() !== '';
}

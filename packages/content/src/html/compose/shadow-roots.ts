import { attributeOf, type DomElement, type DomNode, getAttribute } from '../../dom/dom.ts';

/** Hosts nested deeper than this show only their own children: each one adds the depth of its shadow root. */
const hostDepthMax = 150;

/**
 * Shows the content of declarative shadow roots in place of their hosts' children, which move to the slots
 * (https://html.spec.whatwg.org/#attr-template-shadowrootmode, https://dom.spec.whatwg.org/#slotables). Changes the tree.
 *
 * @returns whether there was one
 */
export function flattenShadowRoots(root: DomElement, depth = 0): boolean {
  let isChanged = false;
  const template = depth < hostDepthMax ? root.children.find(isShadowRoot) : undefined;
  if (template) {
    const light = root.children.filter((child) => !isShadowRoot(child));
    fillSlots(template, new SlotContents(light));
    root.children = template.children;
    isChanged = true;
  }
  for (const child of root.children)
    if (child.kind === 'element' && flattenShadowRoots(child, depth + 1)) isChanged = true;
  return isChanged;
}

function isShadowRoot(node: DomNode): node is DomElement {
  if (node.kind !== 'element' || node.name !== 'template') return false;
  // Browsers of 2020 to 2023 had the second name.
  const mode = getAttribute(node, 'shadowrootmode') ?? getAttribute(node, 'shadowroot') ?? '';
  return /^(?:open|closed)$/i.test(mode);
}

/** The children of a host by the names of the slots for which they are meant. */
class SlotContents {
  readonly #nodes = new Map<string, DomNode[]>();

  constructor(light: readonly DomNode[]) {
    for (const node of light) {
      const name = node.kind === 'element' ? attributeOf(node, 'slot') : '';
      const nodes = this.#nodes.get(name);
      if (nodes) nodes.push(node);
      else this.#nodes.set(name, [node]);
    }
  }

  /** Returns the nodes of a slot, once. */
  take(name: string): DomNode[] {
    const nodes = this.#nodes.get(name) ?? [];
    this.#nodes.delete(name);
    return nodes;
  }
}

/** A slot keeps its fallback if nothing else than white space is assigned to it. */
function fillSlots(parent: DomElement, contents: SlotContents): void {
  for (const child of parent.children) {
    if (child.kind !== 'element') continue;
    if (child.name !== 'slot') {
      // The slots of a nested shadow root are for the children of its host.
      if (!isShadowRoot(child)) fillSlots(child, contents);
      continue;
    }
    const nodes = contents.take(attributeOf(child, 'name'));
    if (nodes.some((node) => node.kind === 'element' || node.value.trim() !== '')) child.children = nodes;
    else fillSlots(child, contents);
  }
}

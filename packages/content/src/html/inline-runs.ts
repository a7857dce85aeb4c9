import type { DomElement, DomNode } from '../dom/dom.ts';

/** Inline content between two blocks, with the inline elements that surround it outside of its block. */
export class InlineRuns {
  #runs: { readonly nodes: DomNode[]; readonly wrappers: readonly DomElement[] }[] = [];

  /** @param wrappers from the outermost, such as a link around a whole card; the same array for adjacent nodes */
  add(node: DomNode, wrappers: readonly DomElement[]): void {
    const last = this.#runs.at(-1);
    if (last?.wrappers === wrappers) last.nodes.push(node);
    else this.#runs.push({ nodes: [node], wrappers });
  }

  /** Returns the content inside its wrappers, and forgets it. */
  take(): DomNode[] {
    const nodes = this.#runs.flatMap((run) => wrap(run.nodes, run.wrappers));
    this.#runs = [];
    return nodes;
  }
}

/** Puts nodes into copies of elements, the first of which is the outermost. */
export function wrap(nodes: readonly DomNode[], wrappers: readonly DomElement[]): DomNode[] {
  return wrappers.reduceRight<DomNode[]>((children, wrapper) => [{ ...wrapper, children }], [...nodes]);
}

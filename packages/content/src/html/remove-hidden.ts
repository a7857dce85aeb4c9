import type { DomElement } from '../dom/dom.ts';
import { isHidden } from '../dom/is-hidden.ts';
import { readMathSource } from '../math/math-source.ts';

/** Removes the elements that a page does not show from its tree. The hidden sources of formulas stay. */
export function removeHidden(root: DomElement): void {
  root.children = root.children.filter(
    (child) => child.kind === 'text' || !isHidden(child) || readMathSource(child) !== undefined,
  );
  for (const child of root.children) if (child.kind === 'element') removeHidden(child);
}

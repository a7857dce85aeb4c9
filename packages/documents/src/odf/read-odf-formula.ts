import { createDomElement, type DomElement } from '@quern/content/dom/dom';
import { mathmlToTex } from '@quern/content/math/mathml-to-tex';
import { childrenOf, firstOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Reads an embedded formula. @param root of the object @returns TeX, '' if it is no formula */
export function readOdfFormula(root: XmlElement | undefined): string {
  if (root?.name !== 'math') return '';
  const tex = mathmlToTex(domOf(root));
  return tex === '' ? textIn(firstOf(root, 'annotation') ?? childrenOf(root)[0]).trim() : tex;
}

function domOf({ name, attributes, children }: XmlElement): DomElement {
  const element = createDomElement(name, attributes);
  element.children = children.map((child) =>
    typeof child === 'string' ? { kind: 'text', value: child } : domOf(child),
  );
  return element;
}

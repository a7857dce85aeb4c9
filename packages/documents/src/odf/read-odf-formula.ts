import { texOfMathMl } from '../office/mathml-to-tex.ts';
import { childrenOf, firstOf, textIn } from '../xml/query-xml.ts';
import { parseXmlTree, type XmlElement } from '../xml/xml-tree.ts';

/** Reads an embedded formula. @param source MathML, as text or parsed @returns TeX, '' if it is no formula */
export function readOdfFormula(source: string | XmlElement): string {
  const root = typeof source === 'string' ? parseXmlTree(source) : source;
  if (root?.name !== 'math') return '';
  const tex = texOfMathMl(root);
  return tex === '' ? textIn(firstOf(root, 'annotation') ?? childrenOf(root)[0]).trim() : tex;
}

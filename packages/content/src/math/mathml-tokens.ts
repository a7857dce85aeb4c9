import { type DomElement, domText, getAttribute } from '../dom/dom.ts';
import type { MathNode, MathStyle } from './math-node.ts';
import { isFunctionName, spaceOfWidth, widthOfSpaces } from './write-token.ts';

/** The typeface that an element around a token states. */
export interface MathmlStyle {
  readonly style: MathStyle | undefined;
}

/** Typefaces by their names (https://www.w3.org/TR/MathML3/chapter3.html#presm.commatt). */
const styles: Readonly<Record<string, MathStyle>> = {
  normal: 'mathrm',
  bold: 'mathbf',
  italic: 'mathit',
  'bold-italic': 'boldsymbol',
  'double-struck': 'mathbb',
  script: 'mathcal',
  'bold-script': 'mathcal',
  fraktur: 'mathfrak',
  'bold-fraktur': 'mathfrak',
  'sans-serif': 'mathsf',
  'bold-sans-serif': 'mathsf',
  'sans-serif-italic': 'mathsf',
  'sans-serif-bold-italic': 'mathsf',
  monospace: 'mathtt',
};

/** The text of a token, in which white space is collapsed (https://www.w3.org/TR/mathml-core/#token-elements). */
export function tokenText(element: DomElement): string {
  return domText(element)
    .replace(/[ \t\n\f\r]+/g, ' ')
    .replace(/^ | $/g, '');
}

/** Returns the typeface of an element, which may be that of an element around it. */
export function styleOf(element: DomElement, { style: outer }: MathmlStyle): MathStyle | undefined {
  const variant = getAttribute(element, 'mathvariant') ?? '';
  return (Object.hasOwn(styles, variant) ? styles[variant] : undefined) ?? outer;
}

/** Reads an identifier; one of several letters is upright. */
export function readIdentifier(element: DomElement, context: MathmlStyle): MathNode {
  const text = tokenText(element);
  const style = styleOf(element, context);
  if (!/^\p{L}[\p{L}\p{M} .-]*\p{L}$/u.test(text)) return { kind: 'token', text: plainBar(text), style };
  const isName = (style ?? 'mathrm') === 'mathrm' && isFunctionName(text.replaceAll(' ', ''));
  return isName ? { kind: 'name', text } : { kind: 'token', text, style: style ?? 'mathrm' };
}

/** Reads an operator, which may be a bracket, a bar or a word. */
export function readOperator(element: DomElement, context: MathmlStyle): MathNode {
  const text = tokenText(element);
  if (/^\p{L}{2,}(?: \p{L}+)?$/u.test(text)) return readIdentifier(element, context);
  const form = getAttribute(element, 'form');
  const isBar = /^[|‖∥∣]$/.test(text);
  if (getAttribute(element, 'stretchy') === 'false') return { kind: 'token', text: plainBar(text) };
  if (/^[([{⟨〈⌊⌈]$/u.test(text) || (isBar && form === 'prefix'))
    return { kind: 'delimiter', text, side: 'open' };
  if (/^[)\]}⟩〉⌋⌉]$/u.test(text) || (isBar && form === 'postfix'))
    return { kind: 'delimiter', text, side: 'close' };
  if (isBar && getAttribute(element, 'fence') === 'true') return { kind: 'delimiter', text, side: 'middle' };
  return { kind: 'token', text };
}

/** Reads words, or white space that KaTeX writes as such. */
export function readText(element: DomElement, context: MathmlStyle): MathNode {
  const text = tokenText(element);
  if (text === '\u00a0') return { kind: 'space', command: '\\ ' };
  if (/^[\s\u2063]*$/.test(text)) return { kind: 'space', command: spaceOfWidth(widthOfSpaces(text)) };
  const style = styleOf(element, context);
  return { kind: 'text', text, style: style === 'mathbf' ? style : undefined };
}

/**
 * Reads bars at the ends of a row as brackets
 * (https://www.w3.org/TR/mathml-core/#dfn-algorithm-for-determining-the-form). Where only one is marked as a bracket, the
 * other one is not shown.
 */
export function withBars(nodes: MathNode[]): MathNode[] {
  const [first, last] = [barOf(nodes[0]), barOf(nodes.at(-1))];
  const isPair = nodes.length > 2 && first !== '' && first === last;
  const opens = isPair || (nodes.length > 1 && first !== '' && nodes[0]?.kind === 'delimiter');
  const closes = isPair || (nodes.length > 1 && last !== '' && nodes.at(-1)?.kind === 'delimiter');
  if (!opens && !closes) return nodes;
  return [
    { kind: 'delimiter', text: opens ? first : '', side: 'open' },
    ...nodes.slice(opens ? 1 : 0, closes ? -1 : undefined),
    { kind: 'delimiter', text: closes ? last : '', side: 'close' },
  ];
}

function barOf(node: MathNode | undefined): string {
  const isBar = node?.kind === 'token' || (node?.kind === 'delimiter' && node.side === 'middle');
  return isBar && /^[|‖∥∣]$/.test(node.text) ? plainBar(node.text) : '';
}

function plainBar(text: string): string {
  return text === '∣' ? '|' : text === '∥' ? '‖' : text;
}

/** The invisible operator after the name of a function. */
export const applyFunction = '\u2061';

/** Reads an upright word as a name. */
export function nameOf(node: MathNode): MathNode {
  return node.kind === 'token' && node.style === 'mathrm' && /^\p{L}[\p{L} ]*\p{L}$/u.test(node.text)
    ? { kind: 'name', text: node.text }
    : node;
}

/** Names of widths, in eighteenths of an em. */
const namedWidths = ['', 'veryverythin', 'verythin', 'thin', 'medium', 'thick', 'verythick', 'veryverythick'];
const unitsPerEm: Readonly<Record<string, number>> = {
  px: 16,
  pt: 12,
  pc: 1,
  ex: 2,
  mm: 4.2,
  cm: 0.42,
  in: 0.17,
};

/** Reads a width in em (https://www.w3.org/TR/MathML3/chapter2.html#fund.units). */
export function spaceWidth(width: string): number {
  const [, negative, name = ''] = /^(negative)?([a-z]+)mathspace$/.exec(width.trim()) ?? [];
  if (name !== '' && namedWidths.includes(name))
    return ((negative === undefined ? 1 : -1) * namedWidths.indexOf(name)) / 18;
  const unit = /[a-z]{2}$/.exec(width.trim())?.[0] ?? '';
  return (Number.parseFloat(width) || 0) / (unitsPerEm[unit] ?? 1);
}

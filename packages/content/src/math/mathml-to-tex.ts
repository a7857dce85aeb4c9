import { type DomElement, type DomNode, getAttribute } from '../dom/dom.ts';
import { accentOf } from './accent.ts';
import { emptyNode, isEmptyNode, type MathNode, rowOf } from './math-node.ts';
import {
  applyFunction,
  type MathmlStyle,
  nameOf,
  readIdentifier,
  readOperator,
  readText,
  spaceWidth,
  styleOf,
  tokenText,
  withBars,
} from './mathml-tokens.ts';
import { readMathmlTable } from './read-mathml-table.ts';
import { writeTex } from './tex-writer.ts';
import { spaceOfWidth } from './write-token.ts';

/** Only the text of elements nested deeper than this is written. */
const depthMax = 200;

/**
 * Converts presentation MathML (https://www.w3.org/TR/mathml-core/ and https://www.w3.org/TR/MathML3/) to TeX. Unknown
 * elements are replaced by their content. Each element is read and written once, so that time and length are
 * proportional to the input.
 */
export function mathmlToTex(math: DomElement): string {
  return writeTex(readElement(math, { depth: 0, style: undefined }));
}

interface Context extends MathmlStyle {
  readonly depth: number;
}

type Reader = (element: DomElement, context: Context) => MathNode;

const enclosures: readonly (readonly [RegExp, string])[] = [
  [/\b(?:box|roundedbox|circle)\b/, 'boxed'],
  [/\bupdiagonalstrike\b.*\bdowndiagonalstrike\b|\bdowndiagonalstrike\b.*\bupdiagonalstrike\b/, 'xcancel'],
  [/\bupdiagonalstrike\b/, 'cancel'],
  [/\bdowndiagonalstrike\b/, 'bcancel'],
  [/\b(?:horizontal|vertical)strike\b/, 'cancel'],
  [/\bradical\b/, 'sqrt'],
  [/\btop\b/, 'overline'],
  [/\bbottom\b/, 'underline'],
];

const readers: Readonly<Record<string, Reader>> = {
  mi: readIdentifier,
  ci: readIdentifier,
  csymbol: readIdentifier,
  mn: (element, context) => ({ kind: 'token', text: tokenText(element), style: styleOf(element, context) }),
  cn: (element) => ({ kind: 'token', text: tokenText(element) }),
  mo: readOperator,
  mtext: readText,
  ms: (element) => {
    const quotes = [getAttribute(element, 'lquote') ?? '"', getAttribute(element, 'rquote') ?? '"'];
    return { kind: 'text', text: quotes.join(tokenText(element)) };
  },
  mspace: (element) => {
    return { kind: 'space', command: spaceOfWidth(spaceWidth(getAttribute(element, 'width') ?? '0')) };
  },
  mfrac: (element, context) => {
    const [over = emptyNode, under = emptyNode] = readArguments(element, context, 2);
    const isBare = /^\s*0+(?:\.0+)?(?:\D|$)/.test(getAttribute(element, 'linethickness') ?? '');
    const isBevelled = getAttribute(element, 'bevelled') === 'true';
    return { kind: 'fraction', over, under, line: isBare ? 'none' : isBevelled ? 'slash' : 'bar' };
  },
  msqrt: (element, context) => ({ kind: 'root', content: readChildren(element, context) }),
  mroot: (element, context) => {
    const [content = emptyNode, degree] = readArguments(element, context, 2);
    return { kind: 'root', content, degree };
  },
  msub: (element, context) => readScripts(element, context, { hasLower: true, hasUpper: false }),
  msup: (element, context) => readScripts(element, context, { hasLower: false, hasUpper: true }),
  msubsup: (element, context) => readScripts(element, context, { hasLower: true, hasUpper: true }),
  munder: (element, context) => readLimits(element, context, { hasLower: true, hasUpper: false }),
  mover: (element, context) => readLimits(element, context, { hasLower: false, hasUpper: true }),
  munderover: (element, context) => readLimits(element, context, { hasLower: true, hasUpper: true }),
  mmultiscripts: readMultiscripts,
  mfenced: readFenced,
  mtable: (element, context) =>
    readMathmlTable(element, (cell) => readChildren(cell, inside(element, context))),
  menclose: (element, context) => {
    const notation = getAttribute(element, 'notation') ?? '';
    const content = readChildren(element, context);
    const name = enclosures.find(([pattern]) => pattern.test(notation))?.[1];
    return name === undefined ? content : { kind: 'command', name, content };
  },
  mphantom: (element, context) => ({
    kind: 'command',
    name: 'phantom',
    content: readChildren(element, context),
  }),
  maction: (element, context) => readArguments(element, context, 1)[0] ?? emptyNode,
  annotation: () => emptyNode,
  'annotation-xml': () => emptyNode,
  none: () => emptyNode,
  mprescripts: () => emptyNode,
};

function readElement(element: DomElement, context: Context): MathNode {
  if (context.depth > depthMax) return { kind: 'token', text: tokenText(element) };
  const read = Object.hasOwn(readers, element.name) ? readers[element.name] : undefined;
  if (!read || (tokenTag.test(element.name) && element.children.some(isMathElement)))
    return readChildren(element, context);
  return read(element, context);
}

const tokenTag = /^m(?:[inos]|text)$/;

/** KaTeX writes formulas into tokens, to state their class. */
function isMathElement(node: DomNode): boolean {
  return node.kind === 'element' && Object.hasOwn(readers, node.name);
}

/** The context of the children of an element. */
function inside(element: DomElement, context: Context): Context {
  return { depth: context.depth + 1, style: styleOf(element, context) };
}

/** Reads the children as a row. Text outside of tokens is shown too. */
function readChildren(element: DomElement, context: Context): MathNode {
  const inner = inside(element, context);
  const nodes: MathNode[] = [];
  for (const child of element.children) {
    if (child.kind === 'element') nodes.push(readElement(child, inner));
    else if (child.value.trim() !== '') nodes.push({ kind: 'token', text: child.value.trim() });
    const last = nodes.at(-1);
    const word = nodes.at(-2);
    if (last?.kind !== 'token' || last.text !== applyFunction) continue;
    nodes.pop();
    if (word) nodes[nodes.length - 1] = nameOf(word);
  }
  return rowOf(withBars(nodes));
}

/** Reads child elements that are arguments; a missing one shows nothing. */
function readArguments(element: DomElement, context: Context, count: number): MathNode[] {
  const inner = inside(element, context);
  return childElements(element, count).map((child) => readElement(child, inner));
}

function childElements(element: DomElement, countMax = Number.POSITIVE_INFINITY): DomElement[] {
  const found: DomElement[] = [];
  for (const child of element.children) {
    if (found.length >= countMax) break;
    if (child.kind === 'element') found.push(child);
  }
  return found;
}

interface Indices {
  readonly hasLower: boolean;
  readonly hasUpper: boolean;
}

function readScripts(element: DomElement, context: Context, { hasLower, hasUpper }: Indices): MathNode {
  const [base = emptyNode, first, second] = readArguments(element, context, 3);
  const lower = hasLower ? first : undefined;
  return {
    kind: 'scripts',
    base,
    lower,
    upper: hasUpper ? (hasLower ? second : first) : undefined,
    areLimits: false,
  };
}

function readLimits(element: DomElement, context: Context, indices: Indices): MathNode {
  const scripts = readScripts(element, context, indices);
  if (scripts.kind !== 'scripts') return scripts;
  const { lower, upper } = scripts;
  const base = nameOf(scripts.base);
  const under = lower && accentOf(base, markOf(lower), 'below');
  const over = upper && accentOf(under ?? base, markOf(upper), 'above');
  if (over) return under || !lower ? over : { kind: 'scripts', base: over, lower, areLimits: true };
  if (under) return upper ? { kind: 'scripts', base: under, upper, areLimits: true } : under;
  return { ...scripts, base, areLimits: true };
}

function markOf(node: MathNode): string {
  return node.kind === 'token' ? node.text : '';
}

/** https://www.w3.org/TR/mathml-core/#prescripts-and-tensor-indices-mmultiscripts */
function readMultiscripts(element: DomElement, context: Context): MathNode {
  const elements = childElements(element);
  const [base = emptyNode, ...indices] = readArguments(element, context, Number.POSITIVE_INFINITY);
  const middle = elements.findIndex(({ name }) => name === 'mprescripts');
  const split = middle < 0 ? indices.length : middle - 1;
  const pairs = (nodes: readonly MathNode[], first: MathNode): MathNode[] => {
    const found: MathNode[] = [];
    for (let index = 0; index < nodes.length; index += 2) {
      const [lower, upper] = [nodes[index], nodes[index + 1]];
      found.push({ kind: 'scripts', base: index === 0 ? first : emptyNode, lower, upper, areLimits: false });
    }
    return found;
  };
  const after = pairs(indices.slice(0, Math.max(0, split)), base);
  return rowOf([...pairs(indices.slice(split + 1), emptyNode), ...(after.length === 0 ? [base] : after)]);
}

/** https://www.w3.org/TR/MathML3/chapter3.html#presm.mfenced */
function readFenced(element: DomElement, context: Context): MathNode {
  const [open, close] = [getAttribute(element, 'open') ?? '(', getAttribute(element, 'close') ?? ')'];
  const separators = Array.from((getAttribute(element, 'separators') ?? ',').replace(/\s/g, ''));
  const parts = readArguments(element, context, Number.POSITIVE_INFINITY).flatMap(
    (part, index): MathNode[] => {
      const text = separators[Math.min(index, separators.length) - 1] ?? '';
      return text === '' ? [part] : [{ kind: 'delimiter', text, side: 'middle' }, part];
    },
  );
  const row = parts.every(isEmptyNode) ? [] : parts;
  return rowOf([
    { kind: 'delimiter', text: open.trim(), side: 'open' },
    ...row,
    { kind: 'delimiter', text: close.trim(), side: 'close' },
  ]);
}

import { markedOf } from '@quern/content/math/accent';
import { emptyNode, type MathNode, type MathStyle, rowOf } from '@quern/content/math/math-node';
import { writeTex } from '@quern/content/math/tex-writer';
import { isFunctionName } from '@quern/content/math/write-token';
import { childOf, childrenOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { isOn } from './on-off.ts';

/** Only the text of elements nested deeper than this is written. */
const depthMax = 400;

/** Writes a formula in Office Math Markup (ECMA-376 part 1, 22.1) as TeX. Unknown constructs become their content. */
export function texOf(math: XmlElement): string {
  return writeTex(readContent(math, { depth: 0 })).replace(/\s+/g, ' ');
}

interface Context {
  readonly depth: number;
  /** Whether words are names of functions. */
  readonly isName?: boolean;
  /** Whether ampersands align lines (22.1.2.34). */
  readonly isAligned?: boolean;
}

type Reader = (element: XmlElement, context: Context) => MathNode;

/** Elements that show nothing: deleted text, and properties, whose names end in "Pr". */
const hiddenTag = /^(?:del|moveFrom)$|Pr$/;

const readers: Readonly<Record<string, Reader>> = {
  r: readRun,
  f: (element, context) => {
    const [over, under] = [part(element, 'num', context), part(element, 'den', context)];
    const type = property(element, 'type');
    const line = type === 'lin' || type === 'skw' ? 'slash' : type === 'noBar' ? 'none' : 'bar';
    return { kind: 'fraction', over, under, line };
  },
  sSup: readScripts,
  sSub: readScripts,
  sSubSup: readScripts,
  sPre: (element, context) => {
    const scripts = readScripts(element, context);
    const base = part(element, 'e', context);
    return rowOf([scripts.kind === 'scripts' ? { ...scripts, base: emptyNode } : emptyNode, base]);
  },
  rad: (element, context) => ({
    kind: 'root',
    content: part(element, 'e', context),
    degree: isSet(element, 'degHide') ? undefined : part(element, 'deg', context),
  }),
  nary: readOperator,
  d: readDelimiters,
  func: (element, context) => {
    const name = part(element, 'fName', { ...context, isName: true });
    return rowOf([name, part(element, 'e', context)]);
  },
  limLow: (element, context) => readLimit(element, context, 'lower'),
  limUpp: (element, context) => readLimit(element, context, 'upper'),
  acc: (element, context) =>
    markedOf(part(element, 'e', context), property(element, 'chr') ?? '\u0302', 'above'),
  bar: (element, context) => markedOf(part(element, 'e', context), '\u203e', sideOf(element)),
  groupChr: (element, context) =>
    markedOf(part(element, 'e', context), property(element, 'chr') ?? '\u23df', sideOf(element)),
  borderBox: (element, context) => ({
    kind: 'command',
    name: boxOf(element),
    content: part(element, 'e', context),
  }),
  phant: (element, context) => {
    const content = part(element, 'e', context);
    const isShown = property(element, 'show') === undefined || isSet(element, 'show');
    return isShown ? content : { kind: 'command', name: 'phantom', content };
  },
  m: (element, context) => {
    const rows = childrenOf(element, 'mr').map((row) =>
      childrenOf(row, 'e').map((cell) => readContent(cell, context)),
    );
    return { kind: 'table', rows, environment: 'matrix', columns: '' };
  },
  eqArr: (element, context) => {
    const lines = childrenOf(element, 'e').map((line) => [
      readContent(line, { ...context, isAligned: true }),
    ]);
    return { kind: 'table', rows: lines, environment: 'aligned', columns: '' };
  },
};

function readContent(element: XmlElement, context: Context): MathNode {
  const { depth } = context;
  if (depth > depthMax) return { kind: 'token', text: textIn(element) };
  const nodes = childrenOf(element).map((child) => readElement(child, { ...context, depth: depth + 1 }));
  return rowOf(joinRuns(nodes).map(asWords));
}

/** Joins runs of letters in the usual typeface, which Word splits anywhere. */
function joinRuns(nodes: readonly MathNode[]): MathNode[] {
  const joined: MathNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (
      last?.kind === 'token' &&
      node.kind === 'token' &&
      last.style === undefined &&
      node.style === undefined
    )
      joined[joined.length - 1] = { kind: 'token', text: last.text + node.text };
    else joined.push(node);
  }
  return joined;
}

/** Reads words that were typed without marking them as text. */
function asWords(node: MathNode): MathNode {
  const isText =
    node.kind === 'token' && /^\p{L}+(?: \p{L}+)+$/u.test(node.text) && /\p{L}{3}/u.test(node.text);
  return isText ? { kind: 'text', text: node.text } : node;
}

function readElement(element: XmlElement, context: Context): MathNode {
  const { name } = element;
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (hiddenTag.test(name)) return emptyNode;
  return read ? read(element, context) : readContent(element, context);
}

/** Reads an argument of an element, in which ampersands have no meaning. */
function part(element: XmlElement, name: string, { depth, isName = false }: Context): MathNode {
  const child = childOf(element, name);
  return child ? readContent(child, { depth, isName }) : emptyNode;
}

/** The value of a property, or undefined if it is not stated. */
function property(element: XmlElement, name: string): string | undefined {
  const found = childOf(childOf(element, `${element.name}Pr`), name);
  return found && (found.attributes['val'] ?? '');
}

function isSet(element: XmlElement, name: string): boolean {
  const value = property(element, name);
  return value !== undefined && (value === '' || isOn(value));
}

function sideOf(element: XmlElement): 'above' | 'below' {
  return property(element, 'pos') === 'top' ? 'above' : 'below';
}

/** A box whose sides are hidden may strike its content out (22.1.2.12). */
function boxOf(element: XmlElement): string {
  const hasSides = !['hideTop', 'hideBot', 'hideLeft', 'hideRight'].every((side) => isSet(element, side));
  const [isUp, isDown] = [isSet(element, 'strikeBLTR'), isSet(element, 'strikeTLBR')];
  if (hasSides || !(isUp || isDown)) return 'boxed';
  return isUp && isDown ? 'xcancel' : isUp ? 'cancel' : 'bcancel';
}

/** Typefaces of the scripts of runs (22.1.3.5). */
const scriptStyles: Readonly<Record<string, MathStyle>> = {
  script: 'mathcal',
  fraktur: 'mathfrak',
  'double-struck': 'mathbb',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

function readRun(run: XmlElement, { isName = false, isAligned = false }: Context): MathNode {
  const text = childrenOf(run, 't').map(textIn).join('');
  const properties = childOf(run, 'rPr');
  if (childOf(properties, 'nor'))
    return text.trim() === '' ? { kind: 'space', command: '' } : { kind: 'text', text };
  const script = childOf(properties, 'scr')?.attributes['val'] ?? '';
  const weight = childOf(properties, 'sty')?.attributes['val'] ?? '';
  const style = scriptStyles[script] ?? { b: 'mathbf' as const, bi: 'boldsymbol' as const }[weight];
  if (style === undefined && (isName || weight === 'p')) return readUpright(text, isName);
  if (!isAligned || !text.includes('&')) return { kind: 'token', text, style };
  const parts = text.split('&').map((token): MathNode => ({ kind: 'token', text: token, style }));
  return rowOf(parts.flatMap((token, index) => (index === 0 ? [token] : [{ kind: 'alignment' }, token])));
}

/** Reads upright text, whose words are functions or names. */
function readUpright(text: string, isName: boolean): MathNode {
  const words = text.match(/\p{L}{2,}|(?:\P{L}|\p{L}(?!\p{L}))+/gu) ?? [];
  return rowOf(
    words.map((word): MathNode => {
      if (isFunctionName(word)) return { kind: 'name', text: word };
      if (!/^\p{L}{2,}$/u.test(word)) return { kind: 'token', text: word, style: 'mathrm' };
      return isName ? { kind: 'name', text: word } : { kind: 'token', text: word, style: 'mathrm' };
    }),
  );
}

function readScripts(element: XmlElement, context: Context): MathNode {
  const { isName: _isName, ...inner } = context;
  const [lower, upper] = [part(element, 'sub', inner), part(element, 'sup', inner)];
  return { kind: 'scripts', base: part(element, 'e', context), lower, upper, areLimits: false };
}

/** Names of operators can have limits (22.1.2.53). */
function readLimit(element: XmlElement, context: Context, side: 'lower' | 'upper'): MathNode {
  const content = part(element, 'e', context);
  const base: MathNode =
    content.kind === 'token' && /^\p{L}{2,}$/u.test(content.text) && (content.style ?? 'mathrm') === 'mathrm'
      ? { kind: 'name', text: content.text }
      : content;
  return { kind: 'scripts', base, [side]: part(element, 'lim', { depth: context.depth }), areLimits: true };
}

/** An operator with limits and what it applies to (22.1.2.70). */
function readOperator(element: XmlElement, context: Context): MathNode {
  const lower = isSet(element, 'subHide') ? undefined : part(element, 'sub', context);
  const upper = isSet(element, 'supHide') ? undefined : part(element, 'sup', context);
  const base: MathNode = { kind: 'token', text: property(element, 'chr') ?? '∫' };
  const areLimits = property(element, 'limLoc') === 'undOvr';
  return rowOf([{ kind: 'scripts', base, lower, upper, areLimits }, part(element, 'e', context)]);
}

/** Brackets around one or several parts (22.1.2.24). */
function readDelimiters(element: XmlElement, context: Context): MathNode {
  const [open, close] = [property(element, 'begChr') ?? '(', property(element, 'endChr') ?? ')'];
  const separator: MathNode = { kind: 'delimiter', text: property(element, 'sepChr') ?? '|', side: 'middle' };
  const parts = childrenOf(element, 'e').map((child) => readContent(child, { depth: context.depth }));
  const content = parts.flatMap((child, index) => (index === 0 ? [child] : [separator, child]));
  if (open === '' && close === '') return rowOf(content);
  return rowOf([
    { kind: 'delimiter', text: open, side: 'open' },
    ...content,
    { kind: 'delimiter', text: close, side: 'close' },
  ]);
}

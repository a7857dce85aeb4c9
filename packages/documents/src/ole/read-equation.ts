import { markedOf } from '@quern/content/math/accent';
import { emptyNode, isEmptyNode, type MathNode, rowOf } from '@quern/content/math/math-node';
import { writeTex } from '@quern/content/math/tex-writer';
import { isFunctionName } from '@quern/content/math/write-token';
import { symbolOf } from '../office/symbol-fonts.ts';
import { type MtefRecord, readMtef } from './mtef-records.ts';

/** Typefaces of characters. */
const typefaces = { text: 1, function: 2, lowerGreek: 4, upperGreek: 5, symbol: 6, vector: 7 };
/** Templates by their selectors. */
const selectors = {
  root: 13,
  fraction: 14,
  scripts: 15,
  underbar: 16,
  overbar: 17,
  slash: 41,
  limits: 39,
  scriptsBefore: 44,
};
const fences: ReadonlyMap<number, readonly [string, string]> = new Map([
  [0, ['⟨', '⟩']],
  [1, ['(', ')']],
  [2, ['{', '}']],
  [3, ['[', ']']],
  [4, ['|', '|']],
  [5, ['‖', '‖']],
  [6, ['⌊', '⌋']],
  [7, ['⌈', '⌉']],
  [8, ['[', '[']],
  [9, [']', ']']],
  [10, [']', '[']],
  [11, ['[', ')']],
  [12, ['(', ']']],
]);
/** Integrals, without and with a circle, by the selectors of their templates; the circle is a variation from a number on. */
const integrals: ReadonlyMap<number, readonly [sign: string, closed: string, closedFrom: number]> = new Map([
  [21, ['∫', '∮', 3]],
  [22, ['∬', '∯', 2]],
  [23, ['∭', '∰', 2]],
  [24, ['∫', '∮', 3]],
  [25, ['∬', '∯', 2]],
  [26, ['∭', '∰', 2]],
]);
/** Other operators with limits, whose sign is a character of the template. */
const operators: ReadonlyMap<number, string> = new Map([
  ...([29, 30] as const).map((selector) => [selector, '∑'] as const),
  ...([31, 32] as const).map((selector) => [selector, '∏'] as const),
  ...([33, 34] as const).map((selector) => [selector, '∐'] as const),
  ...([35, 36] as const).map((selector) => [selector, '⋃'] as const),
  ...([37, 38] as const).map((selector) => [selector, '⋂'] as const),
  [42, '∫'],
  [43, '∑'],
]);
const integralOperator = 42;
/** Marks of a content by the selectors of their templates. */
const bars: ReadonlyMap<number, readonly [mark: string, side: 'above' | 'below']> = new Map([
  [selectors.underbar, ['\u0332', 'below']],
  [selectors.overbar, ['\u203e', 'above']],
  [27, ['\u23de', 'above']],
  [28, ['\u23df', 'below']],
  [46, ['\u20d7', 'below']],
  [47, ['\u2192', 'above']],
  [48, ['\u2322', 'above']],
]);
/** Marks of a character by their types. */
const accents: ReadonlyMap<number, string> = new Map([
  [2, '\u02d9'],
  [3, '\u00a8'],
  [4, '\u20db'],
  [8, '\u02dc'],
  [9, '\u0302'],
  [11, '\u2192'],
  [12, '\u2190'],
  [13, '\u2194'],
  [17, '\u203e'],
  [19, '\u2322'],
  [20, '\u2323'],
]);
const primes: ReadonlyMap<number, string> = new Map([
  [5, '′'],
  [6, '″'],
  [7, '‵'],
  [18, '‴'],
]);
/** Codes that only Equation Editor uses, such as those of spaces and alignments. */
const privateUse = /[\ue000-\uf8ff]/g;

/** Reads a formula of Equation Editor as TeX. @param stream `Equation Native` of an object @returns '' if it cannot be read */
export function readEquation(stream: Buffer): string {
  const records = readMtef(stream);
  return records === undefined ? '' : writeTex(nodeOf(records)).replace(/\s+/g, ' ').trim();
}

function nodeOf(records: readonly MtefRecord[]): MathNode {
  const nodes: MathNode[] = [];
  for (const [index, record] of records.entries()) {
    const node = readRecord(record);
    const isScript = record.kind === 'template' && record.selector === selectors.scripts;
    const base = isScript && index > 0 ? nodes.pop() : undefined;
    const last = nodes.at(-1);
    if (isScript && node.kind === 'scripts') nodes.push({ ...node, base: base ?? emptyNode });
    else if (last && isLetters(last) && isLetters(node) && last.kind === node.kind)
      nodes[nodes.length - 1] = { ...last, text: last.text + node.text };
    else nodes.push(node);
  }
  return rowOf(nodes.map(withoutWords));
}

/** Numbers and names of functions are often in the typeface of text. */
function withoutWords(node: MathNode): MathNode {
  if (node.kind !== 'text') return node;
  if (/^[\d.,]+$/.test(node.text)) return { kind: 'token', text: node.text };
  return isFunctionName(node.text) ? { kind: 'name', text: node.text } : node;
}

/** Letters in a row are the name of an operator. */
function nameOf(node: MathNode): MathNode {
  if (node.kind !== 'row') return node;
  const texts = node.children.map((child) => ('text' in child ? child.text : undefined));
  return texts.every((text) => text !== undefined) ? { kind: 'name', text: texts.join('') } : node;
}

/** Words are joined; symbols stay separate, so that an index belongs to one of them. */
function isLetters(node: MathNode): node is MathNode & { kind: 'text' | 'name'; text: string } {
  return node.kind === 'text' || node.kind === 'name';
}

function readRecord(record: MtefRecord): MathNode {
  switch (record.kind) {
    case 'character':
      return readCharacter(record);
    case 'line':
      return nodeOf(record.records);
    case 'pile':
      return tableOf(
        slotsOf(record.records).map((line) => [line]),
        'aligned',
      );
    case 'matrix': {
      const cells = slotsOf(record.records);
      const columns = Math.max(1, record.columns);
      const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
        cells.slice(row * columns, (row + 1) * columns),
      );
      return tableOf(rows, 'matrix');
    }
    case 'template':
      return readTemplate(record);
  }
}

function tableOf(rows: readonly (readonly MathNode[])[], environment: string): MathNode {
  return { kind: 'table', rows, environment, columns: '' };
}

function readCharacter({ typeface, code, marks }: Extract<MtefRecord, { kind: 'character' }>): MathNode {
  const isSymbol =
    typeface === typefaces.symbol || typeface === typefaces.lowerGreek || typeface === typefaces.upperGreek;
  const character =
    isSymbol && code < 256
      ? symbolOf(code, 'Symbol') || String.fromCharCode(code)
      : String.fromCharCode(code);
  const text = character.replace(privateUse, '');
  if (text === '') return emptyNode;
  const plain: MathNode =
    typeface === typefaces.function
      ? { kind: 'name', text }
      : typeface === typefaces.text
        ? { kind: 'text', text }
        : typeface === typefaces.vector
          ? { kind: 'token', text, style: 'mathbf' }
          : { kind: 'token', text };
  return marks.reduce((node, mark): MathNode => {
    const accent = accents.get(mark);
    if (accent !== undefined) return markedOf(node, accent, 'above');
    const prime = primes.get(mark);
    if (prime === undefined) return node;
    return { kind: 'scripts', base: node, upper: { kind: 'token', text: prime }, areLimits: false };
  }, plain);
}

/** The contents of a template: lines and piles. */
function slotsOf(records: readonly MtefRecord[]): MathNode[] {
  return records.filter(({ kind }) => kind === 'line' || kind === 'pile').map(readRecord);
}

function readTemplate({ selector, variation, records }: Extract<MtefRecord, { kind: 'template' }>): MathNode {
  const slots = slotsOf(records);
  const [first = emptyNode, second = emptyNode, third = emptyNode, fourth] = slots;
  const fence = fences.get(selector);
  if (fence !== undefined) {
    const [open, close] = fence;
    return rowOf([
      { kind: 'delimiter', text: variation === 2 ? '' : open, side: 'open' },
      first,
      { kind: 'delimiter', text: variation === 1 ? '' : close, side: 'close' },
    ]);
  }
  const integral = integrals.get(selector);
  if (integral !== undefined) {
    const [sign, closed, closedFrom] = integral;
    const shown: MathNode = { kind: 'token', text: variation >= closedFrom ? closed : sign };
    return rowOf([scriptsOf(shown, second, third, false), first]);
  }
  const operator = operators.get(selector);
  if (operator !== undefined) {
    const characters = records.filter(({ kind }) => kind === 'character').map(readRecord);
    const stated = rowOf([...(fourth ? [fourth] : []), ...characters]);
    const shown = isEmptyNode(stated) ? rowOf([{ kind: 'token', text: operator }]) : nameOf(stated);
    return rowOf([scriptsOf(shown, second, third, selector !== integralOperator), first]);
  }
  const bar = bars.get(selector);
  if (bar !== undefined) {
    const marked = markedOf(first, ...bar);
    return bar[1] === 'below'
      ? scriptsOf(marked, second, emptyNode, true)
      : scriptsOf(marked, emptyNode, second, true);
  }
  switch (selector) {
    case selectors.root:
      return { kind: 'root', content: first, degree: isEmptyNode(second) ? undefined : second };
    case selectors.fraction:
      return { kind: 'fraction', over: first, under: second, line: 'bar' };
    case selectors.slash:
      return { kind: 'fraction', over: first, under: second, line: 'slash' };
    case selectors.scripts:
    case selectors.scriptsBefore:
      return scriptsOf(emptyNode, first, second, false);
    case selectors.limits:
      return scriptsOf(first, second, third, true);
    default:
      return rowOf(slots);
  }
}

function scriptsOf(base: MathNode, lower: MathNode, upper: MathNode, areLimits: boolean): MathNode {
  if (isEmptyNode(lower) && isEmptyNode(upper)) return base;
  return {
    kind: 'scripts',
    base,
    ...(!isEmptyNode(lower) && { lower }),
    ...(!isEmptyNode(upper) && { upper }),
    areLimits,
  };
}

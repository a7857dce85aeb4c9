/** Typeface of letters, by the TeX command that selects it. */
export type MathStyle =
  | 'mathrm'
  | 'mathit'
  | 'mathbf'
  | 'boldsymbol'
  | 'mathbb'
  | 'mathcal'
  | 'mathfrak'
  | 'mathsf'
  | 'mathtt';

/** A content with an upper and a lower index, or limits above and below. */
export interface MathScripts {
  readonly kind: 'scripts';
  readonly base: MathNode;
  readonly lower?: MathNode | undefined;
  readonly upper?: MathNode | undefined;
  /** Whether they are above and below the base rather than after it. */
  readonly areLimits: boolean;
}

/** Rows of cells. */
export interface MathTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly MathNode[])[];
  readonly environment: string;
  /** Alignments of the columns, such as `lcr`; '' for an environment that has none. */
  readonly columns: string;
}

/** A part of a formula, whatever the format that it was read from. */
export type MathNode =
  | { readonly kind: 'row'; readonly children: readonly MathNode[] }
  /** Letters, digits and operators. */
  | { readonly kind: 'token'; readonly text: string; readonly style?: MathStyle | undefined }
  /** The name of a function or an operator, in upright letters. */
  | { readonly kind: 'name'; readonly text: string }
  /** Words between symbols. */
  | { readonly kind: 'text'; readonly text: string; readonly style?: 'mathbf' | undefined }
  /** White space: a TeX command, or '' for a space without a width. */
  | { readonly kind: 'space'; readonly command: string }
  /** A bracket, '' for one that is not shown, or the sign between two parts. */
  | { readonly kind: 'delimiter'; readonly text: string; readonly side: 'open' | 'close' | 'middle' }
  | {
      readonly kind: 'fraction';
      readonly over: MathNode;
      readonly under: MathNode;
      /** `choice` for stacked numbers in parentheses. */
      readonly line: 'bar' | 'slash' | 'none' | 'choice';
    }
  | { readonly kind: 'root'; readonly content: MathNode; readonly degree?: MathNode | undefined }
  | MathScripts
  /** A TeX command with one argument, such as an accent. */
  | { readonly kind: 'command'; readonly name: string; readonly content: MathNode }
  | MathTable
  /** A place where the lines of a table of equations are aligned. */
  | { readonly kind: 'alignment' };

/** Content that shows nothing. */
export const emptyNode: MathNode = { kind: 'row', children: [] };

/** Whether a part shows nothing. */
export function isEmptyNode(node: MathNode | undefined): boolean {
  return node === undefined || (node.kind === 'row' && node.children.length === 0);
}

/** Environments of tables between brackets. */
const matrices: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
  '∥∥': 'Vmatrix',
};

/** Joins parts that follow each other. Tables in brackets become matrices or cases, and stacked numbers binomials. */
export function rowOf(parts: readonly MathNode[]): MathNode {
  const shown = parts.filter((part) => !isEmptyNode(part));
  const children: MathNode[] = [];
  for (let index = 0; index < shown.length; index++) {
    const part = shown[index] ?? emptyNode;
    const fenced = fence(part, shown[index + 1], shown[index + 2]);
    if (fenced) index += fenced.length - 1;
    const last = children.at(-1);
    const joined = fenced === undefined && last && joinWords(last, part);
    if (joined) children[children.length - 1] = joined;
    else children.push(fenced?.node ?? part);
  }
  const [only] = children;
  return children.length === 1 && only ? only : { kind: 'row', children };
}

/** Joins letters of one typeface that is stated. */
function joinWords(first: MathNode, second: MathNode): MathNode | undefined {
  if (first.kind !== 'token' || second.kind !== 'token') return undefined;
  if (first.style === undefined || first.style !== second.style) return undefined;
  return { ...first, text: first.text + second.text };
}

/** Joins a bracket, the part after it and the bracket that follows, if TeX has a construct for them. */
function fence(
  open: MathNode,
  inner: MathNode | undefined,
  close: MathNode | undefined,
): { node: MathNode; length: number } | undefined {
  if (inner?.kind !== 'table' && inner?.kind !== 'fraction') return undefined;
  const opening = bracketOf(open);
  const closing = bracketOf(close);
  const brackets = `${opening ?? ''}${closing ?? ''}`;
  if (inner.kind === 'fraction')
    return inner.line === 'none' && brackets === '()'
      ? { node: { ...inner, line: 'choice' }, length: 3 }
      : undefined;
  const environment = Object.hasOwn(matrices, brackets) ? matrices[brackets] : undefined;
  if (environment !== undefined && inner.environment === 'matrix')
    return { node: { ...inner, environment }, length: 3 };
  if (opening !== '{' || closing === '}' || inner.environment === 'cases') return undefined;
  return { node: { ...inner, environment: 'cases', columns: '' }, length: closing === '' ? 3 : 2 };
}

/** The bracket that a part is; '' for one that is not shown, undefined for other parts. */
export function bracketOf(node: MathNode | undefined): string | undefined {
  if (node?.kind === 'delimiter') return node.text;
  return node?.kind === 'token' && /^[([{|‖∥)\]}]$/.test(node.text) ? node.text : undefined;
}

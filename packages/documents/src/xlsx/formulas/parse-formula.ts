import { type CellPlace, columnsMax, parseReference, rowsMax } from '../cells/cell-reference.ts';
import { FormulaError, UncomputedFormula } from './formula-value.ts';
import { type Token, tokenizeFormula } from './tokenize-formula.ts';

/** A reference to a cell; `$` fixes a row or column where a shared formula is moved. */
export interface CellNode extends CellPlace {
  readonly isRowFixed: boolean;
  readonly isColumnFixed: boolean;
}

/** A parsed formula. */
export type FormulaNode =
  | { readonly kind: 'value'; readonly value: number | string | boolean | FormulaError }
  | {
      readonly kind: 'range';
      readonly sheet?: string | undefined;
      readonly first: CellNode;
      readonly last: CellNode;
    }
  | { readonly kind: 'cell'; readonly sheet?: string | undefined; readonly place: CellNode }
  | { readonly kind: 'unary'; readonly operator: '-' | '+' | '%'; readonly operand: FormulaNode }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: FormulaNode;
      readonly right: FormulaNode;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly parameters: readonly (FormulaNode | undefined)[];
    };

/** Binary operators by precedence (ECMA-376 part 1, 18.17.2.2), the weakest first. */
const precedences: readonly ReadonlySet<string>[] = [
  new Set(['=', '<>', '<', '>', '<=', '>=']),
  new Set(['&']),
  new Set(['+', '-']),
  new Set(['*', '/']),
  new Set(['^']),
];
const depthMax = 200;

/** Parses a formula without its leading `=`. @throws UncomputedFormula if it is malformed, or has parts that are not computed */
export function parseFormula(formula: string): FormulaNode {
  const parser = new FormulaParser(tokenizeFormula(formula));
  return parser.parse();
}

class FormulaParser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): FormulaNode {
    const node = this.#binary(0);
    if (this.#at < this.#tokens.length) throw new UncomputedFormula();
    return node;
  }

  #binary(level: number): FormulaNode {
    const operators = precedences[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (
      let token = this.#peek();
      token?.kind === 'operator' && operators.has(token.text);
      token = this.#peek()
    ) {
      this.#at += 1;
      left = { kind: 'binary', operator: token.text, left, right: this.#binary(level + 1) };
    }
    return left;
  }

  /** Signs bind more tightly than powers. */
  #unary(): FormulaNode {
    if (++this.#depth > depthMax) throw new UncomputedFormula();
    const token = this.#peek();
    let node: FormulaNode;
    if (token?.kind === 'operator' && (token.text === '-' || token.text === '+')) {
      this.#at += 1;
      node = { kind: 'unary', operator: token.text, operand: this.#unary() };
    } else node = this.#primary();
    while (this.#takeOperator('%')) node = { kind: 'unary', operator: '%', operand: node };
    this.#depth -= 1;
    return node;
  }

  #primary(): FormulaNode {
    const token = this.#tokens[this.#at++];
    switch (token?.kind) {
      case 'number':
        return { kind: 'value', value: Number(token.text) };
      case 'text':
        return { kind: 'value', value: token.text };
      case 'boolean':
        return { kind: 'value', value: token.text === 'TRUE' };
      case 'error':
        return { kind: 'value', value: new FormulaError(token.text) };
      case 'reference':
        return this.#reference(token);
      case 'function':
        return { kind: 'call', name: token.text, parameters: this.#parameters() };
      case 'open': {
        const node = this.#binary(0);
        if (this.#tokens[this.#at++]?.kind !== 'close') throw new UncomputedFormula();
        return node;
      }
      default:
        throw new UncomputedFormula();
    }
  }

  #reference({ text, sheet }: Token): FormulaNode {
    const [start = '', end] = text.split(':', 2);
    if (end === undefined) return { kind: 'cell', sheet, place: cellOf(start) };
    const [a, b] =
      /\d/.test(text) && /[A-Z]/i.test(text) ? [cellOf(start), cellOf(end)] : wholeLines(start, end);
    const [top, bottom] = a.row <= b.row ? [a, b] : [b, a];
    const [left, right] = a.column <= b.column ? [a, b] : [b, a];
    return {
      kind: 'range',
      sheet,
      first: { ...left, row: top.row, isRowFixed: top.isRowFixed },
      last: { ...right, row: bottom.row, isRowFixed: bottom.isRowFixed },
    };
  }

  /** @returns undefined for parameters that are left out */
  #parameters(): (FormulaNode | undefined)[] {
    const parameters: (FormulaNode | undefined)[] = [];
    if (this.#take('close')) return parameters;
    for (;;) {
      const next = this.#peek()?.kind;
      parameters.push(next === 'separator' || next === 'close' ? undefined : this.#binary(0));
      if (this.#take('close')) return parameters;
      if (!this.#take('separator')) throw new UncomputedFormula();
    }
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #take(kind: Token['kind']): boolean {
    const isNext = this.#peek()?.kind === kind;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #takeOperator(text: string): boolean {
    const token = this.#peek();
    const isNext = token?.kind === 'operator' && token.text === text;
    if (isNext) this.#at += 1;
    return isNext;
  }
}

function cellOf(reference: string): CellNode {
  const place = parseReference(reference);
  if (!place) throw new UncomputedFormula();
  return {
    ...place,
    isColumnFixed: reference.startsWith('$'),
    isRowFixed: reference.lastIndexOf('$') > 0,
  };
}

/** Whole columns (`A:C`) or rows (`2:3`). */
function wholeLines(start: string, end: string): [CellNode, CellNode] {
  const areColumns = /[A-Z]/i.test(start);
  const first = cellOf(areColumns ? `${start}$1` : `$A${start}`);
  const last = cellOf(areColumns ? `${end}$${rowsMax}` : `$A${end}`);
  return areColumns ? [first, last] : [first, { ...last, column: columnsMax - 1 }];
}

import { UncomputedFormula } from './formula-value.ts';

/** A part of a formula. */
export interface Token {
  readonly kind:
    | 'number'
    | 'text'
    | 'boolean'
    | 'error'
    | 'reference'
    | 'function'
    | 'operator'
    | 'open'
    | 'close'
    | 'separator';
  readonly text: string;
  /** The sheet that a reference names. */
  readonly sheet?: string | undefined;
}

/** Longer formulas are not computed, as in spreadsheets. */
const formulaLengthMax = 8192;
const patterns = {
  space: /\s+/y,
  number: /(?:\d+(?:\.\d*)?|\.\d+)(?:E[+-]?\d+)?(?![\w.:])/iy,
  text: /"((?:[^"]|"")*)"/y,
  error: /#(?:N\/A|[A-Z]+(?:\/0)?[!?])/iy,
  function: /(?:_xlfn\.|_xlws\.)*([A-Z][A-Z0-9.]*)\(/iy,
  reference:
    /(?:('(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?((?:\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?\d+:\$?\d+)(?![\p{L}\p{N}_.(]))/iuy,
  boolean: /(?:TRUE|FALSE)(?![\w.(])/iy,
  operator: /<>|<=|>=|[-+*/^&=<>%]/y,
};

/**
 * Splits a formula (ECMA-376 part 1, 18.17.2).
 *
 * @throws UncomputedFormula for names, arrays, structured references and other files, which are not computed
 */
export function tokenizeFormula(formula: string): Token[] {
  if (formula.length > formulaLengthMax) throw new UncomputedFormula();
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(formula);
    if (found) at = pattern.lastIndex;
    return found ?? undefined;
  };
  while (at < formula.length) {
    if (match(patterns.space)) continue;
    const token = nextToken(formula.charAt(at), match);
    if (token === undefined) throw new UncomputedFormula();
    if (token.kind === 'open' || token.kind === 'close' || token.kind === 'separator') at += 1;
    tokens.push(token);
  }
  return tokens;
}

function nextToken(sign: string, match: (pattern: RegExp) => RegExpExecArray | undefined): Token | undefined {
  if (sign === '(') return { kind: 'open', text: sign };
  if (sign === ')') return { kind: 'close', text: sign };
  if (sign === ',') return { kind: 'separator', text: sign };
  const text = match(patterns.text);
  if (text) return { kind: 'text', text: (text[1] ?? '').replaceAll('""', '"') };
  const error = match(patterns.error);
  if (error) return { kind: 'error', text: error[0].toUpperCase() };
  const number = match(patterns.number);
  if (number) return { kind: 'number', text: number[0] };
  const call = match(patterns.function);
  if (call) return { kind: 'function', text: (call[1] ?? '').toUpperCase() };
  const boolean = match(patterns.boolean);
  if (boolean) return { kind: 'boolean', text: boolean[0].toUpperCase() };
  const reference = match(patterns.reference);
  if (reference) {
    const [, sheet, place = ''] = reference;
    return { kind: 'reference', text: place, sheet: sheet?.replace(/^'|'$/g, '').replaceAll("''", "'") };
  }
  const operator = match(patterns.operator);
  return operator && { kind: 'operator', text: operator[0] };
}

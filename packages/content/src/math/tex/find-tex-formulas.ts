import { pairDelimiters } from './pair-delimiters.ts';
import type { TexDelimiters } from './tex-delimiter.ts';

/** A formula in a text. */
export interface TexFormula {
  /** Offsets of the formula with its delimiters. */
  readonly start: number;
  readonly end: number;
  /** Without its delimiters; an environment has none. */
  readonly tex: string;
  readonly display: boolean;
}

/** Longer text between delimiters is not a formula. */
const displayLengthMax = 10_000;
const inlineLengthMax = 1000;

/**
 * Finds the formulas that MathJax or KaTeX would typeset in a text, in order. Dollar signs of amounts and variables are
 * not delimiters. Linear in the length of the text.
 */
export function findTexFormulas(text: string, delimiters: TexDelimiters): TexFormula[] {
  const { pairs, hasEnvironments } = delimiters;
  if (!(hasEnvironments && text.includes('\\begin{')) && !pairs.some(({ left }) => text.includes(left)))
    return [];
  const { tokens, partners } = pairDelimiters(text, delimiters);
  const found: TexFormula[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const partner = partners.get(index);
    const [open, close] = [tokens[index], tokens[partner ?? -1]];
    if (!open || !close || partner === undefined) continue;
    const pair = pairs[open.pair];
    const display = pair?.display ?? true;
    const [from, to] = pair ? [open.end, close.start] : [open.start, close.end];
    if (to - from > (display ? displayLengthMax : inlineLengthMax)) continue;
    const tex = text.slice(from, to);
    if (!/[\p{L}\p{N}]/u.test(tex) || (!display && /\n[ \t\r]*\n/.test(tex))) continue;
    if (pair?.left === '$' && !isBetweenDollars(tex, text.charAt(open.start - 1), text.charAt(close.end)))
      continue;
    if (pair?.needsMarkup && !/\\[a-z{},;!|]|[_^]|^\p{L}$/iu.test(tex)) continue;
    found.push({ start: open.start, end: close.end, tex: tex.trim(), display });
    index = partner;
  }
  return found;
}

/**
 * Whether a text between two dollar signs is a formula, and not the text between two amounts or variables. TeX markup
 * decides; without it, the conditions are those of Pandoc's extension `tex_math_dollars` and some more.
 */
function isBetweenDollars(tex: string, before: string, after: string): boolean {
  if (/[\\^_{}]/.test(tex)) {
    const isAmount = /^\d/.test(tex) && (/\d/.test(after) || /\s[a-z]{2,}\s/i.test(tex.slice(0, 60)));
    return !isAmount;
  }
  if (/^\s|\s$/.test(tex)) return /^\s+(?:[a-z]|[^\s]{0,20}\s?[=<>≤≥+-]\s?[^\s]{0,20})\s+$/i.test(tex);
  if (/[\p{L}\d]/u.test(before) || /\d/.test(after)) return false;
  if (/\p{L}/u.test(after) && tex.length > 1 && !/[=+()]/.test(tex)) return false;
  const words = tex.match(/\p{L}{3,}/gu)?.length ?? 0;
  return words < 2 && !(words === 1 && /\d/.test(tex));
}

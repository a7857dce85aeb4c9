import { bracketOf, type MathNode, type MathStyle } from './math-node.ts';
import { countPrimes, isSymbol, splitWords, writeToken } from './write-token.ts';

/** Whether TeX attaches an index to the whole of a part without braces around it. */
export function isUnit(node: MathNode): boolean {
  switch (node.kind) {
    case 'token':
      return /^[\d.]+$/.test(node.text) || isOnePiece(node.text, node.style);
    case 'text':
      return splitWords(node.text).length === 1 && (!isSymbol(node.text) || isOnePiece(node.text, undefined));
    case 'row':
      return isBracketed(node.children);
    case 'command':
      return !/^(?:over|under)(?:brace|group)$/.test(node.name);
    case 'scripts':
    case 'fraction':
      return false;
    default:
      return true;
  }
}

function isOnePiece(text: string, style: MathStyle | undefined): boolean {
  const [piece, ...others] = writeToken(text.slice(0, 100), style);
  return others.length === 0 && piece?.kind !== 'prime';
}

/** Whether a bracket at the start is closed at the end. */
function isBracketed(parts: readonly MathNode[]): boolean {
  const last = parts.length - 1;
  let depth = 0;
  return parts.every((part, index) => {
    const bracket = bracketOf(part);
    if (part.kind === 'delimiter' ? part.side === 'open' : /^[([{]$/.test(bracket ?? '')) depth++;
    else if (part.kind === 'delimiter' ? part.side === 'close' : /^[)\]}]$/.test(bracket ?? '')) depth--;
    return index === last ? depth === 0 && bracket !== undefined : depth > 0;
  });
}

/** The number of strokes of an index that consists of primes. */
export function primesOf(node: MathNode): number {
  if (node.kind === 'token') return countPrimes(node.text);
  if (node.kind !== 'row' || node.children.length > 4) return 0;
  const counts = node.children.map((child) => (child.kind === 'token' ? countPrimes(child.text) : 0));
  return counts.includes(0) ? 0 : counts.reduce((sum, count) => sum + count, 0);
}

/** Whether a part is an operator that can have limits. */
export function isLarge(node: MathNode): boolean {
  if (node.kind !== 'token' || node.text.length > 4) return false;
  const pieces = writeToken(node.text);
  return pieces.length === 1 && pieces[0]?.kind === 'large';
}

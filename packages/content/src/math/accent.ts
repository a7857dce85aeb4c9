import { type MathNode, rowOf } from './math-node.ts';
import symbols from './math-symbols.data.json' with { type: 'json' };
import { writeToken } from './write-token.ts';

const above = new Map(Object.entries(symbols.accentsAbove));
const below = new Map(Object.entries(symbols.accentsBelow));

/**
 * Puts a mark above or below a content.
 * @returns undefined if TeX has no accent for the mark
 */
export function accentOf(content: MathNode, mark: string, side: 'above' | 'below'): MathNode | undefined {
  const [narrow, wide] = above.get(mark) ?? [];
  const name = side === 'below' ? below.get(mark) : isCharacter(content) ? narrow : wide;
  return name === undefined ? undefined : { kind: 'command', name, content };
}

/** Puts a mark or another content above or below a content. */
export function markedOf(content: MathNode, mark: string, side: 'above' | 'below'): MathNode {
  const accent = accentOf(content, mark, side);
  if (accent) return accent;
  const token = rowOf([{ kind: 'token', text: mark }]);
  const limits = side === 'above' ? { upper: token } : { lower: token };
  return { kind: 'scripts', base: content, ...limits, areLimits: true };
}

function isCharacter(node: MathNode): boolean {
  return node.kind === 'token' && node.text.length <= 10 && writeToken(node.text, node.style).length === 1;
}

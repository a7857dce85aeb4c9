import type { Emphasis, InlineNode } from '../../blocks/inline-node.ts';
import { firstCharacter, lastCharacter, lastCodePoint } from './edge-characters.ts';
import { addJoined } from './normalize-inline.ts';

/** Punctuation in one parser or another; versions differ on symbols. */
const maybePunctuation = /^[\p{P}\p{S}]$/u;
/** Punctuation in every parser. */
const surePunctuation = /^[\p{P}$+<=>^`|~]$/u;
const punctuationStart = /^[\p{P}\p{S}\s]+/u;

/**
 * Moves punctuation, and whatever else delimiters cannot stand next to, out of emphasis, so that its delimiters are
 * recognized: between a letter and a punctuation character they are not
 * (https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run). `word**"quoted"**` becomes `word"**quoted**"`.
 *
 * @param nodes normalized content
 * @returns the same text; only emphasis differs
 */
export function fitEmphasis(nodes: readonly InlineNode[]): InlineNode[] {
  const fitted: InlineNode[] = [];
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'link') {
      fitted.push({ ...node, children: fitEmphasis(node.children) });
      continue;
    }
    if (node.type !== 'emphasis') {
      addJoined(fitted, node);
      continue;
    }
    const previous = fitted.at(-1);
    const next = nodes[index + 1];
    const before = previous === undefined ? '' : lastCharacter(previous);
    const after = next === undefined ? '' : firstCharacter(next);
    for (const part of fitOne({ ...node, children: fitEmphasis(node.children) }, before, after))
      addJoined(fitted, part);
  }
  return fitted;
}

/** @param before character before the emphasis, and `after` behind it; '' for none */
function fitOne(emphasis: Emphasis, before: string, after: string): InlineNode[] {
  const { mark } = emphasis;
  const leading: InlineNode[] = [];
  const trailing: InlineNode[] = [];
  let start = 0;
  let end = emphasis.children.length;
  const children = [...emphasis.children];
  let outside = before;
  while (start < end && !isClosable(outside, firstCharacter(children[start] as InlineNode))) {
    const { out, rest } = takeStart(children[start] as InlineNode, mark);
    if (rest === undefined) start++;
    else children[start] = rest;
    leading.push(out);
    outside = lastCharacter(out);
  }
  outside = after;
  while (end > start && !isClosable(outside, lastCharacter(children[end - 1] as InlineNode))) {
    const { out, rest } = takeEnd(children[end - 1] as InlineNode, mark);
    if (rest === undefined) end--;
    else children[end - 1] = rest;
    trailing.push(out);
    outside = firstCharacter(out);
  }
  const inner = children.slice(start, end);
  if (inner.length > 0) leading.push({ ...emphasis, children: inner });
  return [...leading, ...trailing.reverse()];
}

/** Returns whether a delimiter is recognized between a character outside the emphasis and one inside. */
function isClosable(outside: string, inside: string): boolean {
  if (/^\s/u.test(inside)) return false;
  return (
    !maybePunctuation.test(inside) || outside === '' || /^\s/u.test(outside) || surePunctuation.test(outside)
  );
}

interface TakenNode {
  /** Content that moves out of the emphasis. */
  readonly out: InlineNode;
  /** Content that stays inside. */
  readonly rest?: InlineNode | undefined;
}

function takeStart(node: InlineNode, mark: Emphasis['mark']): TakenNode {
  if (node.type === 'text') {
    const length = punctuationStart.exec(node.value)?.[0].length ?? 0;
    return cutText(node.value, length, false);
  }
  const [first, ...others] = node.type === 'emphasis' ? node.children : [];
  if (node.type !== 'emphasis' || first === undefined) return { out: emphasizeInside(node, mark) };
  const { out, rest } = takeStart(first, mark);
  const children = rest === undefined ? others : [rest, ...others];
  return { out, rest: children.length === 0 ? undefined : { ...node, children } };
}

function takeEnd(node: InlineNode, mark: Emphasis['mark']): TakenNode {
  if (node.type === 'text') {
    let length = node.value.length;
    for (
      let last = lastCodePoint(node.value);
      last !== '';
      last = lastCodePoint(node.value.slice(0, length))
    ) {
      if (!/[\p{P}\p{S}\s]/u.test(last)) break;
      length -= last.length;
    }
    return cutText(node.value, length, true);
  }
  const last = node.type === 'emphasis' ? node.children.at(-1) : undefined;
  if (node.type !== 'emphasis' || last === undefined) return { out: emphasizeInside(node, mark) };
  const { out, rest } = takeEnd(last, mark);
  const others = node.children.slice(0, -1);
  const children = rest === undefined ? others : [...others, rest];
  return { out, rest: children.length === 0 ? undefined : { ...node, children } };
}

function cutText(value: string, length: number, isEnd: boolean): TakenNode {
  const [start, end]: InlineNode[] = [
    { type: 'text', value: value.slice(0, length) },
    { type: 'text', value: value.slice(length) },
  ];
  const [out, rest] = isEnd ? [end, start] : [start, end];
  return { out: out as InlineNode, rest: rest?.type === 'text' && rest.value === '' ? undefined : rest };
}

/** A link is emphasized inside its brackets; code and images lose their emphasis. */
function emphasizeInside(node: InlineNode, mark: Emphasis['mark']): InlineNode {
  if (node.type !== 'link') return node;
  return { ...node, children: [{ type: 'emphasis', mark, children: node.children }] };
}

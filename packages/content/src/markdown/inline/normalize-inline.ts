import type { InlineNode } from '../../blocks/inline-node.ts';

/**
 * Moves white space and line breaks at the ends of emphasis and links out of them, where Markdown allows none; joins
 * adjacent texts, and runs of one emphasis with only white space between them; drops what is empty then.
 */
export function normalizeInline(nodes: readonly InlineNode[]): InlineNode[] {
  const joined: InlineNode[] = [];
  for (const node of nodes) {
    if (node.type !== 'emphasis' && node.type !== 'link') {
      addJoined(joined, node);
      continue;
    }
    const { before, inner, after } = splitEnds(normalizeInline(node.children));
    for (const outside of before) addJoined(joined, outside);
    if (inner.length > 0) addJoined(joined, { ...node, children: inner });
    for (const outside of after) addJoined(joined, outside);
  }
  return joined;
}

/** Removes white space and breaks at the ends, and white space next to breaks. */
export function trimInline(nodes: readonly InlineNode[]): InlineNode[] {
  const { inner } = splitEnds(nodes);
  const trimmed: InlineNode[] = [];
  for (const [index, node] of inner.entries()) {
    if (node.type !== 'text') {
      trimmed.push(node);
      continue;
    }
    let { value } = node;
    if (inner[index - 1]?.type === 'break') value = value.trimStart();
    if (inner[index + 1]?.type === 'break') value = value.trimEnd();
    if (value !== '') trimmed.push({ type: 'text', value });
  }
  return trimmed;
}

/** Splits a paragraph where the page has two or more line breaks in a row. */
export function splitAtBreaks(nodes: readonly InlineNode[]): InlineNode[][] {
  const parts: InlineNode[][] = [[]];
  for (const [index, node] of nodes.entries()) {
    const isBreak = node.type === 'break';
    if (isBreak && (nodes[index + 1]?.type === 'break' || nodes[index - 1]?.type === 'break')) {
      if (parts.at(-1)?.length !== 0) parts.push([]);
    } else parts.at(-1)?.push(node);
  }
  return parts;
}

/** Adds a node to a list, joined with the last one if they are of one kind; the last one may be changed. */
export function addJoined(nodes: InlineNode[], node: InlineNode): void {
  const last = nodes.at(-1);
  if (node.type === 'text' && last?.type === 'text') {
    nodes[nodes.length - 1] = { type: 'text', value: last.value + node.value };
  } else if (node.type === 'code' && last?.type === 'code') {
    nodes[nodes.length - 1] = { type: 'code', value: last.value + node.value };
  } else if (node.type === 'emphasis' && last?.type === 'emphasis' && last.mark === node.mark) {
    for (const child of node.children) addJoined(last.children, child);
  } else if (node.type === 'emphasis' && last?.type === 'text' && joinsAcross(nodes.at(-2), last, node)) {
    nodes.pop();
    addJoined(nodes, { ...node, children: [last, ...node.children] });
  } else if (node.type !== 'text' || node.value !== '') nodes.push(node);
}

/** Whether only white space is between two runs of the same emphasis. */
function joinsAcross(before: InlineNode | undefined, between: InlineNode, node: InlineNode): boolean {
  return (
    before?.type === 'emphasis' && node.type === 'emphasis' && before.mark === node.mark && isBlank(between)
  );
}

interface SplitNodes {
  readonly before: readonly InlineNode[];
  readonly inner: InlineNode[];
  readonly after: readonly InlineNode[];
}

/** Separates white space and breaks at both ends from what is between them. */
function splitEnds(nodes: readonly InlineNode[]): SplitNodes {
  const before: InlineNode[] = [];
  const after: InlineNode[] = [];
  let start = 0;
  let end = nodes.length;
  for (; start < end && isBlank(nodes[start]); start++) before.push(nodes[start] as InlineNode);
  for (; end > start && isBlank(nodes[end - 1]); end--) after.push(nodes[end - 1] as InlineNode);
  after.reverse();
  const inner = nodes.slice(start, end);
  const [first] = inner;
  if (first?.type === 'text' && first.value.trimStart() !== first.value) {
    const value = first.value.trimStart();
    before.push({ type: 'text', value: first.value.slice(0, first.value.length - value.length) });
    inner[0] = { type: 'text', value };
  }
  const last = inner.at(-1);
  if (last?.type === 'text' && last.value.trimEnd() !== last.value) {
    const value = last.value.trimEnd();
    after.unshift({ type: 'text', value: last.value.slice(value.length) });
    inner[inner.length - 1] = { type: 'text', value };
  }
  return { before, inner, after };
}

function isBlank(node: InlineNode | undefined): boolean {
  return node?.type === 'break' || (node?.type === 'text' && node.value.trim() === '');
}

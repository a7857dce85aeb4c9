import type { EmphasisMark, InlineNode } from './inline-node.ts';

/** Text with links, emphasis and code. A `break` is a line break of the document. */
export type RichText = readonly InlineNode[];

/** Text whose characters look the same, as most formats store it. */
export interface StyledRun {
  /** May contain `\n` for line breaks. */
  readonly text: string;
  readonly isBold?: boolean | undefined;
  readonly isItalic?: boolean | undefined;
  readonly isStruck?: boolean | undefined;
  readonly isCode?: boolean | undefined;
  /** Target of a link. */
  readonly url?: string | undefined;
  /** Label of the footnote that is referred to after the text. */
  readonly footnote?: string | undefined;
}

/** Text without any style; `\n` becomes a line break. */
export function plainText(text: string): RichText {
  return joinRuns([{ text }]);
}

/** Joins runs. Adjacent runs of one link become one link, and adjacent runs with the same emphasis one emphasis. */
export function joinRuns(runs: readonly StyledRun[]): RichText {
  const [only] = runs;
  if (runs.length === 1 && only !== undefined && isPlain(only)) return writeRun(only);
  const groups: { url: string | undefined; runs: StyledRun[] }[] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last !== undefined && last.url === run.url) last.runs.push(run);
    else groups.push({ url: run.url, runs: [run] });
  }
  return groups.flatMap((group): RichText => {
    const children = emphasize(group.runs, 0);
    return group.url === undefined || group.url === ''
      ? children
      : [{ type: 'link', url: group.url, children }];
  });
}

/** Whether a run has no style, as most do. */
function isPlain({ isBold, isItalic, isStruck, url }: StyledRun): boolean {
  return isBold !== true && isItalic !== true && isStruck !== true && (url === undefined || url === '');
}

/** Emphasis from the outermost to the innermost. */
const emphases: readonly { readonly mark: EmphasisMark; readonly applies: (run: StyledRun) => boolean }[] = [
  { mark: '**', applies: (run) => run.isBold === true },
  { mark: '*', applies: (run) => run.isItalic === true },
  { mark: '~~', applies: (run) => run.isStruck === true },
];

function emphasize(runs: readonly StyledRun[], level: number): InlineNode[] {
  const emphasis = emphases[level];
  if (emphasis === undefined) return runs.flatMap(writeRun);
  const nodes: InlineNode[] = [];
  for (let start = 0, end = 0; start < runs.length; start = end) {
    const applies = isMarked(runs[start], emphasis.applies);
    for (end = start + 1; end < runs.length && isMarked(runs[end], emphasis.applies) === applies; end += 1);
    const children = emphasize(runs.slice(start, end), level + 1);
    if (applies) nodes.push({ type: 'emphasis', mark: emphasis.mark, children });
    else for (const child of children) nodes.push(child);
  }
  return nodes;
}

/** Emphasis of nothing but space cannot be seen. */
function isMarked(run: StyledRun | undefined, applies: (run: StyledRun) => boolean): boolean {
  return run !== undefined && applies(run) && run.text.trim() !== '';
}

function writeRun({ text, isCode, footnote }: StyledRun): InlineNode[] {
  if (isCode !== true && footnote === undefined && text !== '' && !text.includes('\n'))
    return [{ type: 'text', value: text }];
  const nodes: InlineNode[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) nodes.push({ type: 'break' });
    if (line === '') continue;
    if (isCode === true && line.trim() !== '') nodes.push({ type: 'code', value: line });
    else nodes.push({ type: 'text', value: line });
  }
  if (footnote !== undefined) nodes.push({ type: 'footnote', label: footnote });
  return nodes;
}

/** The characters of a text without its styles. References to footnotes are left out. */
export function textOf(content: RichText): string {
  const [only] = content;
  if (content.length === 1 && only?.type === 'text') return only.value;
  return content
    .map((node) => {
      switch (node.type) {
        case 'text':
        case 'code':
          return node.value;
        case 'raw':
          return textOfRaw(node.value);
        case 'emphasis':
        case 'link':
          return textOf(node.children);
        case 'image':
          return node.alt;
        case 'break':
          return '\n';
        default:
          return '';
      }
    })
    .join('');
}

/** Tags show nothing, except line breaks. */
function textOfRaw(markdown: string): string {
  if (!/^<[a-z/!?]/i.test(markdown)) return markdown;
  return /^<br\b/i.test(markdown) ? '\n' : '';
}

/** Number of nodes beyond the first, such as changes of the style. */
export function countNodes(content: RichText): number {
  let count = -1;
  for (const node of content) count += 'children' in node ? 2 + countNodes(node.children) : 1;
  return Math.max(0, count);
}

/** Makes each line a paragraph. */
export function asParagraphs(content: RichText): RichText {
  return content.flatMap((node): RichText => (node.type === 'break' ? [node, node] : [node]));
}

/** Whether a text shows nothing. */
export function isBlank(content: RichText): boolean {
  return content.every((node) => {
    if (node.type === 'image') return false;
    if (node.type === 'emphasis' || node.type === 'link') return isBlank(node.children);
    return !('value' in node) || node.value.trim() === '';
  });
}

import type { SyntaxNodeRef, Tree } from '@lezer/common';
import { GFM, type MarkdownParser, parser } from '@lezer/markdown';
import type { TextRange } from '@quern/text/span';
import type { TextBlock } from '../blocks/inline-token.ts';
import { BlockReader } from './block-reader.ts';
import { coverRanges, findProtectedRanges } from './find-protected-ranges.ts';
import { normalizeLabel } from './normalize-label.ts';

const gfmParser: MarkdownParser = parser.configure(GFM);

/** Names of the nodes whose content is inline. */
const leafPattern = /^(?:Paragraph|ATXHeading\d|SetextHeading\d|TableCell|Task)$/;

/**
 * Maximum length of a paragraph whose inline markup is parsed. Parsers of CommonMark take quadratic time for some
 * paragraphs; the markup of longer ones is kept by patterns.
 */
const leafLengthMax = 8192;
/** Maximum number of brackets and of delimiters of emphasis in such a paragraph. */
const bracketsMax = 300;
const delimitersMax = 1000;

/**
 * Finds the blocks of a Markdown document (CommonMark with GFM tables, strikethrough, task lists and autolinks) that
 * contain text. Code, HTML blocks, link definitions, front matter, formulas and all markup are outside of their words.
 */
export function readMarkdownBlocks(markdown: string): TextBlock[] {
  const protectedRanges = findProtectedRanges(markdown);
  const source = coverRanges(markdown, protectedRanges);
  const tree = parseDocument(source);
  const definitions = readDefinitions(tree, source);
  const blocks: TextBlock[] = [];
  let block: BlockReader | undefined;
  tree.iterate({
    enter: (node) => {
      if (block !== undefined) return block.enter(node);
      if (leafPattern.test(node.name))
        block = new BlockReader(markdown, node, { protectedRanges, definitions });
      return true;
    },
    leave: (node) => {
      if (block === undefined) return;
      if (!block.isOf(node)) {
        block.leave(node);
        return;
      }
      blocks.push(block.finish());
      block = undefined;
    },
  });
  return blocks;
}

/** Parses a document, without the markup inside paragraphs that would take too long. */
function parseDocument(markdown: string): Tree {
  const source = markdown.replace(deepQuotePattern, (quote) => quote.replaceAll('>', 'x'));
  if (!isCostly(source)) return gfmParser.parse(source);
  const costly = findLeaves(source).filter(({ startIndex, endIndex }) =>
    isCostly(source.slice(startIndex, endIndex)),
  );
  const parts: string[] = [];
  let end = 0;
  for (const { startIndex, endIndex } of costly) {
    parts.push(source.slice(end, startIndex));
    parts.push(source.slice(startIndex, endIndex).replace(/[\\[\]()*_~`<>&!|]/g, ' '));
    end = endIndex;
  }
  return gfmParser.parse([...parts, source.slice(end)].join(''));
}

/** Markers of quotes beyond a depth that no document has; each level costs time in every line. */
const deepQuotePattern = /(?<=^(?:[ \t]{0,3}>){50})[ \t>]+/gm;

/** Whether a text is long or has many characters that may be markup. */
function isCostly(text: string): boolean {
  return (
    text.length > leafLengthMax ||
    countMatches(text, /\[/g) > bracketsMax ||
    countMatches(text, /[*_~]/g) > delimitersMax
  );
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const inlineNames = [
  'Escape',
  'Entity',
  'InlineCode',
  'HTMLTag',
  'Emphasis',
  'HardBreak',
  'Link',
  'Image',
  'LinkEnd',
  'Strikethrough',
  'Autolink',
];
const blockParser: MarkdownParser = gfmParser.configure({ remove: inlineNames });

function findLeaves(source: string): TextRange[] {
  const ranges: TextRange[] = [];
  blockParser.parse(source).iterate({
    enter: ({ name, from, to }) => {
      if (leafPattern.test(name)) ranges.push({ startIndex: from, endIndex: to });
    },
  });
  return ranges;
}

/** Returns the labels of link definitions, normalized as CommonMark compares them. */
function readDefinitions(tree: Tree, source: string): ReadonlySet<string> {
  const labels = new Set<string>();
  tree.iterate({
    enter: (node: SyntaxNodeRef) => {
      if (node.name !== 'LinkReference') return;
      const label = node.node.getChild('LinkLabel');
      if (label) labels.add(normalizeLabel(source.slice(label.from + 1, label.to - 1)));
    },
  });
  return labels;
}

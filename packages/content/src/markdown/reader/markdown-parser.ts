import type { Tree } from '@lezer/common';
import {
  type BlockParser,
  GFM,
  InlineContext,
  type InlineParser,
  type MarkdownConfig,
  parser,
} from '@lezer/markdown';
import { decodeHTMLStrict } from 'entities';

/** Addresses by the normalized labels of their definitions. */
export type LinkDefinitions = ReadonlyMap<string, string>;

/** Normalizes a label, so that those of the same link are equal (https://spec.commonmark.org/0.31.2/#matches). */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

/** Returns the address that a destination of a link means, without angle brackets, escapes and character references. */
export function addressOf(destination: string): string {
  const text = destination
    .replace(/^<(.*)>$/, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => (sign === '&' ? '&amp;' : sign));
  return text.includes('&') ? decodeHTMLStrict(text) : text;
}

/** A product of the length of a paragraph and its characters of markup above which its markup is text. */
const costMax = 5_000_000;

/** The parser takes quadratic time for some paragraphs. */
const costGuard: InlineParser = {
  name: 'CostGuard',
  before: 'Escape',
  parse: (context, _, position) => {
    const { text, offset, end } = context;
    if (position > offset || text.length < 1000) return -1;
    const signs = text.match(/[[*_~`<]| {9}/g)?.length ?? 0;
    return text.length * signs > costMax ? end : -1;
  },
};

const footnotePattern = /^\[\^([^\s[\]^]{1,100})\]/;
const footnoteStart = new RegExp(`${footnotePattern.source}:[ \\t]*`);

/** Footnotes (https://github.com/github/cmark-gfm), whose further lines are indented by four columns. */
const footnote: BlockParser = {
  name: 'Footnote',
  before: 'LinkReference',
  parse: (context, line) => {
    const found = footnoteStart.exec(line.text.slice(line.pos));
    if (found === null) return false;
    const start = context.lineStart + line.pos;
    context.startComposite('Footnote', line.pos);
    context.addElement(context.elt('FootnoteMark', start, start + found[0].length));
    line.moveBase(line.pos + found[0].length);
    return null;
  },
  endLeaf: (_, line) => footnoteStart.test(line.text.slice(line.pos)),
};

/** Lines that show nothing: fences of containers, imports of MDX, labels of alerts, places of a table of contents. */
const directivePattern =
  /^(?::::.*|import\s[^\n]{1,200}\sfrom\s['"].*|\[![a-z]{3,12}\][+-]?\s*|\[\[?_?toc_?\]?\]\s*)$/i;
const directive: BlockParser = {
  name: 'Directive',
  before: 'Footnote',
  parse: (context, line) => {
    if (!directivePattern.test(line.text.slice(line.pos))) return false;
    context.nextLine();
    return true;
  },
  endLeaf: (_, line) => directivePattern.test(line.text.slice(line.pos)),
};

const definitionPattern =
  /^\[((?:[^[\]\\]|\\.){1,999})\]:\s*(<[^<>\n]*>|[^\s<]\S*)(?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?\s*$/d;
const labelPattern = /\[((?:[^[\]\\]|\\.){1,999})\]:/g;

/** Definitions of links in one line, or with their title in the next one. */
function definitionParser(source: string, definitions: Map<string, string>): BlockParser {
  return {
    name: 'LinkReference',
    parse: (context, line) => {
      if (line.next !== 91 || line.indent >= line.baseIndent + 4) return false;
      const first = line.text.slice(line.pos);
      const both = context.depth === 1 ? `${first}\n${context.peekLine()}` : first;
      const found = definitionPattern.exec(both) ?? definitionPattern.exec(first);
      const label = normalizeLabel(found?.[1] ?? '');
      if (found === null || label === '') return false;
      const start = context.lineStart + line.pos;
      const [from, to] = found.indices?.[2] ?? [0, 0];
      if (!definitions.has(label)) definitions.set(label, addressOf(source.slice(start + from, start + to)));
      context.nextLine();
      if (found[0].trimEnd().includes('\n')) context.nextLine();
      return true;
    },
  };
}

/** Brackets without a definition are text, so that they may be inside a link; so are references to missing footnotes. */
function bracketParsers(labels: ReadonlySet<string>): InlineParser[] {
  const isDefined = (label: string) => labels.has(normalizeLabel(label));
  return [
    {
      name: 'Footnote',
      before: 'Link',
      parse: (context, next, position) => {
        if (next !== 91 || context.char(position + 1) !== 94) return -1;
        const [found, label = ''] = footnotePattern.exec(context.slice(position, position + 104)) ?? [];
        if (found === undefined || !isDefined(`^${label}`)) return -1;
        return context.addElement(context.elt('FootnoteReference', position, position + found.length));
      },
    },
    {
      name: 'LiteralBracket',
      before: 'LinkEnd',
      parse: (context, next, position) => {
        if (next !== 93 || context.char(position + 1) === 40) return -1;
        const starts = [InlineContext.linkStart, InlineContext.imageStart];
        const opener = context.getDelimiterAt(
          Math.max(...starts.map((type) => context.findOpeningDelimiter(type) ?? -1)),
        );
        const after = context.slice(position + 1, position + 1002);
        const label =
          /^\[((?:[^[\]\\]|\\.)*)\]/.exec(after)?.[1] || context.slice(opener?.to ?? position, position);
        // The parser makes no link of an opening bracket without a side.
        if (opener !== null && !isDefined(label)) Object.assign(opener, { side: 0 });
        return -1;
      },
    },
  ];
}

const baseParser = parser.configure([
  GFM,
  {
    defineNodes: [
      {
        name: 'Footnote',
        block: true,
        composite: (_, line) => {
          if (line.next >= 0 && line.indent < line.baseIndent + 4) return false;
          line.moveBaseColumn(line.baseIndent + 4);
          return true;
        },
      },
      'FootnoteMark',
      'FootnoteReference',
    ],
    parseBlock: [footnote, directive],
    parseInline: [costGuard],
  } satisfies MarkdownConfig,
]);

/** Markers of quotes and lists at a depth that no document has, by their number and indentation: each takes time in every line. */
const deepMarkers = /^(?:[ \t]{0,3}(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){50,}|^[ \t]{100,}\S/gm;

/** White space after a delimiter row, which the parser reads as a further cell. */
const rowEnd = /^([ \t>]*\|?[ \t:|-]*)\|([ \t]+)$/gm;

/** Writes line breaks and the ends of rows as the parser expects them. The length stays the same. */
function normalizeLines(text: string): string {
  const lines = text.includes('\r')
    ? text
        .replace(/(?<!\\)\\\r\n/g, '  \n')
        .replace(/ {2}\r\n/g, '   \n')
        .replace(/\r\n/g, '\t\n')
        .replace(/\r/g, '\n')
    : text;
  return lines
    .replace(rowEnd, '$1$2|')
    .replace(deepMarkers, (markers) => markers.slice(0, 50) + markers.slice(50).replace(/\S/g, 'x'));
}

/**
 * Parses CommonMark with the extensions of GFM, and footnotes. Takes linear time.
 *
 * @param covered the source, in which ranges that are not Markdown are covered
 */
export function parseMarkdown(
  source: string,
  covered: string,
): { readonly tree: Tree; readonly definitions: LinkDefinitions } {
  const text = normalizeLines(covered);
  const definitions = new Map<string, string>();
  const labels = new Set(Array.from(text.matchAll(labelPattern), ([, label = '']) => normalizeLabel(label)));
  const configured = baseParser.configure({
    parseBlock: [definitionParser(source, definitions)],
    parseInline: bracketParsers(labels),
  });
  return { tree: configured.parse(text), definitions };
}

import markdownIt from 'markdown-it';

/** A block that a parser of Markdown finds. Texts are without markup, with single spaces. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'item'; readonly depth: number; readonly isOrdered: boolean; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly text: string };

const parser = markdownIt({ html: true });
type Token = ReturnType<typeof parser.parse>[number];

/** Parses GitHub-flavored Markdown, with tables in HTML, as converters write them. */
export function parseMarkdownBlocks(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const lists: boolean[] = [];
  let pending: 'heading' | 'item' | undefined;
  let level = 0;
  let rows: string[][] | undefined;
  for (const token of parser.parse(markdown, {})) {
    switch (token.type) {
      case 'bullet_list_open':
      case 'ordered_list_open':
        lists.push(token.type.startsWith('ordered'));
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        lists.pop();
        break;
      case 'list_item_open':
        pending = 'item';
        break;
      case 'heading_open':
        pending = 'heading';
        level = Number(token.tag.slice(1));
        break;
      case 'table_open':
        rows = [];
        break;
      case 'table_close':
        if (rows !== undefined) blocks.push({ kind: 'table', rows });
        rows = undefined;
        break;
      case 'tr_open':
        rows?.push([]);
        break;
      case 'fence':
      case 'code_block':
        blocks.push({ kind: 'code', text: token.content });
        break;
      case 'html_block':
        for (const block of readHtml(token.content)) blocks.push(block);
        break;
      case 'inline': {
        const text = inlineText(token);
        if (rows !== undefined) rows.at(-1)?.push(text);
        else if (pending === 'heading') blocks.push({ kind: 'heading', level, text });
        else if (pending === 'item') {
          blocks.push({ kind: 'item', depth: lists.length - 1, isOrdered: lists.at(-1) === true, text });
        } else blocks.push({ kind: 'paragraph', text });
        pending = undefined;
        break;
      }
    }
  }
  return blocks;
}

function inlineText({ children, content }: Token): string {
  const parts = (children ?? []).map(({ type, content: part }) => {
    if (type === 'softbreak' || type === 'hardbreak') return ' ';
    if (type === 'html_inline') return /^<br/i.test(part) ? ' ' : '';
    return type === 'image' ? '' : part;
  });
  return collapse(children === null ? content : parts.join(''));
}

function readHtml(html: string): MarkdownBlock[] {
  const tables = html.match(/<table[\s\S]*?<\/table>/gi) ?? [];
  const blocks: MarkdownBlock[] = tables.map((table) => ({
    kind: 'table',
    rows: (table.match(/<tr[\s\S]*?<\/tr>/gi) ?? []).map((row) =>
      (row.match(/<t[dh][\s>][\s\S]*?<\/t[dh]>/gi) ?? []).map(stripTags),
    ),
  }));
  const rest = stripTags(html.replace(/<table[\s\S]*?<\/table>/gi, ''));
  if (rest !== '') blocks.push({ kind: 'paragraph', text: rest });
  return blocks;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

function stripTags(html: string): string {
  const text = html.replace(/<!--[\s\S]*?-->/g, ' ').replace(/<[^>]*>/g, ' ');
  return collapse(text.replace(/&(\w+);/g, (found, name: string) => entities[name] ?? found));
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

import type { ContentBlock } from '@quern/content/blocks/content-block';
import { readHtmlBlocks } from '@quern/content/html/read-html-blocks';
import { createResolver } from '@quern/content/html/resolve-address';
import { readMarkdown as readMarkdownBlocks } from '@quern/content/markdown/reader/read-markdown';
import { parseFile } from '../html/read-html.ts';
import type { DocumentContent } from '../model/document-content.ts';
import { timestampOf } from '../model/timestamp.ts';
import { readPlainText } from './decode-text.ts';

/** HTML blocks beyond this number stay as they are: each takes about 100 µs. */
const htmlBlocksMax = 5000;

/** Reads a Markdown file, which stays as it is; its front matter becomes metadata. @throws DocumentError `empty` or `unsupported` */
export async function readMarkdown(bytes: Uint8Array): Promise<DocumentContent> {
  const text = await readPlainText(bytes);
  const { blocks, frontMatter } = readMarkdownBlocks(text);
  const shown = await new HtmlInMarkdown().replaceIn(blocks);
  const fields = frontMatter?.fields ?? new Map<string, string>();
  const language = fields.get('lang') ?? fields.get('language') ?? '';
  const date = fields.get('date') ?? fields.get('created') ?? '';
  const modified = fields.get('lastmod') ?? fields.get('updated') ?? fields.get('modified') ?? '';
  const isBlank = text.trim() === '';
  return {
    format: 'markdown',
    // A file may have nothing but front matter or comments.
    blocks: shown.length > 0 || isBlank ? shown : [{ kind: 'verbatim', text }],
    markdown: text,
    metadata: {
      title: fields.get('title') ?? '',
      author: fields.get('author') ?? fields.get('authors') ?? '',
      createdAt: timestampOf(date, language),
      modifiedAt: timestampOf(modified, language),
      language,
    },
    pages: [],
    warnings: [],
  };
}

/** Replaces the HTML in Markdown by the blocks that it shows. */
class HtmlInMarkdown {
  #left = htmlBlocksMax;

  async replaceIn(blocks: readonly ContentBlock[]): Promise<ContentBlock[]> {
    const replaced: ContentBlock[] = [];
    for (const block of blocks) {
      if (block.kind === 'quote') replaced.push({ ...block, blocks: await this.replaceIn(block.blocks) });
      else if (block.kind !== 'verbatim' || this.#left-- <= 0) replaced.push(block);
      else {
        const { body } = await parseFile(block.text, false);
        const { range, itemDepth } = block;
        for (const shown of readHtmlBlocks(body, createResolver('')))
          replaced.push({ itemDepth, ...shown, range });
      }
    }
    return replaced;
  }
}

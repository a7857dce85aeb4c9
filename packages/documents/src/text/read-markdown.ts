import { readFrontMatter } from '@quern/text/front-matter';
import type { DocumentContent } from '../model/document-content.ts';
import { readPlainText } from './decode-text.ts';

/** Reads a Markdown file, which stays as it is; its front matter becomes metadata. @throws DocumentError `empty` or `unsupported` */
export async function readMarkdown(bytes: Uint8Array): Promise<DocumentContent> {
  const text = await readPlainText(bytes);
  const fields = readFrontMatter(text)?.fields ?? new Map<string, string>();
  const date = fields.get('date') ?? fields.get('created') ?? '';
  const modified = fields.get('lastmod') ?? fields.get('updated') ?? fields.get('modified') ?? '';
  return {
    format: 'markdown',
    blocks: text.trim() === '' ? [] : [{ kind: 'verbatim', text }],
    metadata: {
      title: fields.get('title') ?? '',
      author: fields.get('author') ?? fields.get('authors') ?? '',
      createdAt: timestampOf(date),
      modifiedAt: timestampOf(modified),
      language: fields.get('lang') ?? fields.get('language') ?? '',
    },
    pages: [],
    warnings: [],
  };
}

/** @returns '' for other texts than ISO 8601 dates, with or without time */
function timestampOf(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text.trim(),
  );
  if (!match) return '';
  const [, day = '', minutes = '00:00', seconds = ':00', zone = 'Z'] = match;
  const time = Date.parse(`${day}T${minutes}${seconds}${zone}`);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().replace('.000Z', 'Z');
}

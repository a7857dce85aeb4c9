import { parsePage } from '@quern/content/html/parse-page';
import { buildTree } from '../page/tree/build-tree.ts';
import { toMarkdown } from './to-markdown.ts';

/**
 * Converts an HTML fragment to Markdown in full, without removing boilerplate.
 * @param baseUrl URL against which relative URLs are resolved
 */
export async function htmlToMarkdown(html: string, baseUrl: string): Promise<string> {
  const document = await parsePage(html);
  return toMarkdown(buildTree(document.body, { baseUrl }));
}

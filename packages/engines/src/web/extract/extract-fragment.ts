import { toMarkdown } from '../markdown/to-markdown.ts';
import { type AddressGrowth, buildTree } from './build-tree.ts';
import { parseDocument } from './parse-document.ts';

/** A piece of HTML (a feed's entry, a rendered document) as markdown, whole: nothing is judged boilerplate. */
export async function extractFragment(
  html: string,
  baseUrl: string,
  growth?: AddressGrowth,
): Promise<string> {
  const document = await parseDocument(html);
  return toMarkdown(buildTree(document.body, { baseUrl, ...(growth && { growth }) }));
}

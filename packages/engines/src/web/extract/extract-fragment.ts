import { toMarkdown } from '../markdown/to-markdown.ts';
import { buildTree, type UrlGrowthBudget } from './build-tree.ts';
import { parseDocument } from './parse-document.ts';

/** A piece of HTML (a feed's entry, a rendered document) as markdown, whole: nothing is judged boilerplate. */
export async function htmlToMarkdown(
  html: string,
  baseUrl: string,
  growth?: UrlGrowthBudget,
): Promise<string> {
  const document = await parseDocument(html);
  return toMarkdown(buildTree(document.body, { baseUrl, ...(growth && { urlGrowth: growth }) }));
}

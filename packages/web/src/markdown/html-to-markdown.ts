import { parseDocument } from '../page/parse-document.ts';
import { buildTree, type UrlGrowthBudget } from '../page/tree/build-tree.ts';
import { toMarkdown } from './to-markdown.ts';

/** A piece of HTML (a feed's entry, a rendered document) as markdown, whole: nothing is judged boilerplate. */
export async function htmlToMarkdown(
  html: string,
  baseUrl: string,
  growth?: UrlGrowthBudget,
): Promise<string> {
  const document = await parseDocument(html);
  return toMarkdown(buildTree(document.body, { baseUrl, ...(growth && { urlGrowth: growth }) }));
}

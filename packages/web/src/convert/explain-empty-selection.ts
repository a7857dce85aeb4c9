import type { ContentOptions } from '../page/select/content-options.ts';
import { type ConvertResourceInput, convertResource } from './convert-resource.ts';

/**
 * Explains why `includeTags` and `excludeTags` leave no content of a page, by converting it without them.
 *
 * @param includedElements number of elements that `includeTags` matches; undefined without it
 * @returns the option and its effect, to be continued by the page; undefined if the page has no content without the
 *   options either
 */
export async function explainEmptySelection(
  resource: ConvertResourceInput,
  { includeTags = [], excludeTags = [], onlyMainContent }: ContentOptions,
  includedElements: number | undefined,
): Promise<string | undefined> {
  const isIncluding = includeTags.length > 0;
  const isExcluding = excludeTags.length > 0;
  if (!isIncluding && !isExcluding) return undefined;
  // Included elements are not restricted to the main content.
  const content = { onlyMainContent: isIncluding ? false : onlyMainContent };
  const { markdown } = await convertResource(resource, { content });
  if (markdown.trim() === '') return undefined;
  if (!isIncluding) return 'excludeTags: removes all content';
  if (includedElements === 0)
    return `includeTags: matches no element${isExcluding ? ' that excludeTags leaves' : ''}`;
  return isExcluding
    ? 'includeTags, excludeTags: leave no content'
    : 'includeTags: matches only elements without content';
}

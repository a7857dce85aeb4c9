import type { ElementFilter } from './filter-document.ts';

/** Which part of a page is converted, and to what. */
export interface ContentOptions extends ElementFilter {
  /**
   * Whether boilerplate is removed. Default true. If elements are included by `includeTags`, they are the content, and
   * nothing else is removed.
   */
  readonly onlyMainContent?: boolean | undefined;
  /** Whether the content is returned as plain text as well. Default false. */
  readonly withText?: boolean | undefined;
}

/** What a page says of itself; `other` are products, lists, front pages, where an article reader does not help. */
export type PageKind = 'article' | 'forum' | 'other' | 'unknown';

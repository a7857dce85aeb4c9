import { collapseWhitespace } from './collapse-whitespace.ts';

/** Reads one attribute of an element by name; undefined if it is absent. */
export type AttributeReader = (name: string) => string | undefined;

/** The values of a page's `<meta>` elements by lower-case name; the first non-empty value of each name counts. */
export class MetaValues {
  readonly #values = new Map<string, string>();

  add(attribute: AttributeReader): void {
    const name =
      attribute('property') ?? attribute('name') ?? attribute('http-equiv') ?? attribute('itemprop');
    const key = name?.toLowerCase() ?? '';
    const content = collapseWhitespace(attribute('content') ?? '');
    if (key !== '' && content !== '' && !this.#values.has(key)) this.#values.set(key, content);
  }

  /** Returns the value of the first name that has one; '' if none has. */
  first(...names: string[]): string {
    return names.map((name) => this.#values.get(name) ?? '').find((value) => value !== '') ?? '';
  }
}

// The order of precedence for a page's title, description and language, used by extraction and maps alike:
// what the page states for sharing (Open Graph, then Twitter cards), then its own elements, then Dublin Core.

/**
 * Returns the title of a page; '' if it states none.
 * @param titleElement text of the first `<title>` element
 */
export function titleOf(meta: MetaValues, titleElement: string): string {
  return meta.first('og:title', 'twitter:title', 'dc.title') || collapseWhitespace(titleElement);
}

/** Returns the description of a page; '' if it states none. */
export function descriptionOf(meta: MetaValues): string {
  return meta.first('og:description', 'description', 'twitter:description', 'dc.description');
}

/**
 * Returns the language as the page states it, a BCP 47 tag in general.
 * @param html reads the attributes of the `<html>` element
 */
export function languageOf(meta: MetaValues, html: AttributeReader): string {
  return (
    (html('lang') ?? '').trim() ||
    (html('xml:lang') ?? '').trim() ||
    meta.first('content-language', 'og:locale', 'dc.language').replace('_', '-')
  );
}

import { languageTag } from './language-tag.ts';
import metaNames from './meta-names.data.json' with { type: 'json' };
import { firstReadable, readableText } from './readable-text.ts';

/** Reads one attribute of an element by name; undefined if it is absent. */
export type AttributeReader = (name: string) => string | undefined;

/** Further values of one name are ignored. */
const valuesMax = 100;

/** The values of a page's `<meta>` elements by the letters of their names, in document order. */
export class MetaValues {
  readonly #values = new Map<string, string[]>();

  /** Adds an element, under each of its names. */
  add(attribute: AttributeReader): void {
    const content = attribute('content')?.trim() ?? '';
    if (content === '') return;
    const itemprop = attribute('itemprop');
    const stated = [attribute('property'), attribute('name'), attribute('http-equiv')];
    for (const name of new Set([...stated.map(nameKey), nameKey(itemprop && `itemprop${itemprop}`)])) {
      const values = this.#values.get(name);
      if (values === undefined) this.#values.set(name, [content]);
      else if (values.length < valuesMax) values.push(content);
    }
  }

  /** Returns all values as stated, those of the first name first. */
  all(names: readonly string[]): string[] {
    return names.flatMap((name) => this.#values.get(name) ?? []);
  }

  /** Returns the first readable value of the first name that has one; '' if none has. */
  first(...names: readonly string[]): string {
    return firstReadable(this.all(names));
  }
}

/** Equal for `DC.Date.Issued`, `dc:date.issued` and `bepress_dc_date_issued`. */
function nameKey(name: string | undefined): string {
  return (name ?? '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
    .replace(/^bepress/, '');
}

// The order of precedence for a page's title, description and language, used by extraction and maps alike:
// what the page states for sharing (Open Graph, then Twitter cards), then its own elements, then Dublin Core.

/**
 * Returns the title of a page; '' if it states none.
 * @param titleElement text of the first `<title>` element
 */
export function titleOf(meta: MetaValues, titleElement: string): string {
  return meta.first(...metaNames.title) || readableText(titleElement) || meta.first(...metaNames.titleOfPart);
}

/** Returns the description of a page; '' if it states none. */
export function descriptionOf(meta: MetaValues): string {
  return meta.first(...metaNames.description);
}

/**
 * Returns the language that a page states as a BCP 47 tag; '' if it states none that exists.
 * @param html reads the attributes of the `<html>` element
 * @param others further statements, which come last
 */
export function languageOf(meta: MetaValues, html: AttributeReader, others: readonly string[] = []): string {
  const stated = [html('lang') ?? '', html('xml:lang') ?? '', ...meta.all(metaNames.language), ...others];
  for (const text of stated) {
    const tag = languageTag(text.trim());
    if (tag !== '') return tag;
  }
  return '';
}

/** Texts that state when a page was changed, the most reliable first. */
export function modifiedTextsOf(meta: MetaValues): string[] {
  return meta.all(metaNames.modified);
}

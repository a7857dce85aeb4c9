import { type DomDocument, domText, findElementsByTag } from '@quern/content/dom/dom';
import { isRecord } from '@quern/runtime/is-record';
import { isJsonLdType, jsonLdObjects } from './json-ld.ts';

/** A schema.org object from JSON-LD, with the names of its types. */
export interface StructuredItem {
  readonly types: readonly string[];
  readonly value: Readonly<Record<string, unknown>>;
}

/** Maximum number of items of one page. */
const itemsMax = 500;

/** Returns the typed objects in a page's JSON-LD, outer objects before inner ones. Ignores malformed scripts. */
export function readStructuredData(document: DomDocument): StructuredItem[] {
  const items: StructuredItem[] = [];
  for (const script of findElementsByTag(document, 'script')) {
    if (!isJsonLdType(script.attributes['type'])) continue;
    for (const value of jsonLdObjects(domText(script), { order: 'breadth-first' })) {
      if (items.length >= itemsMax) return items;
      const types = typesOf(value);
      if (types.length > 0) items.push({ types, value });
    }
  }
  return items;
}

function typesOf(value: Readonly<Record<string, unknown>>): string[] {
  const type = value['@type'];
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
}

/** Lists and objects nested deeper than this do not represent a text. */
const textDepthMax = 20;

/**
 * Returns the text of a JSON-LD value: a string itself, or the property `key` or `@value` of an object. Texts of a
 * list are joined by commas. Returns '' for all other values.
 */
export function structuredDataText(value: unknown, key = 'name', depth = 0): string {
  if (typeof value === 'string') return value.trim();
  if (depth > textDepthMax) return '';
  if (Array.isArray(value))
    return value
      .map((item) => structuredDataText(item, key, depth + 1))
      .filter(Boolean)
      .join(', ');
  return isRecord(value) ? structuredDataText(value[key] ?? value['@value'], 'name', depth + 1) : '';
}

import { isRecord } from '@quern/runtime/is-record';
import { type DomDocument, domText, findElementsByTag } from '../dom/dom.ts';
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

/** Longer lists do not represent a text; references make long lists of short ones. */
const listMax = 500;

/** Returns the object that a reference such as `{"@id": "#author"}` stands for. */
export type ReferenceResolver = (id: string) => unknown;

/**
 * Returns the texts of a JSON-LD value: a string itself, or the property `key` or `@value` of an object, or the name of
 * the object that it refers to, and all of these for a list.
 */
export function structuredTexts(
  value: unknown,
  { key = 'name', resolve, depth = 0 }: { key?: string; resolve?: ReferenceResolver; depth?: number } = {},
): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (depth > textDepthMax) return [];
  const inner = { ...(resolve && { resolve }), depth: depth + 1 };
  if (Array.isArray(value))
    return value.slice(0, listMax).flatMap((item) => structuredTexts(item, { ...inner, key }));
  if (!isRecord(value)) return [];
  const list = value['@list'];
  if (list !== undefined) return structuredTexts(list, { ...inner, key });
  const stated = structuredTexts(value[key] ?? value['@value'], inner);
  const id = value['@id'];
  return stated.length === 0 && typeof id === 'string'
    ? structuredTexts(resolve?.(id), { depth: depth + 1 })
    : stated;
}

/** Returns these texts, joined by commas. */
export function structuredDataText(value: unknown, key = 'name'): string {
  return structuredTexts(value, { key }).join(', ');
}

import { type DomDocument, domText, findElementsByTag } from './dom.ts';

/** One object of schema.org as found in JSON-LD, with its type's names. */
export interface StructuredItem {
  readonly types: readonly string[];
  readonly value: Readonly<Record<string, unknown>>;
}

const itemsMax = 500;

/** All objects with a type in the page's JSON-LD, outer before inner. Broken scripts are passed over. */
export function readStructuredData(document: DomDocument): StructuredItem[] {
  const items: StructuredItem[] = [];
  for (const script of findElementsByTag(document, 'script')) {
    if (script.attributes['type']?.trim().toLowerCase() !== 'application/ld+json') continue;
    collect(parseLenient(domText(script)), items);
  }
  return items;
}

function parseLenient(source: string): unknown {
  const text = source
    .trim()
    .replace(/^(?:<!--|\/\/\s*<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\/\s{0,99}\]\]>|\]\]>)$/, '');
  try {
    return JSON.parse(text);
  } catch {
    // Raw line breaks inside of strings are the most common fault.
    try {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids
      const spaced = text.replace(/[\u0000-\u001f]+/g, ' ').trimEnd();
      return JSON.parse(spaced.replace(/;$/, ''));
    } catch {
      return undefined;
    }
  }
}

function collect(root: unknown, items: StructuredItem[]): void {
  const waiting: unknown[] = [root];
  for (let index = 0; index < waiting.length && items.length < itemsMax; index++) {
    const value = waiting[index];
    if (Array.isArray(value)) for (const inner of value.slice(0, itemsMax)) waiting.push(inner);
    else if (isRecord(value)) {
      const types = typesOf(value);
      if (types.length > 0) items.push({ types, value });
      for (const inner of Object.values(value)) {
        if (typeof inner === 'object' && inner !== null) waiting.push(inner);
      }
    }
  }
}

function typesOf(value: Readonly<Record<string, unknown>>): string[] {
  const type = value['@type'];
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list within a list within a list is no longer a name or a text. */
const textDepthMax = 20;

/** A text out of a string, a `{name}`, `{url}`, `{@value}`, or the texts of a list of them; '' otherwise. */
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

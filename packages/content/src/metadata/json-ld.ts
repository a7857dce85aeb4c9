import { isRecord } from '@quern/runtime/is-record';
import { decodeHTMLStrict } from 'entities';

/** Longer scripts are ignored: parsing blocks the event loop. The longest on 1,497 ordinary pages has 153,000 characters. */
const scriptLengthMax = 8_000_000;
/** Maximum number of values that are visited in one script. The largest on 1,497 ordinary pages has 750. */
const nodesMax = 20_000;

/** Order and extent of a walk through JSON-LD. */
export interface JsonLdObjectsOptions {
  /** `breadth-first` returns outer objects before all inner ones; `depth-first` follows lists item by item. */
  readonly order: 'breadth-first' | 'depth-first';
  /** Properties whose values are not visited. */
  readonly skippedKeys?: ReadonlySet<string>;
}

/** Returns whether a `<script>` with this `type` attribute contains JSON-LD (https://www.w3.org/TR/json-ld11/). */
export function isJsonLdType(type: string | undefined): boolean {
  return type?.trim().toLowerCase() === 'application/ld+json';
}

/**
 * Yields all objects of a JSON-LD script, at any depth. Tolerates comments around the JSON, raw line breaks inside
 * strings, a final semicolon or comma, and JSON that was encoded as HTML; yields nothing for other malformed JSON. Visits at most 20,000 values.
 */
export function* jsonLdObjects(
  source: string,
  { order, skippedKeys }: JsonLdObjectsOptions,
): Generator<Readonly<Record<string, unknown>>> {
  if (source.length > scriptLengthMax) return;
  const isDepthFirst = order === 'depth-first';
  const pending: unknown[] = [parseLenient(source)];
  let next = 0;
  for (let visited = 0; visited < nodesMax && next < pending.length; visited++) {
    const node = isDepthFirst ? pending.pop() : pending[next++];
    if (Array.isArray(node)) {
      const items = node.slice(0, nodesMax - visited);
      for (const item of isDepthFirst ? items.reverse() : items) pending.push(item);
    } else if (isRecord(node)) {
      yield node;
      for (const [key, value] of Object.entries(node))
        if (typeof value === 'object' && value !== null && !skippedKeys?.has(key)) pending.push(value);
    }
  }
}

function parseLenient(source: string): unknown {
  const text = source
    .trim()
    .replace(/^(?:<!--|\/\/\s*<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\/\s{0,99}\]\]>|\]\]>)$/, '');
  const repairs = [
    () => text,
    // The most frequent error is a raw line break inside a string.
    () =>
      text
        .replace(/\p{Cc}+/gu, ' ')
        .trimEnd()
        .replace(/;$/, ''),
    () => (text.includes('"') ? text : decodeHTMLStrict(text)).replace(/,\s{0,99}(?=[}\]])/g, ''),
  ];
  for (const repair of repairs) {
    try {
      return JSON.parse(repair());
    } catch {
      // The next repair is tried.
    }
  }
  return undefined;
}

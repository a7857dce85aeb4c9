/** A number with its separators, such as `1,234.5`, `12:30` or `2026-11-05`. */
const numberPattern = /(?<!XQ\d{0,6})\d+(?:[.,:/\-\u00a0\u202f]\d+)*/gi;

/** Ordinals and times, which languages write with other numbers or in words. */
const variedPattern = /^(?:st|nd|rd|th|am|pm|s)\b|^\s?(?:a\.?m|p\.?m)\b/i;

/** Numbers below this length may be translated to words. */
const strictDigitsMin = 3;

/**
 * How numbers are kept: `localized` allows the separators of the target language, and words for numbers of one or two
 * digits; `exact` does not.
 */
export type NumberStyle = 'localized' | 'exact';

/**
 * Checks that a translation has all numbers of its source, and restores their separators in the style `exact`.
 *
 * @returns the translation; undefined if a number is missing
 */
export function keepNumbers(source: string, translated: string, style: NumberStyle): string | undefined {
  const expected = [...source.matchAll(numberPattern)];
  if (expected.length === 0) return translated;
  const found = [...translated.matchAll(numberPattern)].map(({ 0: text, index }) => ({ text, index }));
  const byText = new Groups(found, ({ text }) => text);
  const pending = expected.filter(({ 0: text }) => byText.take(text) === undefined);
  const byDigits = new Groups(byText.rest(), ({ text }) => digitsOf(text));
  const replacements = new Map<number, { readonly length: number; readonly text: string }>();
  for (const { 0: text, index } of pending) {
    const similar = byDigits.take(digitsOf(text));
    const isVaried = variedPattern.test(source.slice(index + text.length, index + text.length + 6));
    if (similar && style === 'exact') replacements.set(similar.index, { length: similar.text.length, text });
    else if (!similar && !isVaried && (style === 'exact' || digitsOf(text).length >= strictDigitsMin))
      return undefined;
  }
  return replaceAt(translated, replacements);
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Items by key, each of which can be taken once, in order. */
class Groups<Item> {
  readonly #groups = new Map<string, Item[]>();

  constructor(items: readonly Item[], keyOf: (item: Item) => string) {
    for (const item of items.toReversed()) {
      const group = this.#groups.get(keyOf(item));
      if (group) group.push(item);
      else this.#groups.set(keyOf(item), [item]);
    }
  }

  take(key: string): Item | undefined {
    return this.#groups.get(key)?.pop();
  }

  /** The items that were not taken. */
  rest(): Item[] {
    return [...this.#groups.values()].flatMap((group) => group.toReversed());
  }
}

function replaceAt(
  text: string,
  replacements: ReadonlyMap<number, { readonly length: number; readonly text: string }>,
): string {
  let [result, position] = ['', 0];
  for (const [index, replacement] of [...replacements].sort(([left], [right]) => left - right)) {
    result += text.slice(position, index) + replacement.text;
    position = index + replacement.length;
  }
  return result + text.slice(position);
}

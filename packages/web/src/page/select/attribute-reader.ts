import { type DomElement, getAttribute } from '../dom.ts';

/** Maximum number of characters of an attribute that selectors are matched with; the rest is ignored. */
const attributeLengthMax = 100_000;

/** Reads the attributes of one element for many tests; each is split and converted to lower case at most once. */
export class AttributeReader {
  readonly #element: DomElement;
  readonly #lowerCase = new Map<string, string>();
  readonly #tokens = new Map<string, ReadonlySet<string>>();

  constructor(element: DomElement) {
    this.#element = element;
  }

  /** @returns the value, limited in length; undefined if the element does not have the attribute */
  value(name: string, ignoreCase: boolean): string | undefined {
    const value = getAttribute(this.#element, name)?.slice(0, attributeLengthMax);
    if (!ignoreCase || value === undefined) return value;
    const lowerCase = this.#lowerCase.get(name) ?? value.toLowerCase();
    this.#lowerCase.set(name, lowerCase);
    return lowerCase;
  }

  /** @returns whether one of the words of a value is equal to `token` */
  hasToken(name: string, token: string, ignoreCase: boolean): boolean {
    const key = `${name} ${ignoreCase ? 'i' : 's'}`;
    const tokens = this.#tokens.get(key) ?? splitTokens(this.value(name, ignoreCase));
    this.#tokens.set(key, tokens);
    return tokens.has(token);
  }
}

function splitTokens(value = ''): ReadonlySet<string> {
  return new Set(value.split(/\s+/).filter((token) => token !== ''));
}

import { type DomElement, getAttribute } from '@quern/content/dom/dom';

/** Maximum number of characters of an attribute that selectors are matched with; the rest is ignored. */
const attributeLengthMax = 100_000;

/** The value of an attribute in one case, and its words once they are needed. */
interface AttributeValue {
  readonly text: string | undefined;
  words: ReadonlySet<string> | undefined;
}

/** Reads the attributes of one element for many tests; each is split and converted to lower case at most once. */
export class AttributeReader {
  readonly #element: DomElement;
  readonly #values = new Map<string, AttributeValue>();
  readonly #lowerCaseValues = new Map<string, AttributeValue>();

  constructor(element: DomElement) {
    this.#element = element;
  }

  /** @returns the value, limited in length; undefined if the element does not have the attribute */
  value(name: string, ignoreCase: boolean): string | undefined {
    return this.#read(name, ignoreCase).text;
  }

  /** @returns whether one of the words of a value is equal to `token` */
  hasToken(name: string, token: string, ignoreCase: boolean): boolean {
    const value = this.#read(name, ignoreCase);
    value.words ??= splitWords(value.text);
    return value.words.has(token);
  }

  #read(name: string, ignoreCase: boolean): AttributeValue {
    const values = ignoreCase ? this.#lowerCaseValues : this.#values;
    const known = values.get(name);
    if (known !== undefined) return known;
    const text = getAttribute(this.#element, name)?.slice(0, attributeLengthMax);
    const value = { text: ignoreCase ? text?.toLowerCase() : text, words: undefined };
    values.set(name, value);
    return value;
  }
}

function splitWords(text = ''): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

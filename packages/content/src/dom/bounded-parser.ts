import { Parser } from 'htmlparser2';

/** Elements of ordinary pages have at most about 60. */
const elementAttributesMax = 500;
/** Each attribute costs about 2 µs and 150 bytes. */
const pageAttributesMax = 500_000;

/**
 * The parser of htmlparser2, limited to 500 attributes per element and 500,000 per page. A tag of 30 MB can have
 * millions, and an object with that many keys is slow and large.
 */
export class BoundedParser extends Parser {
  #elementAttributes = 0;
  #pageAttributes = 0;
  #isSkipping = false;

  override onopentagname(start: number, endIndex: number): void {
    this.#elementAttributes = 0;
    super.onopentagname(start, endIndex);
  }

  override onattribname(start: number, endIndex: number): void {
    this.#isSkipping =
      this.#elementAttributes >= elementAttributesMax || this.#pageAttributes >= pageAttributesMax;
    if (this.#isSkipping) return;
    this.#elementAttributes++;
    this.#pageAttributes++;
    super.onattribname(start, endIndex);
  }

  override onattribdata(start: number, endIndex: number): void {
    if (!this.#isSkipping) super.onattribdata(start, endIndex);
  }

  override onattribentity(codePoint: number): void {
    if (!this.#isSkipping) super.onattribentity(codePoint);
  }

  override onattribend(...end: Parameters<Parser['onattribend']>): void {
    if (!this.#isSkipping) super.onattribend(...end);
  }
}

import { Parser } from 'htmlparser2';

/** The richest element of ordinary pages has some 60. */
const perElementMax = 500;
/** Each attribute costs some 2 µs and 150 bytes. */
const inAllMax = 500_000;

/**
 * The parser of htmlparser2, which leaves out an element's attributes beyond 500 and a page's beyond 500,000:
 * a tag of 30 MB can have millions, and an object of so many names is slow and large.
 */
export class BoundedParser extends Parser {
  #ofElement = 0;
  #inAll = 0;
  #skips = false;

  override onopentagname(start: number, endIndex: number): void {
    this.#ofElement = 0;
    super.onopentagname(start, endIndex);
  }

  override onattribname(start: number, endIndex: number): void {
    this.#skips = this.#ofElement >= perElementMax || this.#inAll >= inAllMax;
    if (this.#skips) return;
    this.#ofElement++;
    this.#inAll++;
    super.onattribname(start, endIndex);
  }

  override onattribdata(start: number, endIndex: number): void {
    if (!this.#skips) super.onattribdata(start, endIndex);
  }

  override onattribentity(codePoint: number): void {
    if (!this.#skips) super.onattribentity(codePoint);
  }

  override onattribend(...end: Parameters<Parser['onattribend']>): void {
    if (!this.#skips) super.onattribend(...end);
  }
}

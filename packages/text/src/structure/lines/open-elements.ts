import type { TextLine } from './text-line.ts';

/** Elements whose text is not content. */
const asidePattern =
  /^(?:nav|footer|form|button|select|option|textarea|figcaption|caption|td|th|pre|head|title|svg|noscript|aside|dialog|menu|iframe)$/;

/** The open elements that give lines a role. */
export class OpenElements {
  #heading: number | undefined;
  #isItem = false;
  #quotes = 0;
  readonly #asides = new Map<string, number>();
  #asideCount = 0;

  /** Whether line breaks are content. */
  get isPreformatted(): boolean {
    return (this.#asides.get('pre') ?? 0) > 0 || (this.#asides.get('textarea') ?? 0) > 0;
  }

  /** @param name of a tag, in lower case */
  update(name: string, isClosing: boolean): void {
    if (/^h[1-6]$/.test(name)) this.#heading = isClosing ? undefined : Number(name.charAt(1));
    else if (name === 'li') this.#isItem = !isClosing;
    else if (name === 'ul' || name === 'ol') this.#isItem = false;
    else if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes + (isClosing ? -1 : 1));
    else if (asidePattern.test(name)) this.#updateAside(name, isClosing);
    else if (/^(?:table|tr|body)$/.test(name)) this.#closeCells();
  }

  /** Cells and options may lack their end tags. */
  #closeCells(): void {
    for (const name of ['td', 'th', 'option', 'head']) {
      this.#asideCount -= this.#asides.get(name) ?? 0;
      this.#asides.delete(name);
    }
  }

  #updateAside(name: string, isClosing: boolean): void {
    const count = this.#asides.get(name) ?? 0;
    if (isClosing && count === 0) return;
    this.#asides.set(name, count + (isClosing ? -1 : 1));
    this.#asideCount += isClosing ? -1 : 1;
  }

  /** Gives a line the role of the elements around it. */
  mark(line: TextLine): void {
    if (this.#asideCount > 0) line.setAside();
    else if (this.#heading !== undefined) line.setHeading(this.#heading);
    else if (this.#quotes > 0) line.role = 'quotation';
    else if (this.#isItem) line.role = 'item';
  }
}

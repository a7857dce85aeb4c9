/**
 * Collects the text of a string item (ECMA-376 part 1, 18.4.8): one `t`, or those of its runs, without the phonetic
 * runs that are displayed above.
 */
export class TextCollector {
  #text = '';
  #isInText = false;
  #phonetics = 0;

  open(name: string): void {
    if (name === 'rPh') this.#phonetics++;
    else if (name === 't') this.#isInText = this.#phonetics === 0;
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetics--;
    else if (name === 't') this.#isInText = false;
  }

  add(text: string): void {
    if (this.#isInText) this.#text += text;
  }

  /** @returns the text since the last call */
  take(): string {
    const text = decodeEscapes(this.#text);
    this.#text = '';
    return text;
  }
}

/** Decodes characters that XML cannot contain, such as `_x000D_` (ECMA-376 part 1, 22.9.2.19), and normalizes line ends. */
export function decodeEscapes(text: string): string {
  const decoded = text.includes('_x')
    ? text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded;
}

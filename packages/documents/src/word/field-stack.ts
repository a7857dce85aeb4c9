/** A field with its code (ECMA-376 part 1, 17.16). */
interface Field {
  code: string;
  /** Whether its code has ended, so that its result follows. */
  hasResult: boolean;
  /** Whether its result was read otherwise. */
  isRead?: boolean;
}

/** Deeper fields are ignored. */
const depthMax = 100;
/** Longer codes of fields are cut. */
const codeLengthMax = 4000;

/** The open fields of a document, which may extend over paragraphs. */
export class FieldStack {
  readonly #fields: Field[] = [];
  #ignored = 0;
  /** Whether text is part of a code, or of a field that is left out. */
  #isHidden = false;
  #url: string | undefined;

  get isHidden(): boolean {
    return this.#isHidden;
  }

  /** Target of the innermost link. */
  get url(): string | undefined {
    return this.#url;
  }

  /** The program of the object that the innermost field embeds, '' if it is not stated; undefined for other fields. */
  get embedded(): string | undefined {
    const code = this.#fields.at(-1)?.code ?? '';
    return /^\s*EMBED\b\s*(\S*)/i.exec(code)?.[1];
  }

  /** Leaves out the result of the innermost field, which was read otherwise. */
  hideResult(): void {
    const field = this.#fields.at(-1);
    if (field && this.#ignored === 0) field.isRead = true;
    this.#update();
  }

  begin(): void {
    if (this.#fields.length >= depthMax) this.#ignored += 1;
    else this.#fields.push({ code: '', hasResult: false });
    this.#update();
  }

  addCode(code: string): void {
    const field = this.#fields.at(-1);
    if (field && !field.hasResult && field.code.length < codeLengthMax) field.code += code;
  }

  separate(): void {
    const field = this.#fields.at(-1);
    if (field && this.#ignored === 0) field.hasResult = true;
    this.#update();
  }

  end(): void {
    if (this.#ignored > 0) this.#ignored -= 1;
    else this.#fields.pop();
    this.#update();
  }

  #update(): void {
    this.#isHidden = this.#fields.some(
      ({ code, hasResult, isRead }) => !hasResult || isRead === true || isLeftOut(code),
    );
    this.#url = undefined;
    for (const { code, hasResult } of this.#fields) if (hasResult) this.#url = hyperlinkOf(code) ?? this.#url;
  }
}

/** Whether a field is a table of contents, an index, a list of figures, or a list whose choice has been read. */
function isLeftOut(code: string): boolean {
  return /^\s*(?:TOC|INDEX|TOA|FORMDROPDOWN)\b/i.test(code);
}

/** @returns the address of a HYPERLINK field; undefined for other fields and places in the document */
export function hyperlinkOf(code: string): string | undefined {
  if (!/^\s*HYPERLINK\b/i.test(code)) return undefined;
  const [, quoted, plain] = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*(?:"([^"]*)"|([^\s"\\]\S*))/i.exec(code) ?? [];
  const address = quoted ?? plain;
  const isPlace = /\\l\s/i.test(code.slice(0, code.indexOf(address ?? '')));
  if (address === undefined || address === '' || isPlace) return undefined;
  const place = /\\l\s+"([^"]*)"/i.exec(code)?.[1];
  return place === undefined || address.includes('#') ? address : `${address}#${place}`;
}

import type { CleanText, SourceRun } from '../text-block.ts';

/**
 * White space other than single spaces, and characters that show nothing: controls, soft hyphens, zero-width spaces, word
 * joiners and byte order marks.
 */
const irregularPattern =
  /(?: (?=\s)|[^\S ]|[\p{Cc}\u00ad\u200b\u2060\ufeff])[\s\p{Cc}\u00ad\u200b\u2060\ufeff]*/gu;

/** A break inside a block that is not copied, such as the end of a line with the markers of the next one. */
export interface Joint {
  readonly startIndex: number;
  readonly endIndex: number;
  /** Written in its place. */
  readonly joiner: '' | ' ';
}

/** Copies parts of a source to a clean text, and records where they came from. */
export class CleanTextBuilder {
  readonly #source: string;
  readonly #joints: readonly Joint[];
  #joint = 0;
  readonly #parts: string[] = [];
  #length = 0;
  /** Whether the text is empty or ends with a space. */
  #endsInSpace = true;
  readonly #runs: SourceRun[] = [];

  /** @param joints in order */
  constructor(source: string, joints: readonly Joint[] = []) {
    this.#source = source;
    this.#joints = joints;
  }

  /** Adds a part of the source, which must follow the parts before. */
  add(startIndex: number, endIndex: number): void {
    let start = startIndex;
    for (; this.#joint < this.#joints.length; this.#joint++) {
      const joint = this.#joints[this.#joint];
      if (joint === undefined || joint.startIndex >= endIndex) break;
      if (joint.endIndex > start) {
        this.#addPart(start, joint.startIndex);
        if (joint.joiner === ' ') this.addSpace();
        start = Math.max(start, joint.endIndex);
      }
      if (joint.endIndex > endIndex) break;
    }
    this.#addPart(start, endIndex);
  }

  /** Adds a space, unless there is one. */
  addSpace(): void {
    if (!this.#endsInSpace) this.#append(' ');
  }

  /** Adds characters that the source represents by other ones. */
  addDecoded(text: string): void {
    for (const character of text) {
      if (/\s/u.test(character)) this.addSpace();
      else if (!/[\p{Cc}\u00ad\u200b\u2060\ufeff]/u.test(character)) this.#append(character);
    }
  }

  /** @returns undefined if there is no text */
  build(): CleanText | undefined {
    const text = this.#parts.join('').trimEnd();
    if (text === '') return undefined;
    const last = this.#runs.at(-1);
    if (last !== undefined && last.textIndex + last.length > text.length) {
      const length = text.length - last.textIndex;
      this.#runs.pop();
      if (length > 0) this.#runs.push({ ...last, length });
    }
    return { text, runs: this.#runs };
  }

  #addPart(startIndex: number, endIndex: number): void {
    if (startIndex >= endIndex) return;
    const part = this.#source.slice(startIndex, endIndex);
    let start = 0;
    for (const { 0: irregular, index } of part.matchAll(irregularPattern)) {
      this.#addRun(part.slice(start, index), startIndex + start);
      if (/\s/u.test(irregular.replace(/\ufeff/g, ''))) this.addSpace();
      start = index + irregular.length;
    }
    this.#addRun(start === 0 ? part : part.slice(start), startIndex + start);
  }

  #addRun(part: string, startIndex: number): void {
    const skipped = this.#endsInSpace && part.startsWith(' ') ? 1 : 0;
    const length = part.length - skipped;
    if (length <= 0) return;
    const textIndex = this.#length;
    const sourceIndex = startIndex + skipped;
    const last = this.#runs.at(-1);
    const follows =
      last !== undefined &&
      last.textIndex + last.length === textIndex &&
      last.sourceIndex + last.length === sourceIndex;
    if (follows) this.#runs[this.#runs.length - 1] = { ...last, length: last.length + length };
    else this.#runs.push({ textIndex, sourceIndex, length });
    this.#append(skipped === 0 ? part : part.slice(skipped));
  }

  #append(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
    this.#endsInSpace = part.endsWith(' ');
  }
}

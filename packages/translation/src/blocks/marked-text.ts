/**
 * A sentence with markup. Each part that is not text is represented by one character of the private use area: `keepMark`
 * for a part that is copied unchanged, `openMark` and `closeMark` for markup around words.
 */
export interface MarkedText {
  readonly text: string;
  /** The parts, in the order of their characters in `text`. */
  readonly marks: readonly Mark[];
}

/** A part of a sentence that is not text. */
export interface Mark {
  readonly kind: 'keep' | 'open' | 'close';
  /** Written in its place. */
  readonly raw: string;
  /** Number of the pair that `open` and `close` belong to, else -1. */
  readonly pair: number;
}

/** Stands for a part that is copied unchanged. */
export const keepMark = '\ue000';
/** Stands for opening markup. */
export const openMark = '\ue001';
/** Stands for closing markup. */
export const closeMark = '\ue002';

/** Matches every character that stands for a part. */
export const markPattern = /[\ue000-\ue002]/g;

const privateUsePattern = /[\ue000-\uf8ff]/g;

/** Makes a marked text of a text without markup. Its own characters of the private use area are kept. */
export function markPlainText(text: string): MarkedText {
  const marks: Mark[] = [];
  const marked = text.replace(privateUsePattern, (raw) => {
    marks.push({ kind: 'keep', raw, pair: -1 });
    return keepMark;
  });
  return { text: marked, marks };
}

/** Returns a marked text with its parts in their places. */
export function readMarkedText({ text, marks }: MarkedText): string {
  const parts = marks.values();
  return text.replace(markPattern, () => parts.next().value?.raw ?? '');
}

/** Collects the text and the marks of a sentence. */
export class MarkedTextBuilder {
  #text = '';
  readonly #marks: Mark[] = [];

  addText(text: string): void {
    const marked = markPlainText(text);
    this.#text += marked.text;
    this.#marks.push(...marked.marks);
  }

  addMark(kind: Mark['kind'], raw: string, pair = -1): void {
    this.#text += kind === 'keep' ? keepMark : kind === 'open' ? openMark : closeMark;
    this.#marks.push({ kind, raw, pair });
  }

  build(): MarkedText {
    return { text: this.#text, marks: this.#marks };
  }
}

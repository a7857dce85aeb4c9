/** Properties of a paragraph, as far as they matter for its text ([MS-PPT] 2.9.20). */
export interface PptParagraphStyle {
  readonly hasBullet?: boolean | undefined;
}

/** Properties of characters ([MS-PPT] 2.9.14). */
export interface PptCharacterStyle {
  readonly isBold?: boolean | undefined;
  readonly isItalic?: boolean | undefined;
  /** Index of a font. */
  readonly font?: number | undefined;
  /** Index of a numbering, of which a shape has at most 16. */
  readonly numbering: number;
  /** Points. */
  readonly size?: number | undefined;
}

/** Properties of a number of characters. */
export interface StyledLength<Style> {
  readonly length: number;
  /** Level of the outline, from 0. */
  readonly level: number;
  readonly style: Style;
}

/** The styles of a text. */
export interface TextStyles {
  readonly paragraphs: readonly StyledLength<PptParagraphStyle>[];
  readonly characters: readonly StyledLength<PptCharacterStyle>[];
}

const levelMax = 8;
/** Masks of fields of paragraphs, with their sizes, in the order of the fields. */
const paragraphFields: readonly (readonly [mask: number, bytes: number])[] = [
  [1 << 7, 2],
  [1 << 4, 2],
  [1 << 6, 2],
  [1 << 5, 4],
  ...[11, 12, 13, 14, 8, 10, 15].map((bit) => [1 << bit, 2] as const),
];
const tabStops = 1 << 20;
const lastParagraphFields: readonly (readonly [mask: number, bytes: number])[] = [
  [1 << 16, 2],
  [7 << 17, 2],
  [1 << 21, 2],
];
const bulletMask = 15;

/** Reads styles one after another; behind the end of the data, all are empty. */
export class StyleReader {
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#data.length;
  }

  number16(): number {
    const value = this.#at + 2 <= this.#data.length ? this.#data.readUInt16LE(this.#at) : 0;
    this.#at += 2;
    return value;
  }

  number32(): number {
    const value = this.#at + 4 <= this.#data.length ? this.#data.readUInt32LE(this.#at) : 0;
    this.#at += 4;
    return value;
  }

  readParagraphStyle(): PptParagraphStyle {
    const mask = this.number32();
    const bullet = (mask & bulletMask) === 0 ? 0 : this.number16();
    this.#skipFields(mask, paragraphFields);
    if ((mask & tabStops) !== 0) this.#at += this.number16() * 4;
    this.#skipFields(mask, lastParagraphFields);
    return (mask & 1) === 0 ? {} : { hasBullet: (bullet & 1) === 1 };
  }

  readCharacterStyle(): PptCharacterStyle {
    const mask = this.number32();
    const has = (bit: number) => (mask & (1 << bit)) !== 0;
    const flags = (mask & 0xffff) === 0 ? 0 : this.number16();
    const font = has(16) ? this.number16() : undefined;
    for (const bit of [21, 22, 23]) if (has(bit)) this.number16();
    const size = has(17) ? this.number16() : undefined;
    if (has(18)) this.number32();
    if (has(19)) this.number16();
    return {
      isBold: has(0) ? (flags & 1) !== 0 : undefined,
      isItalic: has(1) ? (flags & 2) !== 0 : undefined,
      font,
      size,
      numbering: (flags >> 10) & 15,
    };
  }

  #skipFields(mask: number, fields: readonly (readonly [mask: number, bytes: number])[]): void {
    for (const [field, bytes] of fields) if ((mask & field) !== 0) this.#at += bytes;
  }
}

/** Reads the styles of a text ([MS-PPT] 2.9.44). @param length number of its characters */
export function readTextStyles(data: Buffer, length: number): TextStyles {
  const reader = new StyleReader(data);
  const paragraphs: StyledLength<PptParagraphStyle>[] = [];
  // The end of the text counts as a character.
  for (let left = length + 1; left > 0 && !reader.isAtEnd; ) {
    const count = Math.max(1, reader.number32());
    const level = Math.min(reader.number16(), levelMax);
    paragraphs.push({ length: count, level, style: reader.readParagraphStyle() });
    left -= count;
  }
  const characters: StyledLength<PptCharacterStyle>[] = [];
  for (let left = length + 1; left > 0 && !reader.isAtEnd; ) {
    const count = Math.max(1, reader.number32());
    characters.push({ length: count, level: 0, style: reader.readCharacterStyle() });
    left -= count;
  }
  return { paragraphs, characters };
}

/** Whether the levels of a text of a master have bullets ([MS-PPT] 2.9.35). @param type of the text */
export function readMasterBullets(data: Buffer, type: number): (boolean | undefined)[] {
  const reader = new StyleReader(data);
  const bullets: (boolean | undefined)[] = [];
  const count = Math.min(reader.number16(), levelMax + 1);
  for (let level = 0; level < count; level++) {
    const stated = type >= 5 ? Math.min(reader.number16(), levelMax) : level;
    bullets[stated] = reader.readParagraphStyle().hasBullet;
    reader.readCharacterStyle();
  }
  return bullets;
}

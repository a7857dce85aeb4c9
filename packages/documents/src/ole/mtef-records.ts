/** A record of a formula of Equation Editor (MTEF version 2 and 3, as its maker published the format). */
export type MtefRecord =
  | { readonly kind: 'line'; readonly records: readonly MtefRecord[] }
  | {
      readonly kind: 'character';
      readonly typeface: number;
      readonly code: number;
      /** Types of marks above or after it. */
      readonly marks: readonly number[];
    }
  | {
      readonly kind: 'template';
      readonly selector: number;
      readonly variation: number;
      readonly records: readonly MtefRecord[];
    }
  | { readonly kind: 'pile'; readonly records: readonly MtefRecord[] }
  | {
      readonly kind: 'matrix';
      readonly rows: number;
      readonly columns: number;
      readonly records: readonly MtefRecord[];
    };

/** Types of records, in the lower half of their first byte; the upper half has options. */
const types = {
  end: 0,
  line: 1,
  character: 2,
  template: 3,
  pile: 4,
  matrix: 5,
  mark: 6,
  ruler: 7,
  font: 8,
  size: 9,
};
/** Records of sizes without data. */
const sizeTypes = { first: 10, last: 14 };
const options = { isEmpty: 1, hasRuler: 2, hasMarks: 2, hasSpacing: 4, isMoved: 8 };
const largeMove = 128;
const sizes = { points: 101, large: 100 };
/** Size of the header of the object, and of that of the formula after its version. */
const [objectHeadBytes, formulaHeadBytes] = [28, 4];
const recordsMax = 50_000;
const depthMax = 60;

/**
 * Reads the records of a formula.
 *
 * @param stream `Equation Native` of an object
 * @returns undefined for other versions; the records up to the end of a damaged formula
 */
export function readMtef(stream: Buffer): readonly MtefRecord[] | undefined {
  const start = stream.length >= objectHeadBytes ? stream.readUInt16LE(0) : 0;
  const version = stream[start];
  if (start < objectHeadBytes || (version !== 2 && version !== 3)) return undefined;
  return new MtefReader(stream, start + 1 + formulaHeadBytes, version).read(0);
}

class MtefReader {
  readonly #bytes: Buffer;
  readonly #version: 2 | 3;
  #at: number;
  #records = 0;

  constructor(bytes: Buffer, at: number, version: 2 | 3) {
    this.#bytes = bytes;
    this.#at = at;
    this.#version = version;
  }

  /** Reads records up to the end of their list. */
  read(depth: number): MtefRecord[] {
    const records: MtefRecord[] = [];
    while (this.#at < this.#bytes.length && ++this.#records < recordsMax && depth < depthMax) {
      const tag = this.#byte();
      const type = tag & 15;
      if (type === types.end) break;
      const record = this.#readRecord(type, tag >> 4, depth);
      if (record === 'unknown') this.#at = this.#bytes.length;
      else if (record) records.push(record);
    }
    return records;
  }

  #readRecord(type: number, flags: number, depth: number): MtefRecord | 'unknown' | undefined {
    switch (type) {
      case types.line:
        return this.#readLine(flags, depth);
      case types.character:
        return this.#readCharacter(flags);
      case types.template: {
        this.#skipMove(flags);
        const [selector, variation] = [this.#byte(), this.#byte()];
        this.#byte();
        return { kind: 'template', selector, variation, records: this.read(depth + 1) };
      }
      case types.pile:
        this.#skipMove(flags);
        this.#at += 2;
        if ((flags & options.hasRuler) !== 0) this.#skipRuler(true);
        return { kind: 'pile', records: this.read(depth + 1) };
      case types.matrix:
        return this.#readMatrix(flags, depth);
      default:
        return this.#skip(type) ? undefined : 'unknown';
    }
  }

  #readLine(flags: number, depth: number): MtefRecord {
    this.#skipMove(flags);
    if ((flags & options.hasSpacing) !== 0) this.#at += 2;
    if ((flags & options.hasRuler) !== 0) this.#skipRuler(true);
    return { kind: 'line', records: (flags & options.isEmpty) === 0 ? this.read(depth + 1) : [] };
  }

  #readCharacter(flags: number): MtefRecord {
    this.#skipMove(flags);
    const typeface = this.#byte() - 128;
    const code = this.#version === 3 ? this.#byte() | (this.#byte() << 8) : this.#byte();
    const marks: number[] = [];
    if ((flags & options.hasMarks) !== 0)
      while (this.#at < this.#bytes.length) {
        const tag = this.#byte();
        if ((tag & 15) !== types.mark) break;
        this.#skipMove(tag >> 4);
        marks.push(this.#byte());
      }
    return { kind: 'character', typeface, code, marks };
  }

  #readMatrix(flags: number, depth: number): MtefRecord {
    this.#skipMove(flags);
    this.#at += 3;
    const [rows, columns] = [this.#byte(), this.#byte()];
    // Two bits for each rule.
    this.#at += Math.ceil((rows + 1) / 4) + Math.ceil((columns + 1) / 4);
    return { kind: 'matrix', rows, columns, records: this.read(depth + 1) };
  }

  /** @returns whether the type is known */
  #skip(type: number): boolean {
    if (type === types.ruler) this.#skipRuler(false);
    else if (type === types.font) {
      this.#at += 2;
      while (this.#at < this.#bytes.length && this.#byte() !== 0);
    } else if (type === types.size) {
      const size = this.#byte();
      this.#at += size === sizes.points ? 2 : size === sizes.large ? 3 : 1;
    } else return type >= sizeTypes.first && type <= sizeTypes.last;
    return true;
  }

  /** @param hasTag whether its type is before it */
  #skipRuler(hasTag: boolean): void {
    if (hasTag) this.#byte();
    this.#at += this.#byte() * 3;
  }

  #skipMove(flags: number): void {
    if ((flags & options.isMoved) === 0) return;
    const [x, y] = [this.#byte(), this.#byte()];
    if (x === largeMove && y === largeMove) this.#at += 4;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }
}

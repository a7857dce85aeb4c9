/** Reads a binary WebAssembly module (WebAssembly Core Specification 2.0, chapter 5). */
export class ModuleReader {
  readonly bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  /** @throws RangeError at the end */
  readByte(): number {
    const byte = this.bytes[this.offset];
    if (byte === undefined) throw new RangeError('The module is truncated.');
    this.offset += 1;
    return byte;
  }

  /** Unsigned LEB128. */
  readNumber(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.readByte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  /** Skips numbers in LEB128, signed or unsigned. */
  skipNumbers(count: number): void {
    for (let left = count; left > 0; left -= 1) while (this.readByte() >= 0x80);
  }
}

/** Unsigned LEB128. */
export function encodeNumber(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

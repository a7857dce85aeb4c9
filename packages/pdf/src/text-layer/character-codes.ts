/** Codes of a font have 16 bits; 0 is for missing characters. */
const codesMax = 65_535;
/** Entries of a block of a character map. */
const blockLength = 100;

/** Gives each character of a document a code. */
export class CharacterCodes {
  readonly #codes = new Map<string, number>();

  /** The number of codes, with 0. */
  get size(): number {
    return this.#codes.size + 1;
  }

  /** @returns the codes of the characters of a text; characters beyond 65,535 different ones are left out */
  encode(text: string): number[] {
    return Array.from(text).flatMap((character) => {
      const known = this.#codes.get(character);
      if (known !== undefined) return [known];
      if (this.#codes.size >= codesMax) return [];
      const code = this.#codes.size + 1;
      this.#codes.set(character, code);
      return [code];
    });
  }

  /** Writes the map from codes to Unicode (ISO 32000-1, 9.10.3). */
  toUnicodeMap(): string {
    const entries = [...this.#codes].map(
      ([character, code]) =>
        `<${hexOf(code)}> <${Buffer.from(character, 'utf16le').swap16().toString('hex')}>`,
    );
    const blocks: string[] = [];
    for (let at = 0; at < entries.length; at += blockLength) {
      const block = entries.slice(at, at + blockLength);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return [
      '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
      '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
      ...blocks,
      'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n',
    ].join('\n');
  }
}

function hexOf(code: number): string {
  return code.toString(16).padStart(4, '0');
}

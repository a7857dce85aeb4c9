/** Code pages of the charsets of fonts (Rich Text Format Specification 1.9.1, "Font Table"). */
const codePages: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};
const labels: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  21866: 'koi8-u',
  28592: 'iso-8859-2',
  28605: 'iso-8859-15',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** @returns the code page of a font's charset, or undefined for the default and symbol charsets */
export function codePageOfCharset(charset: number): number | undefined {
  return codePages[charset];
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Decodes text in code pages; unknown ones are read as Windows-1252. */
export class CodePageDecoder {
  readonly #decoders = new Map<number, Decoder>();

  /** @param bytes characters whose codes are bytes */
  decode(bytes: string, codePage: number): string {
    if (/^\p{ASCII}*$/u.test(bytes)) return bytes;
    return this.#decoderOf(codePage).decode(Buffer.from(bytes, 'latin1'));
  }

  #decoderOf(codePage: number): Decoder {
    const known = this.#decoders.get(codePage);
    if (known) return known;
    const isWindows = codePage >= 1250 && codePage <= 1258;
    const label = isWindows ? `windows-${codePage}` : (labels[codePage] ?? 'windows-1252');
    const decoder = new TextDecoder(label);
    this.#decoders.set(codePage, decoder);
    return decoder;
  }
}

/** A part of an RTF file (Rich Text Format Specification 1.9.1, "RTF Syntax"). */
export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  /** A control word, or a control symbol such as `~`. The parameter is undefined if there is none. */
  | { readonly kind: 'control'; readonly name: string; readonly value: number | undefined }
  /** Characters in some charset, whose codes are bytes. */
  | { readonly kind: 'text'; readonly bytes: string }
  /** Data of a picture or an object, whose codes are bytes. */
  | { readonly kind: 'binary'; readonly bytes: string };

const pattern =
  /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([\da-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\'?/gy;

/** Splits a file into tokens in one pass. @param file in Latin-1 */
export function* tokenizeRtf(file: string): Generator<RtfToken> {
  pattern.lastIndex = 0;
  const matcher = new RegExp(pattern);
  for (let match = matcher.exec(file); match !== null; match = matcher.exec(file)) {
    const [, word, parameter, hexadecimal, symbol, brace, text] = match;
    if (text !== undefined) yield { kind: 'text', bytes: text };
    else if (hexadecimal !== undefined)
      yield { kind: 'text', bytes: String.fromCharCode(Number.parseInt(hexadecimal, 16)) };
    else if (word !== undefined) {
      const value = parameter === undefined ? undefined : Number(parameter);
      if (word === 'bin') {
        const start = matcher.lastIndex;
        matcher.lastIndex = Math.min(start + Math.max(0, value ?? 0), file.length);
        yield { kind: 'binary', bytes: file.slice(start, matcher.lastIndex) };
      } else yield { kind: 'control', name: word, value };
    } else if (brace !== undefined) yield { kind: brace === '{' ? 'open' : 'close' };
    else if (symbol !== undefined) yield { kind: 'control', name: symbol, value: undefined };
    if (matcher.lastIndex >= file.length) return;
  }
}

/** How far a page may go before it names its charset (https://html.spec.whatwg.org/#prescan). */
const prescanBytes = 4096;
/** Enough for a statistical guess; more bytes of a text change it no more. */
const sniffBytes = 16 * 1024;
/** Enough to tell a text with a fault from one in another charset. */
const damageBytes = 256 * 1024;

/**
 * Turns a body into text. Charset by byte order mark, then the header, then `<meta>` or the XML declaration,
 * then UTF-8 if the bytes are valid UTF-8, then a statistical guess, at last windows-1252. A header or meta
 * charset that is UTF-8 while the bytes are plainly not is overruled by the guess. Never throws on any bytes.
 */
export async function decodeCharset(resource: {
  readonly body: Uint8Array;
  readonly charset: string;
}): Promise<{ text: string; charset: string }> {
  const { body } = resource;
  const named = byteOrderMark(body) || knownCharset(resource.charset) || declaredCharset(body);
  if (named !== '' && named !== 'utf-8') return { text: decodeAs(body, named), charset: named };
  const text = decodeUtf8(body);
  if (text !== undefined) return { text, charset: 'utf-8' };
  const isUtf8 = named === 'utf-8' && damage(decodeAs(fromFirstForeign(body, damageBytes), 'utf-8')) < 0.02;
  if (isUtf8) return { text: decodeAs(body, 'utf-8'), charset: 'utf-8' };
  const guessed = (await guessCharset(body)) || 'windows-1252';
  return { text: decodeAs(body, guessed), charset: guessed };
}

function byteOrderMark(body: Uint8Array): string {
  const [a, b, c] = body;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : '';
}

/** The Encoding Standard's name of a label, '' for one it does not know. */
function knownCharset(label: string): string {
  if (label === '') return '';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return '';
  }
}

function declaredCharset(body: Uint8Array): string {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, prescanBytes))
    .toString('latin1')
    .replace(/<!--[\s\S]*?-->/g, '');
  const label =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1] ??
    '';
  const known = knownCharset(label);
  // A page whose meta could be read as ASCII is not UTF-16, whatever it says (WHATWG).
  return known.startsWith('utf-16') ? 'utf-8' : known;
}

function decodeUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function decodeAs(body: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(body);
}

/** Share of replacement characters among the characters that are not ASCII. */
function damage(text: string): number {
  let replaced = 0;
  let other = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0xfffd) replaced++;
    else if (unit > 0x7f) other++;
  }
  return replaced / Math.max(1, replaced + other);
}

async function guessCharset(body: Uint8Array): Promise<string> {
  const { default: chardet } = await import('chardet');
  return knownCharset(chardet.detect(fromFirstForeign(body, sniffBytes)) ?? '');
}

/** The piece that tells of the charset: markup and scripts before the first byte outside ASCII say nothing. */
function fromFirstForeign(body: Uint8Array, length: number): Uint8Array {
  // A loop, since a callback for each byte of a large page holds the event loop ten times as long.
  let first = 0;
  while (first < body.length && (body[first] ?? 0) <= 0x7f) first++;
  // The letters just before belong to the same words.
  const from = Math.max(0, first - 64);
  return body.subarray(from, from + length);
}

/**
 * Creates a decoder for a text that arrives in chunks. The charset comes from the byte order mark, else the XML
 * declaration or `<meta>`, else it is UTF-8.
 *
 * @param head the first chunk
 */
export function createStreamDecoder(head: Uint8Array): InstanceType<typeof TextDecoder> {
  return new TextDecoder(byteOrderMark(head) || declaredCharset(head) || 'utf-8');
}

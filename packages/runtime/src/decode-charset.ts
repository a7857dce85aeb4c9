/** Maximum distance from the start at which a page may declare its charset (https://html.spec.whatwg.org/#prescan). */
const prescanBytes = 4096;
/** Sample for the statistical guess; a longer one does not change it. */
const guessBytes = 16 * 1024;
/** Sample for the share of damaged characters that separates damaged UTF-8 from another charset. */
const damageBytes = 256 * 1024;
/** Sample for the charset of a text file. */
const textSampleBytes = 64 * 1024;
/** Guesses to try for a text file, most likely first. */
const guessesMax = 4;

/**
 * Decodes the body of a page. The charset comes from the byte order mark, else the `Content-Type` header, else `<meta>`
 * or the XML declaration, else UTF-8 if the bytes are valid UTF-8, else a statistical guess, else windows-1252. The guess
 * overrides a header or `<meta>` that declares UTF-8 for bytes that clearly are not. Never throws.
 *
 * @param resource.charset the charset of the header, '' if it has none
 * @returns the text, and the charset as the Encoding Standard names it
 */
export async function decodeCharset(resource: {
  readonly body: Uint8Array;
  readonly charset: string;
}): Promise<{ text: string; charset: string }> {
  const { body } = resource;
  const named = detectByteOrderMark(body) || canonicalCharset(resource.charset) || declaredCharset(body);
  if (named !== '' && named !== 'utf-8') return { text: decodeAs(body, named), charset: named };
  const text = decodeStrictly(body, 'utf-8');
  if (text !== undefined) return { text, charset: 'utf-8' };
  const isUtf8 = named === 'utf-8' && damage(decodeAs(fromFirstNonAscii(body, damageBytes), 'utf-8')) < 0.02;
  if (isUtf8) return { text: decodeAs(body, 'utf-8'), charset: 'utf-8' };
  const [guess = ''] = await guessCharsets(fromFirstNonAscii(body, guessBytes));
  const guessed = canonicalCharset(guess) || 'windows-1252';
  return { text: decodeAs(body, guessed), charset: guessed };
}

/**
 * Decodes a text file without any declared charset. Tries the byte order mark, UTF-16 detected by its zero bytes, UTF-8,
 * statistical guesses and windows-1252, each strictly.
 *
 * @param isText whether a decoded candidate is plausible text
 * @returns the first plausible text, or undefined if there is none
 */
export async function decodePlainText(
  bytes: Uint8Array,
  isText: (text: string) => boolean,
): Promise<string | undefined> {
  for await (const charset of likelyCharsets(bytes)) {
    const text = decodeStrictly(bytes, charset);
    if (text !== undefined && isText(text)) return text;
  }
  return undefined;
}

/** Decodes UTF-16 with a byte order mark, else UTF-8, as XML parts of packages must be (ECMA-376 part 2, 10.1.2). */
export function decodeUnicode(bytes: Uint8Array): string {
  return decodeAs(bytes, detectByteOrderMark(bytes) || 'utf-8');
}

async function* likelyCharsets(bytes: Uint8Array): AsyncGenerator<string> {
  const marked = detectByteOrderMark(bytes);
  if (marked !== '') yield marked;
  const zeros = zeroShares(bytes.subarray(0, textSampleBytes));
  if (zeros.odd > 0.2 && zeros.even < 0.05) yield 'utf-16le';
  else if (zeros.even > 0.2 && zeros.odd < 0.05) yield 'utf-16be';
  yield 'utf-8';
  if (zeros.odd + zeros.even > 0) return;
  yield* (await guessCharsets(bytes.subarray(0, textSampleBytes))).slice(0, guessesMax);
  yield 'windows-1252';
}

/** Shares of zero bytes at even and odd offsets: in UTF-16, Latin letters have one zero byte each. */
function zeroShares(sample: Uint8Array): { even: number; odd: number } {
  const zeros = [0, 0];
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  }
  const half = Math.max(sample.length / 2, 1);
  return { even: (zeros[0] ?? 0) / half, odd: (zeros[1] ?? 0) / half };
}

function detectByteOrderMark(body: Uint8Array): string {
  const [a, b, c] = body;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : '';
}

/** The Encoding Standard's name of a label, '' for an unknown one. */
function canonicalCharset(label: string): string {
  if (label === '') return '';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // TextDecoder throws for labels it does not know.
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
  const known = canonicalCharset(label);
  // A `<meta>` that is readable as ASCII cannot be in UTF-16, whatever it declares (WHATWG).
  return known.startsWith('utf-16') ? 'utf-8' : known;
}

/** Returns undefined for bytes that are invalid in the charset, and for a charset that Node does not support. */
function decodeStrictly(body: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function decodeAs(body: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(body);
}

/** Share of replacement characters among the non-ASCII characters. */
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

/** Charsets by statistics, most likely first; Node may not support all of them. */
async function guessCharsets(sample: Uint8Array): Promise<string[]> {
  const { analyse } = await import('chardet');
  return analyse(sample).map(({ name }) => name);
}

/** The part that reveals the charset: markup and scripts before the first non-ASCII byte do not. */
function fromFirstNonAscii(body: Uint8Array, length: number): Uint8Array {
  // A loop, because a callback per byte of a large page takes ten times as long.
  let first = 0;
  while (first < body.length && (body[first] ?? 0) <= 0x7f) first++;
  // The letters just before belong to the same words.
  const start = Math.max(0, first - 64);
  return body.subarray(start, start + length);
}

/**
 * Creates a decoder for a text that arrives in chunks. The charset comes from the byte order mark, else the XML
 * declaration or `<meta>`, else it is UTF-8.
 *
 * @param head the first chunk
 */
export function createStreamDecoder(head: Uint8Array): InstanceType<typeof TextDecoder> {
  return new TextDecoder(detectByteOrderMark(head) || declaredCharset(head) || 'utf-8');
}

import { CodePageDecoder } from '../office/code-pages.ts';
import { characterOf } from '../rtf/rtf-characters.ts';
import { RtfDefinitions } from '../rtf/rtf-definitions.ts';
import { destinationOf } from '../rtf/rtf-destinations.ts';
import { RtfHeader } from '../rtf/rtf-header.ts';
import { tokenizeRtf } from '../rtf/tokenize-rtf.ts';
import type { ParsePace } from '../xml/parse-xml-bytes.ts';

/** Where the text of a group goes. */
type Destination = 'html' | 'fonts' | 'skip';

interface GroupState {
  destination: Destination;
  /** Whether the text is only for programs that show RTF. */
  isSuppressed: boolean;
  font: number;
  /** Number of characters after a Unicode character that programs without Unicode show instead. */
  fallbackLength: number;
}

const markerLength = 1000;
const depthMax = 3000;
const tokensPerYield = 20_000;

/**
 * Extracts the HTML from which a program made RTF ([MS-OXRTFEX] 2.1.3).
 *
 * @returns undefined if the RTF was not made of HTML
 * @throws the signal's reason when aborted
 */
export async function extractHtml(
  rtf: Buffer,
  { signal, yieldIfDue }: ParsePace,
): Promise<string | undefined> {
  const file = rtf.toString('latin1');
  if (!/\\fromhtml1?(?![a-z\d])/.test(file.slice(0, markerLength))) return undefined;
  const reader = new HtmlExtraction();
  let count = 0;
  for (const token of tokenizeRtf(file)) {
    if (token.kind === 'text') reader.text(token.bytes);
    else if (token.kind === 'control') reader.control(token.name, token.value);
    else if (token.kind === 'open') reader.open();
    else if (token.kind === 'close') reader.close();
    if (++count % tokensPerYield > 0) continue;
    signal?.throwIfAborted();
    await yieldIfDue?.();
  }
  return reader.finish();
}

class HtmlExtraction {
  readonly #definitions = new RtfDefinitions();
  readonly #header = new RtfHeader(this.#definitions);
  readonly #decoder = new CodePageDecoder();
  readonly #html: string[] = [];
  readonly #stack: GroupState[] = [];
  #state: GroupState = { destination: 'html', isSuppressed: false, font: 0, fallbackLength: 1 };
  /** Whether the next control word names a destination that may be ignored. */
  #isOptional = false;
  /** Characters in a code page that are not decoded yet. */
  #bytes = '';
  /** Characters to leave out after a Unicode character. */
  #fallback = 0;
  /** Groups that are nested too deeply. */
  #ignoredDepth = 0;

  open(): void {
    this.#flush();
    this.#fallback = 0;
    if (this.#stack.length >= depthMax) this.#ignoredDepth += 1;
    else this.#stack.push({ ...this.#state });
  }

  close(): void {
    this.#flush();
    this.#fallback = 0;
    if (this.#ignoredDepth > 0) this.#ignoredDepth -= 1;
    else this.#state = this.#stack.pop() ?? this.#state;
  }

  text(bytes: string): void {
    const left = Math.min(this.#fallback, bytes.length);
    this.#fallback -= left;
    if (this.#state.destination === 'fonts') this.#header.text('fonts', bytes);
    else this.#bytes += bytes.slice(left);
  }

  control(name: string, value: number | undefined): void {
    this.#flush();
    if (name === '*') {
      this.#isOptional = true;
      return;
    }
    const isOptional = this.#isOptional;
    this.#isOptional = false;
    const state = this.#state;
    if (isOptional && name === 'htmltag') return;
    const destination = destinationOf(name, isOptional, state.destination === 'html' ? 'body' : 'skip');
    if (destination !== undefined) state.destination = destination === 'fonts' ? 'fonts' : 'skip';
    else if (state.destination === 'fonts') this.#header.control('fonts', name, value ?? 0);
    else if (state.destination === 'html') this.#format(name, value);
  }

  finish(): string {
    this.#flush();
    return this.#html.join('');
  }

  #format(name: string, value: number | undefined): void {
    const state = this.#state;
    if (name === 'htmlrtf') state.isSuppressed = value !== 0;
    else if (name === 'f') state.font = value ?? 0;
    else if (name === 'uc') state.fallbackLength = Math.max(0, Math.min(value ?? 1, 10));
    else if (name === 'u' && value !== undefined) {
      this.#add(String.fromCharCode(value & 0xffff));
      this.#fallback = state.fallbackLength;
    } else if (name === 'par' || name === '\n' || name === '\r') this.#add('\n');
    else {
      const character = characterOf(name);
      if (character !== undefined) this.#add(character);
      else this.#definitions.readSetting(name, value ?? 0);
    }
  }

  #flush(): void {
    if (this.#bytes === '') return;
    const bytes = this.#bytes;
    this.#bytes = '';
    const { fonts, codePage } = this.#definitions;
    this.#add(this.#decoder.decode(bytes, fonts.get(this.#state.font)?.codePage ?? codePage));
  }

  #add(text: string): void {
    const { destination, isSuppressed } = this.#state;
    if (destination === 'html' && !isSuppressed) this.#html.push(text);
  }
}

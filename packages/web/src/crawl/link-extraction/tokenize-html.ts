import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Attributes of a tag by lower-case name; the first of equal names counts. */
export type HtmlAttributes = ReadonlyMap<string, string>;

/** Receives the tags and texts of a page in document order. */
export interface HtmlTagHandler {
  /** Lower-case names of tags whose attributes are passed; other tags have none. */
  readonly tagsWithAttributes: ReadonlySet<string>;
  /** @param name lower-case name of the tag */
  onOpenTag(name: string, attributes: HtmlAttributes): void;
  /** @param name lower-case name of the tag */
  onCloseTag(name: string): void;
  /** @param inside name of the raw text element around it (`script`, `style`, `textarea`), or '' */
  onText(text: string, inside: string): void;
}

const sliceLength = 32 * 1024;
const attributesMax = 64;
const rawTextElements = new Set(['script', 'style', 'textarea']);
const noAttributes: HtmlAttributes = new Map();

/**
 * Tokenizes a page without a tree or a stack, in time linear in its length for any nesting. Yields to the event loop
 * between slices of the page.
 */
export async function tokenizeHtml(html: string, handler: HtmlTagHandler): Promise<void> {
  const tokenizer = new Tokenizer({ decodeEntities: true }, new TagReader(html, handler));
  for (let at = 0; at < html.length; at += sliceLength) {
    const pause = yieldIfDue();
    if (pause) await pause;
    tokenizer.write(html.slice(at, at + sliceLength));
  }
  tokenizer.end();
}

/** Collects the tokens of a tag. The tokenizer's indices are relative to the whole page. */
class TagReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #handler: HtmlTagHandler;
  #name = '';
  #attributes = new Map<string, string>();
  #readsAttributes = false;
  #attribute = '';
  #value = '';
  #inside = '';

  constructor(html: string, handler: HtmlTagHandler) {
    this.#html = html;
    this.#handler = handler;
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#readsAttributes = this.#handler.tagsWithAttributes.has(this.#name);
    if (this.#readsAttributes) this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    if (!this.#readsAttributes) return;
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#readsAttributes) this.#value += this.#html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    if (this.#readsAttributes) this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (!this.#readsAttributes || this.#attributes.size >= attributesMax) return;
    if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
  }

  onopentagend(): void {
    this.#handler.onOpenTag(this.#name, this.#readsAttributes ? this.#attributes : noAttributes);
    if (rawTextElements.has(this.#name)) this.#inside = this.#name;
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    this.#inside = '';
    this.#handler.onCloseTag(this.#html.slice(start, end).trim().toLowerCase());
  }

  ontext(start: number, end: number): void {
    this.#handler.onText(this.#html.slice(start, end), this.#inside);
  }

  ontextentity(codepoint: number): void {
    this.#handler.onText(String.fromCodePoint(codepoint), this.#inside);
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}

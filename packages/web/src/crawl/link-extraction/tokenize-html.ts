import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type HtmlAttributes = ReadonlyMap<string, string>;

export interface HtmlTagHandler {
  /** Tags whose attributes are wanted, in lower case; of others only the name is read. */
  readonly tagsWithAttributes: ReadonlySet<string>;
  onOpenTag(name: string, attributes: HtmlAttributes): void;
  onCloseTag(name: string): void;
  /** @param inside the element whose content is no markup (`script`, `style`, `textarea`), or '' */
  onText(text: string, inside: string): void;
}

const sliceLength = 32 * 1024;
const attributesMax = 64;
const rawText = new Set(['script', 'style', 'textarea']);
const none: HtmlAttributes = new Map();

/**
 * Reads a page tag by tag, without a tree or a stack: time is linear in its length however it nests, and
 * between slices of the page others have their turn.
 */
export async function tokenizeHtml(html: string, handler: HtmlTagHandler): Promise<void> {
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacksFor(html, handler));
  for (let at = 0; at < html.length; at += sliceLength) {
    const pause = yieldIfDue();
    if (pause) await pause;
    tokenizer.write(html.slice(at, at + sliceLength));
  }
  tokenizer.end();
}

/** The tokenizer counts from the beginning of the page, so that its indices cut the page itself. */
function callbacksFor(html: string, handler: HtmlTagHandler): TokenizerCallbacks {
  let name = '';
  let attributes = new Map<string, string>();
  let wanted = false;
  let attribute = '';
  let value = '';
  let inside = '';
  const nothing = () => undefined;
  const endTag = () => {
    handler.onOpenTag(name, wanted ? attributes : none);
    if (rawText.has(name)) inside = name;
  };
  return {
    onopentagname: (start, end) => {
      name = html.slice(start, end).toLowerCase();
      wanted = handler.tagsWithAttributes.has(name);
      if (wanted) attributes = new Map();
    },
    onattribname: (start, end) => {
      if (!wanted) return;
      attribute = html.slice(start, end).toLowerCase();
      value = '';
    },
    onattribdata: (start, end) => {
      if (wanted) value += html.slice(start, end);
    },
    onattribentity: (code) => {
      if (wanted) value += String.fromCodePoint(code);
    },
    onattribend: () => {
      if (wanted && attributes.size < attributesMax && !attributes.has(attribute))
        attributes.set(attribute, value);
    },
    onopentagend: endTag,
    onselfclosingtag: endTag,
    onclosetag: (start, end) => {
      inside = '';
      handler.onCloseTag(html.slice(start, end).trim().toLowerCase());
    },
    ontext: (start, end) => handler.onText(html.slice(start, end), inside),
    ontextentity: (code) => handler.onText(String.fromCodePoint(code), inside),
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onprocessinginstruction: nothing,
    onend: nothing,
  };
}

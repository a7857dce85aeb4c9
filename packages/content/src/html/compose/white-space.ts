import { type DomElement, type DomNode, domText, getAttribute, hasTextOfLength } from '../../dom/dom.ts';
import { containsTag } from '../../dom/tree-queries.ts';

const whiteSpace = /(?:^|;)\s*white-space(?:-collapse)?\s*:\s*([a-z-]+)/i;
const keepsLines = /^(?:pre|pre-wrap|pre-line|break-spaces|preserve|preserve-breaks)$/i;
const collapsesLines = /^(?:normal|nowrap|wrap|initial|collapse|revert|unset)$/i;
const monospace = /(?:^|;)\s*font(?:-family)?\s*:[^;]{0,200}(?:mono|courier|consolas|menlo)/i;
const blockOfText = /^(?:div|p|td|blockquote|section|article|font|span)$/;
/** Longer text is not looked through. */
const listingLengthMax = 100_000;
const codeTag = /^(?:code|kbd|samp|tt)$/;

/** Whether line breaks in the text of an element are shown, by its inline style or that of an element around it. */
export function showsLines(element: DomElement, inherited: boolean): boolean {
  const style = getAttribute(element, 'style');
  const value = style === undefined ? undefined : whiteSpace.exec(style)?.[1];
  if (value === undefined) return inherited;
  return keepsLines.test(value) || (inherited && !collapsesLines.test(value));
}

/** Whether an element whose lines are shown is a listing: code, or text in a typeface of code. */
export function isStyledListing(element: DomElement): boolean {
  const { name } = element;
  if (hasTextOfLength(element, listingLengthMax)) return false;
  const isCode = codeTag.test(name);
  if (!isCode && !(blockOfText.test(name) && monospace.test(getAttribute(element, 'style') ?? '')))
    return false;
  return /\S[ \t]*\n/.test(domText(element)) && !containsTag(element, /^(?:p|h[1-6]|ul|ol|table|pre|img)$/);
}

/** The lines of a text, with breaks between them that `createBreak` makes. */
export function splitLines(text: string, createBreak: () => DomNode): DomNode[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap((line, index): DomNode[] => [
      ...(index > 0 ? [createBreak()] : []),
      ...(line === '' ? [] : [{ kind: 'text' as const, value: line }]),
    ]);
}

/** What may come before the root element. */
const prologPattern = /^\s*(?:<\?xml[^>]{0,500}\?>\s*|<!--[\s\S]{0,5000}?-->\s*)*/;
const rootPattern = /^<(?:!doctype\s+html\b|html[\s>])/i;
/** Elements with which a part of a page begins. */
const partPattern =
  /^<(?:head|body|title|meta|style|link|h[1-6]|div|p|table|ul|ol|section|article|main|header|nav|blockquote|span|form|center|font|figure|pre)(?:\s[^<>]{0,2000})?>/i;
/** Markdown that is not inside of markup: headings, fences, items and links at the start of a line. */
const markdownPattern = /^(?:#{1,6} \S|```|~~~|[-*+] \S|\d{1,3}\. \S|!?\[[^\]\n]{1,200}\]\(|\*\*\S)/m;

/**
 * Whether a text is HTML: a whole page, or a part of one that is markup from the first character to the last and has no
 * Markdown in it. Other XML is not HTML.
 */
export function isHtml(text: string): boolean {
  const start = text.replace(prologPattern, '');
  if (rootPattern.test(start)) return true;
  if (!partPattern.test(start)) return false;
  return (
    /<\/[a-z][a-z\d]*\s*>\s*(?:<!--[\s\S]{0,2000}-->\s*)?$|<(?:br|hr|img)\b[^<>]{0,2000}>\s*$/i.test(start) &&
    !markdownPattern.test(start)
  );
}

const bareAmpersand = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);)/gi;

/**
 * Escapes ampersands that do not start an entity reference. They are the most frequent error in sitemaps and feeds,
 * and make an XML parser treat the rest of the file as the name of an entity. Also escapes ampersands in CDATA
 * sections; see `unescapeAmpersands`.
 */
export function escapeBareAmpersands(xml: string): string {
  return xml.replace(bareAmpersand, '&amp;');
}

/**
 * Reverts `escapeBareAmpersands` in the text of a CDATA section, where ampersands need no escape. Also decodes an
 * `&amp;` of the section itself, which sites write there by mistake or as part of HTML.
 */
export function unescapeAmpersands(cdata: string): string {
  return cdata.replaceAll('&amp;', '&');
}

/** Longest entity reference that is not split between two chunks. */
const entityLengthMax = 12;

/** Returns the index up to which a chunk can be parsed without splitting an entity reference. */
export function entitySafeSplitIndex(text: string): number {
  const start = text.lastIndexOf('&');
  return start >= 0 && text.length - start < entityLengthMax && !text.includes(';', start)
    ? start
    : text.length;
}

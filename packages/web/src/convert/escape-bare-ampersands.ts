const bare = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);)/gi;

/**
 * Writes ampersands that begin no entity as `&amp;`: the commonest fault of sitemaps and feeds, after which
 * an XML parser takes the rest of the file for the name of an entity. CDATA needs `restoreAmpersands` after.
 */
export function escapeBareAmpersands(xml: string): string {
  return xml.replace(bare, '&amp;');
}

/** Undoes the escape in the text of a CDATA section, where an ampersand was right as it stood. */
export function unescapeAmpersands(cdata: string): string {
  return cdata.replaceAll('&amp;', '&');
}

/** Where a piece of a stream can be cut so that no entity is parted. */
export function entitySafeSplitIndex(text: string): number {
  const at = text.lastIndexOf('&');
  return at >= 0 && text.length - at < 12 && !text.includes(';', at) ? at : text.length;
}

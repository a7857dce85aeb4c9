/**
 * Returns the header Content-Disposition (RFC 6266) of a download: the name in ASCII for old clients, and in UTF-8 (RFC 8187)
 * if it has other characters.
 *
 * @param name of the file, any text
 */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^ -~]/gu, '_').replace(/["\\%/]/g, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`;
}

/** Percent-encodes all but the characters that need none in an extended value (RFC 8187, attr-char). */
const encodeExtended = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

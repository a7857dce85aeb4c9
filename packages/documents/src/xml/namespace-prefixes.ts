/** Namespaces of attributes that differ from those of their elements, and the prefixes that programs use for them. */
const usualPrefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/2000/xmlns/': 'xmlns',
  'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0': 'fo',
  'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0': 'svg',
  'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0': 'draw',
  'urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0': 'number',
};
const openDocument =
  /^urn:oasis:names:tc:opendocument:xmlns:(office|text|table|presentation|style|manifest):1\.0$/;

/**
 * Maps the namespace prefixes of a document to the usual ones. Prefixes are not scoped: a document that redefines one for
 * another namespace is not expected.
 */
export class NamespacePrefixes {
  readonly #usual = new Map<string, string>();

  /** Notes the namespaces that an element declares. */
  declare(attributes: Readonly<Record<string, string>>): void {
    for (const key in attributes) {
      if (!key.startsWith('xmlns')) continue;
      const uri = attributes[key] ?? '';
      const prefix = Object.hasOwn(usualPrefixes, uri) ? usualPrefixes[uri] : openDocument.exec(uri)?.[1];
      if (prefix !== undefined) this.#usual.set(key.slice('xmlns:'.length), prefix);
    }
  }

  /** @returns the usual prefix of a prefix of the document */
  usual(prefix: string): string {
    return this.#usual.get(prefix) ?? prefix;
  }
}

import { decodeUnicode } from '@quern/runtime/decode-charset';
import type { ZipArchive } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { meaningfulTitle } from '../meaningful-title.ts';
import type { DocumentMetadata } from '../model/document-content.ts';
import { timestampOf } from '../model/timestamp.ts';
import { parseXml } from '../xml/parse-xml.ts';

/** The content of the package document of a publication (EPUB 3.3, section 5; OPF 2.0.1). */
export interface EpubPackage {
  readonly metadata: DocumentMetadata;
  /** Names of the files with content, in reading order, each once. */
  readonly chapters: readonly string[];
}

const partBytesMax = 8 * 1024 * 1024;
/** Methods that only obfuscate fonts (EPUB 3.3, 4.3). */
const obfuscation = /\/(?:pdf\/enc#RC|2008\/embedding)$/;

/** Reads the package document. @throws DocumentError `unreadable` without one, `encrypted` for protected content */
export function readPackage(archive: ZipArchive): EpubPackage {
  const name = packageName(archive);
  const xml = archive.read(name, partBytesMax);
  if (!xml) throw new DocumentError('unreadable', 'The e-book is damaged: its package document is missing.');
  rejectEncrypted(archive);
  const reader = new PackageReader(name.slice(0, name.lastIndexOf('/') + 1));
  parseXml(decodeUnicode(xml), {
    openTag: (tag, attributes) => reader.open(tag, attributes),
    closeTag: () => reader.close(),
    text: (text) => reader.addText(text),
  });
  return { metadata: reader.metadata(), chapters: reader.chapters() };
}

function packageName(archive: ZipArchive): string {
  let name = '';
  const container = archive.read('META-INF/container.xml', partBytesMax);
  if (container)
    parseXml(decodeUnicode(container), {
      openTag: (tag, attributes) => {
        if (tag === 'rootfile' && name === '') name = attributes['full-path'] ?? '';
      },
    });
  return archive.names.includes(name) ? name : (archive.names.find((file) => file.endsWith('.opf')) ?? '');
}

function rejectEncrypted(archive: ZipArchive): void {
  const xml = archive.read('META-INF/encryption.xml', partBytesMax);
  if (!xml) return;
  parseXml(decodeUnicode(xml), {
    openTag: (tag, attributes) => {
      const method = attributes['Algorithm'] ?? '';
      if (tag === 'EncryptionMethod' && method !== '' && !obfuscation.test(method))
        throw new DocumentError('encrypted', 'The e-book is protected by DRM: get it without protection.');
    },
  });
}

/** Makes the address of a file in the archive its name. */
export function resolveName(folder: string, address: string): string {
  const segments: string[] = [];
  const path = address.startsWith('/') ? address : folder + address;
  for (const segment of decodePath(path).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

interface ManifestItem {
  readonly name: string;
  readonly type: string;
  readonly properties: string;
}

class PackageReader {
  readonly #folder: string;
  readonly #items = new Map<string, ManifestItem>();
  readonly #spine: string[] = [];
  readonly #values = new Map<string, string[]>();
  #contentsId = '';
  #contentsName = '';
  #open = '';
  #text = '';

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.#open = tag === 'meta' && attributes['property'] === 'dcterms:modified' ? 'modified' : tag;
    this.#text = '';
    if (tag === 'item')
      this.#items.set(attributes['id'] ?? '', {
        name: resolveName(this.#folder, attributes['href'] ?? ''),
        type: attributes['media-type'] ?? '',
        properties: attributes['properties'] ?? '',
      });
    else if (tag === 'spine') this.#contentsId = attributes['toc'] ?? '';
    else if (tag === 'itemref') this.#spine.push(attributes['idref'] ?? '');
    else if (tag === 'reference' && attributes['type'] === 'toc')
      this.#contentsName = resolveName(this.#folder, (attributes['href'] ?? '').replace(/#.*$/, ''));
    else if (tag === 'date' && attributes['event'] === 'modification') this.#open = 'modified';
  }

  close(): void {
    const value = this.#text.replace(/\s+/g, ' ').trim();
    if (value !== '' && /^(?:title|creator|date|language|modified)$/.test(this.#open))
      this.#values.set(this.#open, [...(this.#values.get(this.#open) ?? []).slice(0, 50), value]);
    this.#open = '';
    this.#text = '';
  }

  addText(text: string): void {
    if (this.#text.length < 2000) this.#text += text;
  }

  /** Tables of contents are lists of links to what follows. */
  chapters(): string[] {
    const chapters = new Set<string>();
    for (const id of this.#spine) {
      const item = this.#items.get(id);
      if (!item || id === this.#contentsId || item.name === this.#contentsName) continue;
      const isContents = /(?:^|\s)nav(?:\s|$)/.test(item.properties);
      if (!isContents && /html|xml$/.test(item.type || 'xhtml')) chapters.add(item.name);
    }
    return [...chapters];
  }

  metadata(): DocumentMetadata {
    const first = (name: string) => this.#values.get(name)?.[0] ?? '';
    return {
      title: meaningfulTitle(first('title')),
      author: (this.#values.get('creator') ?? []).join(', '),
      createdAt: timestampOf(first('date')),
      modifiedAt: timestampOf(first('modified')),
      language: first('language'),
    };
  }
}

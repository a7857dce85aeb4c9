import { languageTag } from '@quern/content/metadata/language-tag';
import { decodeUnicode } from '@quern/runtime/decode-charset';
import { sniffFileType } from '@quern/runtime/sniff-file-type';
import { openZip, type ZipArchive } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { meaningfulTitle } from '../meaningful-title.ts';
import type { DocumentMetadata } from '../model/document-content.ts';
import { timestampOf } from '../model/timestamp.ts';
import { parseXml } from '../xml/parse-xml.ts';

/** Maximum size of the content. */
const contentBytesMax = 64 * 1024 * 1024;
const stylesBytesMax = 32 * 1024 * 1024;
const smallBytesMax = 4 * 1024 * 1024;
/** Bytes of a flat file in which its metadata are. */
const flatHeadBytes = 256 * 1024;
const valueLengthMax = 1000;
/** Embedded objects beyond this number are not read. */
const objectsMax = 1000;

/** The XML files of an OpenDocument package (OpenDocument 1.3 part 2). */
export interface OdfPackage {
  readonly content: Uint8Array;
  /** Empty if there are none. */
  readonly styles: Uint8Array;
  readonly metadata: DocumentMetadata;
  /** @returns the content of an embedded object, '' if there is none */
  readonly objectOf: (path: string) => string;
  /** The archive, in which pictures are; undefined for a flat file, which has them in its text. */
  readonly archive: ZipArchive | undefined;
}

/**
 * Opens a package, or a Flat OpenDocument file (OpenDocument 1.3 part 3, 3.1.1), which is one XML file with all parts.
 *
 * @throws DocumentError `encrypted`, or `unreadable` if a part is missing
 */
export function openOdf(bytes: Uint8Array): OdfPackage {
  if (sniffFileType(bytes) !== 'zip') return openFlatOdf(bytes);
  const archive = openZip(bytes);
  const textOf = (name: string, bytesMax: number): string => {
    const part = archive.read(name, bytesMax);
    return part ? decodeUnicode(part) : '';
  };
  if (/<(?:\w+:)?encryption-data[\s/>]/.test(textOf('META-INF/manifest.xml', smallBytesMax)))
    throw new DocumentError('encrypted', 'The document is encrypted: save it without a password.');
  const content = archive.read('content.xml', contentBytesMax);
  if (!content?.length)
    throw new DocumentError('unreadable', 'The document is damaged: it has no content.xml.');
  let objects = 0;
  return {
    archive,
    content,
    styles: archive.read('styles.xml', stylesBytesMax) ?? new Uint8Array(),
    metadata: readMetadata(textOf('meta.xml', smallBytesMax)),
    objectOf: (path) => (++objects > objectsMax ? '' : textOf(`${path}/content.xml`, smallBytesMax)),
  };
}

/** The content of a flat file is the whole file, whose styles are before its body. */
function openFlatOdf(bytes: Uint8Array): OdfPackage {
  if (bytes.length > contentBytesMax)
    throw new DocumentError('too_complex', `The document has more than ${contentBytesMax} bytes.`);
  // The metadata are near the beginning; the rest of the file may be large.
  const head = decodeUnicode(bytes.subarray(0, flatHeadBytes));
  const metadata = /<office:meta[\s>][\s\S]*?<\/office:meta>/.exec(head)?.[0] ?? '';
  return {
    archive: undefined,
    content: bytes,
    styles: new Uint8Array(),
    metadata: readMetadata(metadata),
    objectOf: () => '',
  };
}

function readMetadata(xml: string): DocumentMetadata {
  const values = new Map<string, string>();
  let open = '';
  if (xml !== '')
    parseXml(xml, {
      openTag: (name) => {
        open = name;
      },
      closeTag: () => {
        open = '';
      },
      text: (text) => {
        if (open !== '') values.set(open, `${values.get(open) ?? ''}${text}`.slice(0, valueLengthMax));
      },
    });
  const value = (name: string) => (values.get(name) ?? '').replace(/\s+/g, ' ').trim();
  return {
    title: meaningfulTitle(value('title')),
    author: value('initial-creator') || value('creator'),
    createdAt: timestampOf(value('creation-date')),
    modifiedAt: timestampOf(value('date')),
    language: languageTag(value('language')),
  };
}

import { decodeUnicode } from '@quern/runtime/decode-charset';
import type { ZipArchive } from '../archive/open-zip.ts';
import { meaningfulTitle } from '../meaningful-title.ts';
import { type DocumentMetadata, emptyMetadata } from '../model/document-content.ts';
import { parseXml } from '../xml/parse-xml.ts';

const partBytesMax = 1024 * 1024;
const textLengthMax = 1000;

/** Reads the core properties of an Office package (ECMA-376 part 2, section 11). */
export function readProperties(archive: ZipArchive): DocumentMetadata {
  const xml = archive.read('docProps/core.xml', partBytesMax);
  if (!xml) return emptyMetadata;
  const values: Record<string, string> = { title: '', creator: '', created: '', modified: '', language: '' };
  let open = '';
  parseXml(decodeUnicode(xml), {
    openTag: (name) => {
      open = name;
    },
    closeTag: () => {
      open = '';
    },
    text: (text) => {
      if (Object.hasOwn(values, open)) values[open] += text;
    },
  });
  const textOf = (name: string) => (values[name] ?? '').trim().slice(0, textLengthMax);
  return {
    title: meaningfulTitle(textOf('title')),
    author: textOf('creator'),
    createdAt: timestampOf(textOf('created')),
    modifiedAt: timestampOf(textOf('modified')),
    language: textOf('language'),
  };
}

/** @returns '' for a text that is not a W3C date and time */
function timestampOf(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return '';
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().replace('.000Z', 'Z');
}

import { languageTag } from '@quern/content/metadata/language-tag';
import { decodeUnicode } from '@quern/runtime/decode-charset';
import type { ZipArchive } from '../archive/open-zip.ts';
import { meaningfulTitle } from '../meaningful-title.ts';
import type { DocumentMetadata } from '../model/document-content.ts';
import { timestampOf } from '../model/timestamp.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { partOfType, readRelationships } from './relationships.ts';

const corePropertiesBytesMax = 4 * 1024 * 1024;
const valueLengthMax = 1000;

/** Reads the core properties of an Office Open XML package (ECMA-376 part 2, 10). */
export function readCoreProperties(archive: ZipArchive): DocumentMetadata {
  const name = partOfType(archive, readRelationships(archive, ''), 'core-properties') ?? 'docProps/core.xml';
  const bytes = archive.read(name, corePropertiesBytesMax);
  const values = bytes ? readValues(decodeUnicode(bytes)) : new Map<string, string>();
  const value = (element: string) => (values.get(element) ?? '').replace(/\s+/g, ' ').trim();
  return {
    title: meaningfulTitle(value('title')),
    author: value('creator'),
    createdAt: timestampOf(value('created')),
    modifiedAt: timestampOf(value('modified')),
    language: languageTag(value('language')),
  };
}

function readValues(xml: string): Map<string, string> {
  const values = new Map<string, string>();
  let open = '';
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
  return values;
}

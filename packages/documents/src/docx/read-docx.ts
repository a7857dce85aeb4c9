import { languageTag } from '@quern/content/metadata/language-tag';
import { decodeUnicode } from '@quern/runtime/decode-charset';
import { openZip, type ZipArchive } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentContent } from '../model/document-content.ts';
import { BlockBudget } from '../office/block-collector.ts';
import { putBelowTitle } from '../office/put-below-title.ts';
import { RepetitionBudget } from '../office/table-builder.ts';
import { readCoreProperties } from '../ooxml/core-properties.ts';
import { partOfType, readRelationships } from '../ooxml/relationships.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { DocumentStyles } from '../word/document-styles.ts';
import { FieldStack } from '../word/field-stack.ts';
import { ListNumbering } from '../word/list-numbering.ts';
import { parseXmlTree } from '../xml/xml-tree.ts';
import type { BodyContext } from './read-body.ts';
import { readNotes } from './read-notes.ts';
import { readNumberingPart } from './read-numbering-part.ts';
import { readStyleDefinitions } from './read-style-definitions.ts';
import { streamBody } from './stream-body.ts';

/** Maximum size of the main part, which is that of a document of ten thousand pages. */
const partBytesMax = 64 * 1024 * 1024;
/** Maximum size of the part of the styles and that of the lists. */
const definitionBytesMax = 32 * 1024 * 1024;
/** Maximum size of the part of a chart or diagram; further ones than the maximum number are not read. */
const graphicBytesMax = 4 * 1024 * 1024;
const graphicsMax = 200;
const empty = Buffer.alloc(0);

/** Reads a DOCX: the body in document order, then the footnotes and endnotes. @throws DocumentError */
export async function readDocx(
  bytes: Uint8Array,
  options: ReadDocumentOptions = {},
): Promise<DocumentContent> {
  const archive = openZip(bytes);
  const mainName = mainPartName(archive);
  const main = mainName === undefined ? undefined : archive.read(mainName, partBytesMax);
  if (mainName === undefined || !main) throw notDocx(archive);
  const relationships = readRelationships(archive, mainName);
  const folder = mainName.slice(0, mainName.lastIndexOf('/') + 1);
  const partOf = (type: string) => {
    const name = partOfType(archive, relationships, type) ?? `${folder}${type}.xml`;
    return decodeUnicode(archive.read(name, definitionBytesMax) ?? empty);
  };
  const styles = new DocumentStyles(readStyleDefinitions(partOf('styles')));
  const notes = readNotes(archive, relationships, folder);
  const pictures = new DocumentPictures(options.pictures);
  let graphics = graphicsMax;
  const context: BodyContext = {
    styles,
    relationships,
    numbering: new ListNumbering(readNumberingPart(partOf('numbering')), (id) => styles.numberingOf(id)),
    fields: new FieldStack(),
    notes: notes.references,
    partOf: (name) => {
      const part = --graphics < 0 ? undefined : archive.read(name, graphicBytesMax);
      return part && parseXmlTree(decodeUnicode(part));
    },
    pictures,
    pictureOf: (name, placement) => pictures.collectPart(archive, name, placement),
    blocks: new BlockBudget(),
    repetitions: new RepetitionBudget(main.length),
  };
  const body = await streamBody(main, context, options);
  const metadata = readCoreProperties(archive);
  return {
    format: 'docx',
    blocks: [...putBelowTitle(body.finish(), body.title), ...notes.read(context)],
    metadata: {
      ...metadata,
      title: metadata.title || body.title,
      language: metadata.language || languageTag(styles.language),
    },
    pages: [],
    warnings: pictures.warnings,
  };
}

/** Finds the main part by the package's relationships (ECMA-376 part 2, 8.3); mostly word/document.xml. */
function mainPartName(archive: ZipArchive): string | undefined {
  const target = partOfType(archive, readRelationships(archive, ''), 'officeDocument');
  if (target !== undefined && /document\d*\.xml$/.test(target)) return target;
  return archive.names.includes('word/document.xml') ? 'word/document.xml' : undefined;
}

function notDocx(archive: ZipArchive): DocumentError {
  const has = (prefix: string) => archive.names.some((name) => name.startsWith(prefix));
  const kind = has('xl/') ? 'a spreadsheet' : has('ppt/') ? 'a presentation' : 'a ZIP archive';
  return new DocumentError('unsupported', `The file is ${kind}, not a PDF, DOCX or text file.`);
}

import { decodeUnicode } from '@quern/runtime/decode-charset';
import { openZip, type ZipArchive } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { meaningfulTitle } from '../meaningful-title.ts';
import { type DocumentBlock, headingLevelMax } from '../model/document-block.ts';
import { type DocumentContent, emptyMetadata } from '../model/document-content.ts';
import { textOf } from '../model/rich-text.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { DocumentStyles } from './document-styles.ts';
import { ListNumbering } from './list-numbering.ts';
import { readWordprocessingMl } from './read-wordprocessing-ml.ts';

/** Maximum size of a part: ten million characters of text take at most a hundred megabytes of WordprocessingML. */
const partBytesMax = 128 * 1024 * 1024;
const smallPartBytesMax = 4 * 1024 * 1024;
/** Maximum size of the part of the styles and that of the lists. */
const definitionBytesMax = 32 * 1024 * 1024;
const empty = Buffer.alloc(0);

/** Reads a DOCX: the body in document order, then footnotes and endnotes. @throws DocumentError */
export function readDocx(bytes: Uint8Array): DocumentContent {
  const archive = openZip(bytes);
  const mainName = mainPartName(archive);
  const main = mainName === undefined ? undefined : archive.read(mainName, partBytesMax);
  if (mainName === undefined || !main) throw notDocx(archive);
  const folder = mainName.slice(0, mainName.lastIndexOf('/') + 1);
  const partOf = (name: string) => decodeUnicode(archive.read(folder + name, definitionBytesMax) ?? empty);
  const context = {
    styles: new DocumentStyles(partOf('styles.xml')),
    numbering: new ListNumbering(partOf('numbering.xml')),
  };
  const body = readWordprocessingMl(decodeUnicode(main), context);
  const blocks = putBelowTitle(body.blocks, body.title);
  for (const name of ['footnotes.xml', 'endnotes.xml']) {
    const notes = archive.read(folder + name, partBytesMax);
    if (!notes) continue;
    for (const block of readWordprocessingMl(decodeUnicode(notes), context).blocks) blocks.push(block);
  }
  return {
    format: 'docx',
    blocks,
    metadata: { ...emptyMetadata, title: metadataTitle(archive) || body.title },
    pages: [],
    warnings: [],
  };
}

/** Lowers the level of the headings of a document that begins with its title, so that only the title has level 1. */
function putBelowTitle(blocks: readonly DocumentBlock[], title: string): DocumentBlock[] {
  const first = blocks.find(({ kind }) => kind === 'heading');
  if (title === '' || first?.kind !== 'heading' || textOf(first.content) !== title) return [...blocks];
  return blocks.map((block) =>
    block.kind === 'heading' && block !== first
      ? { ...block, level: Math.min(block.level + 1, headingLevelMax) }
      : block,
  );
}

/** Finds the main part by the package's relationships (ECMA-376 part 2, 8.3); mostly word/document.xml. */
function mainPartName(archive: ZipArchive): string | undefined {
  const relations = archive.read('_rels/.rels', smallPartBytesMax);
  let target: string | undefined;
  if (relations) {
    parseXml(decodeUnicode(relations), {
      openTag: (name, attributes) => {
        if (name === 'Relationship' && /\/officeDocument$/.test(attributes['Type'] ?? '')) {
          target ??= (attributes['Target'] ?? '').replace(/^\//, '');
        }
      },
    });
  }
  if (target !== undefined && archive.names.includes(target) && /document\d*\.xml$/.test(target))
    return target;
  return archive.names.includes('word/document.xml') ? 'word/document.xml' : undefined;
}

function notDocx(archive: ZipArchive): DocumentError {
  const has = (prefix: string) => archive.names.some((name) => name.startsWith(prefix));
  const kind = has('xl/') ? 'a spreadsheet' : has('ppt/') ? 'a presentation' : 'a ZIP archive';
  return new DocumentError('unsupported', `The file is ${kind}, not a PDF, DOCX or text file.`);
}

/** The title in the core properties, else ''. */
function metadataTitle(archive: ZipArchive): string {
  const core = archive.read('docProps/core.xml', smallPartBytesMax);
  if (!core) return '';
  let title = '';
  let isInTitle = false;
  parseXml(decodeUnicode(core), {
    openTag: (name) => {
      isInTitle = name === 'title';
    },
    closeTag: () => {
      isInTitle = false;
    },
    text: (text) => {
      if (isInTitle) title += text;
    },
  });
  return meaningfulTitle(title);
}

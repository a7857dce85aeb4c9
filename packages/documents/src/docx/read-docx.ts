import { decodeUnicode } from '@quern/runtime/decode-charset';
import { DocumentError } from '../errors/document-error.ts';
import { openZip, type ZipArchive } from './open-zip.ts';
import { parseXml } from './parse-xml.ts';
import { readWordprocessingMl } from './read-wordprocessing-ml.ts';

/** Maximum size of a part: ten million characters of text take at most a hundred megabytes of WordprocessingML. */
const partBytesMax = 128 * 1024 * 1024;
const smallPartBytesMax = 4 * 1024 * 1024;

/** Reads the text of a DOCX: the body in document order, then footnotes and endnotes. @throws DocumentError */
export function readDocx(bytes: Uint8Array): { text: string; format: 'docx'; title: string } {
  const archive = openZip(bytes);
  const mainName = mainPartName(archive);
  const main = mainName === undefined ? undefined : archive.read(mainName, partBytesMax);
  if (mainName === undefined || !main) throw notDocx(archive);
  const folder = mainName.slice(0, mainName.lastIndexOf('/') + 1);
  const notes = ['footnotes.xml', 'endnotes.xml'].map((name) => archive.read(folder + name, partBytesMax));
  const body = readWordprocessingMl(decodeUnicode(main));
  const parts = [body.text];
  for (const note of notes) if (note) parts.push(readWordprocessingMl(decodeUnicode(note)).text);
  return {
    text: parts.filter((part) => part !== '').join('\n\n'),
    format: 'docx',
    title: metadataTitle(archive) || body.title,
  };
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
  return title.trim();
}

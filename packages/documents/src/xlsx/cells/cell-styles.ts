import { decodeUnicode } from '@quern/runtime/decode-charset';
import type { ZipArchive } from '../../archive/open-zip.ts';
import { builtInFormat } from '../../office/value-formats.ts';
import { parseXml } from '../../xml/parse-xml.ts';

/** The style of a cell, as far as it affects its text. */
export interface CellStyle {
  /** The number format; '' for General. */
  readonly pattern: string;
  readonly isBold: boolean;
}

const partBytesMax = 16 * 1024 * 1024;
const plain: CellStyle = { pattern: '', isBold: false };

/** The styles of cells by index (ECMA-376 part 1, 18.8). */
export class CellStyles {
  readonly #styles: CellStyle[] = [];

  /** @throws DocumentError when the part cannot be read */
  constructor(archive: ZipArchive, part: string) {
    const xml = archive.read(part, partBytesMax);
    if (!xml) return;
    const patterns = new Map<number, string>();
    const boldFonts: boolean[] = [];
    let section = '';
    parseXml(decodeUnicode(xml), {
      openTag: (name, attributes) => {
        if (/^(?:fonts|cellXfs|cellStyleXfs|dxfs|numFmts)$/.test(name)) section = name;
        else if (name === 'numFmt' && section === 'numFmts')
          patterns.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        else if (name === 'font' && section === 'fonts') boldFonts.push(false);
        else if (name === 'b' && section === 'fonts' && boldFonts.length > 0)
          boldFonts[boldFonts.length - 1] = !/^(?:0|false)$/.test(attributes['val'] ?? '');
        else if (name === 'xf' && section === 'cellXfs') {
          const id = Number(attributes['numFmtId'] ?? 0);
          const isBold = boldFonts[Number(attributes['fontId'] ?? 0)] ?? false;
          this.#styles.push({ pattern: patterns.get(id) ?? builtInFormat(id), isBold });
        }
      },
    });
  }

  /** @param index '' for cells without a style */
  get(index: string): CellStyle {
    return this.#styles[Number(index)] ?? plain;
  }
}

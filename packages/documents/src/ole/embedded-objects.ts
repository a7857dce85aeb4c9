import type { ContentBlock } from '@quern/content/blocks/content-block';
import { decodeUnicode } from '@quern/runtime/decode-charset';
import { EngineError } from '@quern/runtime/engine-error';
import { openZip } from '../archive/open-zip.ts';
import type { CompoundStorage } from '../compound/open-compound-file.ts';
import type { DocumentWarning } from '../model/document-content.ts';
import { readOdfChart } from '../odf/read-odf-chart.ts';
import type { RepetitionBudget } from '../office/table-builder.ts';
import { parseXmlTree } from '../xml/xml-tree.ts';
import { readEquation } from './read-equation.ts';

/** Kinds of objects by the names of the programs that edit them. */
const kinds: readonly (readonly [program: RegExp, kind: string])[] = [
  [/^(?:Equation|MathType|opendocument\.Math)/i, 'Formula'],
  [/chart|^MSGraph/i, 'Chart'],
  [/^(?:Excel|opendocument\.Calc)/i, 'Spreadsheet'],
  [/^(?:PowerPoint|opendocument\.Impress)/i, 'Presentation'],
  [/^(?:Word|AcroExch|opendocument\.Writer)/i, 'Document'],
  [/^(?:Visio|opendocument\.Draw)/i, 'Drawing'],
];
const otherKind = 'Embedded object';
/** Streams of the storages of objects, and the programs that write them. */
const programs: readonly (readonly [stream: string, program: string])[] = [
  ['Equation Native', 'Equation'],
  ['Workbook', 'Excel'],
  ['Book', 'Excel'],
  ['WordDocument', 'Word'],
  ['PowerPoint Document', 'PowerPoint'],
  ['VisioDocument', 'Visio'],
];
/** Size of the content of all objects that are read. */
const contentBytesMax = 16 * 1024 * 1024;
const objectsMax = 1000;
const equationBytesMax = 64 * 1024;

/** Opens the storage of an object. @returns undefined if it is missing @throws DocumentError */
export type OpenObject = () => CompoundStorage | undefined;

/**
 * The objects of other programs in a binary document. Formulas of Equation Editor and charts of LibreOffice are read, the
 * others are counted.
 */
export class EmbeddedObjects {
  readonly #repetitions: RepetitionBudget;
  readonly #read = new Map<number, readonly ContentBlock[] | undefined>();
  readonly #unread = new Map<string, number>();
  /** Programs of the objects by the streams in them. */
  readonly #programs = new Map<number, string>();
  #bytesLeft = contentBytesMax;

  constructor(repetitions: RepetitionBudget) {
    this.#repetitions = repetitions;
  }

  /** A warning that counts the objects that were not read. */
  get warnings(): DocumentWarning[] {
    if (this.#unread.size === 0) return [];
    const counts = [...this.#unread].map(([kind, count]) => `${count} × ${kind.toLowerCase()}`).join(', ');
    const message = `objects of other programs were not read, except for their pictures: ${counts}`;
    return [{ code: 'objects_not_read', message }];
  }

  /**
   * Reads an object.
   *
   * @param id of the object in the document
   * @returns undefined if it cannot be read
   */
  read(id: number, open: OpenObject): readonly ContentBlock[] | undefined {
    if (!this.#read.has(id) && this.#read.size < objectsMax) this.#read.set(id, this.#open(id, open));
    return this.#read.get(id);
  }

  /**
   * Counts an object that was not read.
   *
   * @param program that edits it, such as `Equation.3`; '' if it is not stated
   * @param id of the object
   * @returns a name for its kind
   */
  omit(program: string, id: number | undefined): string {
    const known = program || (this.#programs.get(id ?? -1) ?? '');
    const kind = kinds.find(([pattern]) => pattern.test(known))?.[1] ?? otherKind;
    this.#unread.set(kind, (this.#unread.get(kind) ?? 0) + 1);
    return kind;
  }

  #open(id: number, open: OpenObject): readonly ContentBlock[] | undefined {
    try {
      const storage = open();
      const names = new Set(storage?.streamNames);
      const program = programs.find(([stream]) => names.has(stream))?.[1];
      if (program !== undefined) this.#programs.set(id, program);
      const equation = storage?.stream('Equation Native');
      if (equation !== undefined && equation.length <= equationBytesMax) {
        const tex = readEquation(equation);
        return tex === '' ? undefined : [{ kind: 'formula', tex }];
      }
      const archive = storage?.stream('package_stream');
      if (archive === undefined || this.#bytesLeft <= 0) return undefined;
      const content = openZip(archive).read('content.xml', this.#bytesLeft);
      this.#bytesLeft -= content?.length ?? 0;
      return content && readOdfChart(parseXmlTree(decodeUnicode(content)), this.#repetitions);
    } catch (error) {
      // A damaged object is one that is not read.
      if (error instanceof EngineError) return undefined;
      throw error;
    }
  }
}

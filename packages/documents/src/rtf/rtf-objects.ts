import type { ContentBlock } from '@quern/content/blocks/content-block';
import { type CompoundStorage, openCompoundFile } from '../compound/open-compound-file.ts';
import type { DocumentWarning } from '../model/document-content.ts';
import type { RepetitionBudget } from '../office/table-builder.ts';
import { EmbeddedObjects } from '../ole/embedded-objects.ts';
import { joinRtfData, type RtfData } from './rtf-data.ts';

const dataBytesMax = 16 * 1024 * 1024;
const programLengthMax = 100;
/** The beginning of a compound file, which is after a header of some hundred bytes ([MS-OLEDS] 2.2.5). */
const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headBytesMax = 1000;

/** An object as it was read: its content, or a name for its kind. */
export type ReadObject =
  | { readonly blocks: readonly ContentBlock[]; readonly kind?: undefined }
  | { readonly blocks?: undefined; readonly kind: string };

/** The objects of other programs in a file, whose data are in groups among the text. */
export class RtfObjects {
  readonly #objects: EmbeddedObjects;
  #data: RtfData[] = [];
  #program = '';
  #count = 0;
  /** Whether the content of the open object was read, so that its picture is not. */
  #isRead = false;

  constructor(repetitions: RepetitionBudget) {
    this.#objects = new EmbeddedObjects(repetitions);
  }

  /** A warning that counts the objects that were not read. */
  get warnings(): readonly DocumentWarning[] {
    return this.#objects.warnings;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** Begins an object. */
  open(): void {
    this.#data = [];
    this.#program = '';
    this.#isRead = false;
  }

  addProgram(bytes: string): void {
    this.#program = `${this.#program}${bytes}`.slice(0, programLengthMax);
  }

  addData(data: RtfData): void {
    this.#data.push(data);
  }

  /** Reads the object whose data have ended. */
  close(): ReadObject {
    const data = this.#data;
    this.#data = [];
    this.#count += 1;
    const blocks = this.#objects.read(this.#count, () => openStorage(data));
    this.#isRead = blocks !== undefined;
    return blocks === undefined
      ? { kind: this.#objects.omit(this.#program.trim(), this.#count) }
      : { blocks };
  }
}

function openStorage(data: readonly RtfData[]): CompoundStorage | undefined {
  const bytes = joinRtfData(data, dataBytesMax);
  const start = bytes.subarray(0, headBytesMax).indexOf(signature);
  return start < 0 ? undefined : openCompoundFile(bytes.subarray(start));
}

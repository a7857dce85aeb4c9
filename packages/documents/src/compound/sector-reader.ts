import { DocumentError } from '../errors/document-error.ts';

const headerBytes = 512;
/** Entries of the allocation table in the header ([MS-CFB] 2.2). */
const headerTableLength = 109;
/** Sector numbers above it have special meanings ([MS-CFB] 2.1). */
const sectorMax = 0xfffffffa;
/** Maximum total of the streams as a multiple of the file; some are read twice. */
const readRatioMax = 3;
const readBytesMin = 1024 * 1024;

/** Reads chains of sectors of a compound file ([MS-CFB] 2.3 to 2.5). */
export class SectorReader {
  /** First sector of the directory. */
  readonly directoryStart: number;
  readonly #file: Buffer;
  readonly #sectorBytes: number;
  readonly #miniSectorBytes: number;
  readonly #miniSizeMax: number;
  readonly #table: Uint32Array;
  readonly #miniTable: Uint32Array;
  #miniStream: Buffer = Buffer.alloc(0);
  #bytesLeft: number;

  /** @throws DocumentError `unreadable` */
  constructor(file: Buffer) {
    if (file.length < headerBytes) throw damaged();
    const sectorShift = file.readUInt16LE(30);
    const miniShift = file.readUInt16LE(32);
    if ((sectorShift !== 9 && sectorShift !== 12) || miniShift < 4 || miniShift > sectorShift)
      throw damaged();
    this.#file = file;
    this.#sectorBytes = 2 ** sectorShift;
    this.#miniSectorBytes = 2 ** miniShift;
    this.#miniSizeMax = file.readUInt32LE(56);
    this.#bytesLeft = file.length * readRatioMax + readBytesMin;
    this.directoryStart = file.readUInt32LE(48);
    this.#table = this.#readTable();
    this.#miniTable = toNumbers(this.readChain(file.readUInt32LE(60), file.length));
  }

  /** Reads the stream that contains small streams. */
  openMiniStream(start: number, size: number): void {
    this.#miniStream = this.readChain(start, size);
  }

  /** @throws DocumentError `too_complex` when all streams are together much longer than the file */
  readStream(start: number, size: number): Buffer {
    return size < this.#miniSizeMax ? this.#readMiniChain(start, size) : this.readChain(start, size);
  }

  /** Reads sectors until the chain ends. @param bytesMax stated size; longer chains are cut */
  readChain(start: number, bytesMax: number): Buffer {
    const count = Math.ceil(Math.min(bytesMax, this.#file.length) / this.#sectorBytes);
    const parts: Buffer[] = [];
    let sector = start;
    while (parts.length < count && sector < sectorMax) {
      const part = this.#sectorAt(sector);
      if (part.length === 0) break;
      parts.push(part);
      sector = this.#table[sector] ?? sectorMax;
    }
    return this.#join(parts, bytesMax);
  }

  #readMiniChain(start: number, size: number): Buffer {
    const count = Math.ceil(Math.min(size, this.#miniStream.length) / this.#miniSectorBytes);
    const parts: Buffer[] = [];
    let sector = start;
    while (parts.length < count && sector < sectorMax) {
      const at = sector * this.#miniSectorBytes;
      const part = this.#miniStream.subarray(at, at + this.#miniSectorBytes);
      if (part.length === 0) break;
      parts.push(part);
      sector = this.#miniTable[sector] ?? sectorMax;
    }
    return this.#join(parts, size);
  }

  #join(parts: readonly Buffer[], bytesMax: number): Buffer {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    this.#bytesLeft -= length;
    if (this.#bytesLeft < 0)
      throw new DocumentError('too_complex', 'The document is larger inside than its file is.');
    return Buffer.concat(parts, length).subarray(0, bytesMax);
  }

  /** @returns an empty part for a sector that the file does not have */
  #sectorAt(sector: number): Buffer {
    const at = (sector + 1) * this.#sectorBytes;
    return this.#file.subarray(at, at + this.#sectorBytes);
  }

  /** Reads the allocation table, whose sectors the header lists, and then a chain of sectors of their numbers. */
  #readTable(): Uint32Array {
    const sectorsMax = Math.ceil(this.#file.length / this.#sectorBytes);
    const numbers: number[] = [];
    for (let index = 0; index < headerTableLength; index++)
      numbers.push(this.#file.readUInt32LE(76 + index * 4));
    let next = this.#file.readUInt32LE(68);
    for (let count = 0; count < sectorsMax && next < sectorMax; count++) {
      const part = toNumbers(this.#sectorAt(next));
      if (part.length === 0) break;
      for (const number of part.subarray(0, -1)) numbers.push(number);
      next = part.at(-1) ?? sectorMax;
    }
    const tables = numbers
      .filter((number) => number < sectorMax)
      .slice(0, Math.ceil((sectorsMax * 4) / this.#sectorBytes) + headerTableLength)
      .map((number) => this.#sectorAt(number));
    return toNumbers(Buffer.concat(tables));
  }
}

function toNumbers(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(Math.floor(bytes.length / 4));
  for (let index = 0; index < numbers.length; index++) numbers[index] = bytes.readUInt32LE(index * 4);
  return numbers;
}

function damaged(): DocumentError {
  return new DocumentError('unreadable', 'The document is damaged: its header cannot be read.');
}

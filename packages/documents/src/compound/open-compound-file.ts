import { DocumentError } from '../errors/document-error.ts';
import { SectorReader } from './sector-reader.ts';

/** A storage of a compound file, which contains streams and further storages. Names are compared without case. */
export interface CompoundStorage {
  /** Names of the streams, as written. */
  readonly streamNames: readonly string[];
  /** Names of the storages, as written. */
  readonly storageNames: readonly string[];
  /**
   * Reads a stream; that of a truncated file may be shorter than stated.
   *
   * @returns undefined if there is no stream of this name
   * @throws DocumentError `too_complex`
   */
  stream(name: string): Buffer | undefined;
  /** @returns undefined if there is no storage of this name */
  storage(name: string): CompoundStorage | undefined;
}

/** An entry of the directory ([MS-CFB] 2.6.1). */
interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

const entryBytes = 128;
/** More entries are not read; the largest messages have some ten thousand. */
const entriesMax = 200_000;
const types = { storage: 1, stream: 2, root: 5 };
/** How often an entry may be visited on average; in damaged files, storages share their members. */
const visitsMax = 8;

/** The file that its storages share. */
interface OpenedFile {
  readonly sectors: SectorReader;
  readonly entries: readonly DirectoryEntry[];
  /** Visits of entries that are left. */
  left: number;
}

/**
 * Opens a compound file ([MS-CFB] 9.0), the container of binary Office files and of Outlook messages. The streams of a
 * sound file are together not longer than the file, so neither is what is read.
 *
 * @throws DocumentError `unreadable`
 */
export function openCompoundFile(bytes: Uint8Array): CompoundStorage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const sectors = new SectorReader(file);
  const entries = readDirectory(sectors);
  const [root] = entries;
  if (root === undefined || root.type !== types.root)
    throw new DocumentError('unreadable', 'The document is damaged: its directory cannot be read.');
  sectors.openMiniStream(root.start, root.size);
  return new Storage({ sectors, entries, left: entries.length * visitsMax }, root);
}

function readDirectory(sectors: SectorReader): DirectoryEntry[] {
  const bytes = sectors.readChain(sectors.directoryStart, entriesMax * entryBytes);
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const nameBytes = Math.min(64, bytes.readUInt16LE(at + 64));
    entries.push({
      name: bytes.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
      type: bytes.readUInt8(at + 66),
      left: bytes.readUInt32LE(at + 68),
      right: bytes.readUInt32LE(at + 72),
      child: bytes.readUInt32LE(at + 76),
      start: bytes.readUInt32LE(at + 116),
      // The upper half is unused in files of less than 2 GB, and not always 0.
      size: bytes.readUInt32LE(at + 120),
    });
  }
  return entries;
}

class Storage implements CompoundStorage {
  readonly #file: OpenedFile;
  readonly #members = new Map<string, DirectoryEntry>();

  /** @throws DocumentError `too_complex` */
  constructor(file: OpenedFile, storage: DirectoryEntry) {
    this.#file = file;
    const seen = new Set<number>();
    const waiting = [storage.child];
    // The members are a binary tree, which is circular in damaged files.
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const entry = file.entries[index];
      if (entry === undefined || seen.has(index)) continue;
      file.left -= 1;
      if (file.left < 0)
        throw new DocumentError('too_complex', 'The document has storages that share their content.');
      seen.add(index);
      const key = entry.name.toLowerCase();
      if (!this.#members.has(key)) this.#members.set(key, entry);
      waiting.push(entry.right, entry.left);
    }
  }

  get streamNames(): readonly string[] {
    return this.#namesOf(types.stream);
  }

  get storageNames(): readonly string[] {
    return this.#namesOf(types.storage);
  }

  stream(name: string): Buffer | undefined {
    const entry = this.#members.get(name.toLowerCase());
    return entry?.type === types.stream ? this.#file.sectors.readStream(entry.start, entry.size) : undefined;
  }

  storage(name: string): CompoundStorage | undefined {
    const entry = this.#members.get(name.toLowerCase());
    return entry?.type === types.storage ? new Storage(this.#file, entry) : undefined;
  }

  #namesOf(type: number): string[] {
    return [...this.#members.values()].filter((entry) => entry.type === type).map(({ name }) => name);
  }
}

/** Streams, and storages with their streams, by name. */
export interface CompoundMembers {
  readonly [name: string]: Uint8Array | CompoundMembers;
}

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly bytes: Uint8Array;
  readonly members: Entry[];
  index: number;
  start: number;
}

const sectorBytes = 512;
const miniSectorBytes = 64;
const miniSizeMax = 4096;
const endOfChain = 0xfffffffe;
const free = 0xffffffff;
const tableSector = 0xfffffffd;

/**
 * Makes a compound file of version 3 ([MS-CFB]). Members are chained by their right siblings, which readers accept though
 * the specification asks for a balanced tree.
 */
export function makeCompoundFile(members: CompoundMembers): Buffer {
  const root = makeEntry('Root Entry', 5, new Uint8Array(), members);
  const entries = listEntries(root);
  const { miniStream, miniTable } = placeSmallStreams(entries);
  const chains: Buffer[] = [];
  const table: number[] = [];
  const addChain = (bytes: Uint8Array): number => {
    if (bytes.length === 0) return endOfChain;
    const start = table.length;
    const count = Math.ceil(bytes.length / sectorBytes);
    for (let index = 1; index <= count; index++) table.push(index === count ? endOfChain : start + index);
    chains.push(Buffer.concat([bytes], count * sectorBytes));
    return start;
  };
  for (const entry of entries)
    if (entry.type === 2 && entry.bytes.length >= miniSizeMax) entry.start = addChain(entry.bytes);
  root.start = addChain(miniStream);
  const miniTableStart = addChain(numbersOf(miniTable));
  const directoryStart = addChain(writeDirectory(entries, miniStream.length));
  const tableStart = table.length;
  const perSector = sectorBytes / 4;
  let tableSectors = 1;
  while ((tableStart + tableSectors) / perSector > tableSectors) tableSectors += 1;
  for (let index = 0; index < tableSectors; index++) table.push(tableSector);
  while (table.length % perSector > 0) table.push(free);
  const header = writeHeader({ tableStart, tableSectors, directoryStart, miniTableStart, miniTable });
  return Buffer.concat([header, ...chains, numbersOf(table)]);
}

function makeEntry(name: string, type: number, bytes: Uint8Array, members: CompoundMembers): Entry {
  const children = Object.entries(members).map(([each, member]) =>
    member instanceof Uint8Array
      ? makeEntry(each, 2, member, {})
      : makeEntry(each, 1, new Uint8Array(), member),
  );
  return { name, type, bytes, members: children, index: 0, start: endOfChain };
}

function listEntries(root: Entry): Entry[] {
  const entries: Entry[] = [];
  const visit = (entry: Entry) => {
    entry.index = entries.length;
    entries.push(entry);
    for (const member of entry.members) visit(member);
  };
  visit(root);
  return entries;
}

function placeSmallStreams(entries: readonly Entry[]): { miniStream: Buffer; miniTable: number[] } {
  const miniTable: number[] = [];
  const parts: Buffer[] = [];
  for (const entry of entries) {
    if (entry.type !== 2 || entry.bytes.length >= miniSizeMax || entry.bytes.length === 0) continue;
    entry.start = miniTable.length;
    const count = Math.ceil(entry.bytes.length / miniSectorBytes);
    for (let index = 1; index <= count; index++)
      miniTable.push(index === count ? endOfChain : entry.start + index);
    parts.push(Buffer.concat([entry.bytes], count * miniSectorBytes));
  }
  return { miniStream: Buffer.concat(parts), miniTable };
}

function writeDirectory(entries: readonly Entry[], miniStreamBytes: number): Buffer {
  const siblings = new Map<number, number>();
  for (const { members } of entries)
    for (const [index, member] of members.entries())
      siblings.set(member.index, members[index + 1]?.index ?? free);
  return Buffer.concat(
    entries.map((entry) => {
      const bytes = Buffer.alloc(128);
      bytes.write(entry.name, 0, 62, 'utf16le');
      bytes.writeUInt16LE(Math.min(62, entry.name.length * 2) + 2, 64);
      bytes.writeUInt8(entry.type, 66);
      bytes.writeUInt8(1, 67);
      bytes.writeUInt32LE(free, 68);
      bytes.writeUInt32LE(siblings.get(entry.index) ?? free, 72);
      bytes.writeUInt32LE(entry.members[0]?.index ?? free, 76);
      bytes.writeUInt32LE(entry.start, 116);
      bytes.writeUInt32LE(entry.type === 5 ? miniStreamBytes : entry.bytes.length, 120);
      return bytes;
    }),
  );
}

function writeHeader(places: {
  readonly tableStart: number;
  readonly tableSectors: number;
  readonly directoryStart: number;
  readonly miniTableStart: number;
  readonly miniTable: readonly number[];
}): Buffer {
  const header = Buffer.alloc(sectorBytes, 0xff);
  header.fill(0, 0, 76);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(places.tableSectors, 44);
  header.writeUInt32LE(places.directoryStart, 48);
  header.writeUInt32LE(miniSizeMax, 56);
  header.writeUInt32LE(places.miniTableStart, 60);
  header.writeUInt32LE(Math.ceil((places.miniTable.length * 4) / sectorBytes), 64);
  header.writeUInt32LE(endOfChain, 68);
  for (let index = 0; index < Math.min(places.tableSectors, 109); index++)
    header.writeUInt32LE(places.tableStart + index, 76 + index * 4);
  return header;
}

function numbersOf(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  return bytes;
}

/** Name of the global that `meterCalls` exports: the number of calls that are left. */
export const callsLeftName = 'quern_calls_left';

/** Identifiers of sections and types (WebAssembly Core Specification 2.0, chapter 5). */
const sections = { import: 2, global: 6, export: 7, code: 10 };
const [typeI32, mutable, opI32Const, opEnd] = [0x7f, 0x01, 0x41, 0x0b];
const exportKindGlobal = 3;

/**
 * Adds a counter to a WebAssembly module, which decreases with each call of a function; at 0 the module traps. This
 * bounds the work of a module that cannot be interrupted, independently of the speed of the machine.
 *
 * @param module binary module with a global, an export and a code section
 * @returns a module that exports the counter, an `i32`, as `callsLeftName`
 * @throws RangeError for a module without these sections
 */
export function meterCalls(module: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [module.subarray(0, 8)];
  const reader = new ModuleReader(module, 8);
  let counter = 0;
  const done = new Set<number>();
  while (reader.offset < module.length) {
    const id = reader.readByte();
    const length = reader.readNumber();
    const body = module.subarray(reader.offset, reader.offset + length);
    reader.offset += length;
    if (id === sections.import) counter += countImportedGlobals(body);
    if (id === sections.global) counter += new ModuleReader(body).readNumber();
    const metered = meterSection(id, body, counter);
    done.add(id);
    parts.push(Uint8Array.of(id, ...encode(metered.length)), metered);
  }
  for (const id of [sections.global, sections.export, sections.code]) {
    if (!done.has(id)) throw new RangeError(`The module has no section ${id}.`);
  }
  return Buffer.concat(parts);
}

function meterSection(id: number, body: Uint8Array, counter: number): Uint8Array {
  switch (id) {
    case sections.global:
      return append(body, [typeI32, mutable, opI32Const, 0, opEnd]);
    case sections.export: {
      const name = new TextEncoder().encode(callsLeftName);
      return append(body, [name.length, ...name, exportKindGlobal, ...encode(counter)]);
    }
    case sections.code:
      return meterFunctions(body, counter);
    default:
      return body;
  }
}

/** Adds an entry to a vector. */
function append(vector: Uint8Array, entry: readonly number[]): Uint8Array {
  const reader = new ModuleReader(vector);
  const count = reader.readNumber();
  return Buffer.concat([
    Uint8Array.from(encode(count + 1)),
    vector.subarray(reader.offset),
    Uint8Array.from(entry),
  ]);
}

function meterFunctions(body: Uint8Array, counter: number): Uint8Array {
  const index = encode(counter);
  // if (counter == 0) unreachable; counter -= 1
  const prologue = Uint8Array.from([
    ...[0x23, ...index, 0x45, 0x04, 0x40, 0x00, 0x0b],
    ...[0x23, ...index, 0x41, 0x01, 0x6b, 0x24, ...index],
  ]);
  const reader = new ModuleReader(body);
  const count = reader.readNumber();
  const parts: Uint8Array[] = [Uint8Array.from(encode(count))];
  for (let at = 0; at < count; at += 1) {
    const length = reader.readNumber();
    const start = reader.offset;
    const declarations = reader.readNumber();
    for (let local = 0; local < declarations; local += 1) {
      reader.readNumber();
      reader.readNumber();
    }
    const codeStart = reader.offset;
    reader.offset = start + length;
    parts.push(
      Uint8Array.from(encode(length + prologue.length)),
      body.subarray(start, codeStart),
      prologue,
      body.subarray(codeStart, start + length),
    );
  }
  return Buffer.concat(parts);
}

function countImportedGlobals(body: Uint8Array): number {
  const reader = new ModuleReader(body);
  let globals = 0;
  for (let left = reader.readNumber(); left > 0; left -= 1) {
    for (let names = 0; names < 2; names += 1) {
      const length = reader.readNumber();
      reader.offset += length;
    }
    const kind = reader.readByte();
    if (kind === 3) globals += 1;
    skipDescription(reader, kind);
  }
  return globals;
}

/** Skips the type of an import: a function, table, memory, global or tag. */
function skipDescription(reader: ModuleReader, kind: number): void {
  if (kind === 0) reader.readNumber();
  else if (kind === 3 || kind === 4) reader.offset += 2;
  else {
    if (kind === 1) reader.offset += 1;
    const hasMaximum = (reader.readNumber() & 1) === 1;
    reader.readNumber();
    if (hasMaximum) reader.readNumber();
  }
}

/** Unsigned LEB128. */
function encode(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

class ModuleReader {
  readonly #bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  readByte(): number {
    const byte = this.#bytes[this.offset];
    if (byte === undefined) throw new RangeError('The module is truncated.');
    this.offset += 1;
    return byte;
  }

  /** Unsigned LEB128. */
  readNumber(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.readByte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }
}

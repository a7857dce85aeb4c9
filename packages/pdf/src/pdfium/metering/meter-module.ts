import { meterFunctions } from './meter-functions.ts';
import { encodeNumber, ModuleReader } from './module-reader.ts';

/** Name of the global that `meterModule` exports: the steps that are left. */
export const stepsLeftName = 'quern_steps_left';

/** Identifiers of sections and types (WebAssembly Core Specification 2.0, chapter 5). */
const sections = { import: 2, global: 6, export: 7, code: 10 };
const [typeI32, mutable, opI32Const, opEnd] = [0x7f, 0x01, 0x41, 0x0b];
const exportKindGlobal = 3;

/**
 * Adds a counter to a WebAssembly module, which decreases with each step, that is a call of a function or a repetition of
 * a loop; below 0 the module traps. This bounds the work of a module that cannot be interrupted, independently of the
 * speed of the machine. It takes less than 5% of the time that PDFium draws a page.
 *
 * @param module binary module with a global, an export and a code section
 * @returns a module that exports the counter, an `i32`, as `stepsLeftName`
 * @throws RangeError for a module without these sections, or with instructions that cannot be metered
 */
export function meterModule(module: Uint8Array): Uint8Array {
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
    parts.push(Uint8Array.of(id, ...encodeNumber(metered.length)), metered);
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
      const name = new TextEncoder().encode(stepsLeftName);
      return append(body, [name.length, ...name, exportKindGlobal, ...encodeNumber(counter)]);
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
    Uint8Array.from(encodeNumber(count + 1)),
    vector.subarray(reader.offset),
    Uint8Array.from(entry),
  ]);
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

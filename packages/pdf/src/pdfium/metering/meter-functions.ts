import { encodeNumber, ModuleReader } from './module-reader.ts';
import { skipImmediates } from './skip-immediates.ts';

const opLoop = 0x03;

/**
 * Adds the metering to the functions of a code section: the counter decreases when a function is called and when a loop
 * starts or is repeated, so that no code runs for long without it. Below 0, the module traps.
 *
 * @param counter index of the global
 * @throws RangeError for an instruction that cannot be metered
 */
export function meterFunctions(section: Uint8Array, counter: number): Uint8Array {
  const reader = new ModuleReader(section);
  const count = reader.readNumber();
  const parts: Uint8Array[] = [Uint8Array.from(encodeNumber(count))];
  const charge = chargeCode(counter);
  for (let left = count; left > 0; left -= 1) {
    const length = reader.readNumber();
    const pieces = meterFunction(reader, reader.offset + length, charge);
    const metered = pieces.reduce((sum, piece) => sum + piece.length, 0);
    parts.push(Uint8Array.from(encodeNumber(metered)), ...pieces);
  }
  return Buffer.concat(parts);
}

/** counter -= 1; if (counter < 0) unreachable */
function chargeCode(counter: number): Uint8Array {
  const [get, set] = [
    [0x23, ...encodeNumber(counter)],
    [0x24, ...encodeNumber(counter)],
  ];
  return Uint8Array.from([...get, 0x41, 1, 0x6b, ...set, ...get, 0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b]);
}

/** Reads a function up to its end. @returns its bytes in pieces */
function meterFunction(reader: ModuleReader, end: number, charge: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let start = reader.offset;
  const insert = (): void => {
    pieces.push(reader.bytes.subarray(start, reader.offset), charge);
    start = reader.offset;
  };
  // The types of the local variables.
  reader.skipNumbers(2 * reader.readNumber());
  insert();
  while (reader.offset < end) {
    const opcode = reader.readByte();
    skipImmediates(reader, opcode);
    if (opcode === opLoop) insert();
  }
  pieces.push(reader.bytes.subarray(start, end));
  return pieces;
}

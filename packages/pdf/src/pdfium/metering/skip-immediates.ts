import type { ModuleReader } from './module-reader.ts';

/** Number of immediate arguments in LEB128 of the instructions that have some. */
const numbers = new Uint8Array(256);
// block, loop, if, br, br_if, call, memory.size, memory.grow, i32.const, i64.const
for (const opcode of [0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42]) numbers[opcode] = 1;
// local.get to global.set
numbers.fill(1, 0x20, 0x25);
// call_indirect, and loads and stores
numbers[0x11] = 2;
numbers.fill(2, 0x28, 0x3f);

const known = new Uint8Array(256);
// unreachable, nop; else; end to call_indirect; drop, select
for (const opcode of [0x00, 0x01, 0x05, 0x1a, 0x1b]) known[opcode] = 1;
known.fill(1, 0x0b, 0x12);
// Numeric instructions
known.fill(1, 0x45, 0xc5);
for (const [opcode, count] of numbers.entries()) if (count > 0) known[opcode] = 1;

const [opBrTable, opF32Const, opF64Const, prefix] = [0x0e, 0x43, 0x44, 0xfc];
/** Behind the prefix: conversions of numbers; others copy memory of any size in one instruction. */
const conversionMax = 7;

/**
 * Skips the immediate arguments of an instruction (WebAssembly Core Specification 2.0, section 5.4).
 *
 * @param opcode of the instruction, which has been read
 * @throws RangeError for an instruction that takes time beyond counting, or belongs to a later version of the format
 */
export function skipImmediates(reader: ModuleReader, opcode: number): void {
  const count = numbers[opcode] ?? 0;
  if (count > 0 || known[opcode] === 1) {
    reader.skipNumbers(count);
    if (opcode === opBrTable) reader.skipNumbers(reader.readNumber() + 1);
    return;
  }
  if (opcode === opF32Const) reader.offset += 4;
  else if (opcode === opF64Const) reader.offset += 8;
  else if (opcode !== prefix || reader.readNumber() > conversionMax)
    throw new RangeError(`The module has an instruction that cannot be metered: ${opcode}.`);
}

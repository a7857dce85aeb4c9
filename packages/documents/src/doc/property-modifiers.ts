/** A change of a property of text or a paragraph ([MS-DOC] 2.2.5.1). */
export interface PropertyModifier {
  readonly code: number;
  readonly operand: Buffer;
}

/** Sizes of operands by the upper three bits of the code; 0 for a size that the operand states. */
const operandSizes = [1, 1, 2, 4, 2, 2, 0, 3] as const;
/** Modifiers whose size has two bytes, or a special meaning ([MS-DOC] 2.2.5.2). */
const special = { tableDefinition: 0xd608, tabStops: 0xc615 };

/** Reads a list of modifiers; one that is cut off ends it. */
export function* readModifiers(list: Buffer): Generator<PropertyModifier> {
  let at = 0;
  while (at + 2 < list.length) {
    const code = list.readUInt16LE(at);
    at += 2;
    const fixed = operandSizes[code >> 13] ?? 0;
    let size: number = fixed;
    if (fixed === 0) {
      if (code === special.tableDefinition) {
        if (at + 2 > list.length) return;
        size = list.readUInt16LE(at) - 1;
        at += 2;
      } else {
        size = list.readUInt8(at);
        at += 1;
        if (code === special.tabStops && size === 255) size = tabStopsSize(list, at);
      }
    }
    if (size < 0 || at + size > list.length) return;
    yield { code, operand: list.subarray(at, at + size) };
    at += size;
  }
}

/** Size of a list of deleted and added tab stops ([MS-DOC] 2.9.182). */
function tabStopsSize(list: Buffer, at: number): number {
  const deleted = list[at] ?? 0;
  const added = list[at + 1 + deleted * 4] ?? 0;
  return 2 + deleted * 4 + added * 3;
}

/** Reads a number of one or two bytes. */
export function numberOf({ operand }: PropertyModifier): number {
  return operand.length >= 2 ? operand.readInt16LE(0) : (operand[0] ?? 0);
}

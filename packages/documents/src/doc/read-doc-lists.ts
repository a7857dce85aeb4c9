import { listDepthMax } from '@quern/content/blocks/content-block';
import { isSymbolFont, symbolText } from '../office/symbol-fonts.ts';
import type {
  NumberingDefinition,
  NumberingInstance,
  NumberingLevel,
  NumberingPart,
} from '../word/numbering-part.ts';
import { readModifiers } from './property-modifiers.ts';
import { textModifiers } from './text-format.ts';

/** Formats of numbers ([MS-OSHARED] 2.2.1.3), as they are named in ECMA-376 part 1, 17.18.59. */
const formats: ReadonlyMap<number, string> = new Map([
  [0, 'decimal'],
  [1, 'upperRoman'],
  [2, 'lowerRoman'],
  [3, 'upperLetter'],
  [4, 'lowerLetter'],
  [18, 'decimalEnclosedCircle'],
  [22, 'decimalZero'],
  [23, 'bullet'],
  [58, 'russianLower'],
  [59, 'russianUpper'],
  [255, 'none'],
]);
const listBytes = 28;
const levelBytes = 28;
const overrideBytes = 16;
const listsMax = 10_000;
const labelLengthMax = 100;
const noStyle = 0xfff;

/** A level with the number of its bytes. */
interface ReadLevel {
  readonly level: NumberingLevel;
  readonly size: number;
}

/**
 * Reads the lists of a document; the id of a list is its index from 1 ([MS-DOC] 2.9.131, 2.9.149).
 *
 * @param lists the definitions, which the levels of all lists follow
 * @param overrides the lists that paragraphs refer to
 * @param fonts by index
 */
export function readDocLists(lists: Buffer, overrides: Buffer, fonts: readonly string[]): NumberingPart {
  return { definitions: readDefinitions(lists, fonts), instances: readInstances(overrides, fonts) };
}

function readDefinitions(lists: Buffer, fonts: readonly string[]): Map<string, NumberingDefinition> {
  const definitions = new Map<string, NumberingDefinition>();
  const count = Math.min(lists.length >= 2 ? lists.readUInt16LE(0) : 0, listsMax);
  let at = 2 + count * listBytes;
  for (let index = 0; index < count && at < lists.length; index++) {
    const head = lists.subarray(2 + index * listBytes, 2 + (index + 1) * listBytes);
    if (head.length < listBytes) break;
    const isSimple = ((head[26] ?? 0) & 1) === 1;
    const levels: NumberingLevel[] = [];
    for (let depth = 0; depth < (isSimple ? 1 : 9); depth++) {
      const read = readLevel(lists.subarray(at), fonts);
      if (read === undefined) break;
      const style = head.readUInt16LE(8 + depth * 2);
      levels.push(style === noStyle ? read.level : { ...read.level, style: String(style) });
      at += read.size;
    }
    definitions.set(String(head.readInt32LE(0)), { levels });
  }
  return definitions;
}

/** Reads a level ([MS-DOC] 2.9.150). @returns undefined if it is cut off */
function readLevel(bytes: Buffer, fonts: readonly string[]): ReadLevel | undefined {
  if (bytes.length < levelBytes + 2) return undefined;
  const [textBytes = 0, paragraphBytes = 0] = bytes.subarray(24, 26);
  const textAt = levelBytes + paragraphBytes;
  const labelAt = textAt + textBytes;
  if (labelAt + 2 > bytes.length) return undefined;
  const length = bytes.readUInt16LE(labelAt);
  const size = labelAt + 2 + length * 2;
  const label = bytes.toString('utf16le', labelAt + 2, labelAt + 2 + Math.min(length, labelLengthMax) * 2);
  const format = formats.get(bytes.readUInt8(4)) ?? 'decimal';
  const font = format === 'bullet' ? fontOf(bytes.subarray(textAt, labelAt), fonts) : '';
  const start = bytes.readInt32LE(0);
  const level: NumberingLevel = {
    format,
    start: start >= 0 ? start : 1,
    text: isSymbolFont(font) ? symbolText(label, font) || '-' : toPattern(label),
    isDecimal: ((bytes[5] ?? 0) & 4) !== 0,
  };
  return { level, size };
}

function fontOf(properties: Buffer, fonts: readonly string[]): string {
  for (const { code, operand } of readModifiers(properties))
    if (code === textModifiers.font) return fonts[operand.readUInt16LE(0)] ?? '';
  return '';
}

/** Numbers of levels are in place of the characters 0 to 8. */
function toPattern(label: string): string {
  return Array.from(label, (character) => {
    const level = character.charCodeAt(0);
    return level <= 8 ? `%${level + 1}` : character;
  }).join('');
}

function readInstances(overrides: Buffer, fonts: readonly string[]): Map<string, NumberingInstance> {
  const instances = new Map<string, NumberingInstance>();
  const count = Math.min(overrides.length >= 4 ? overrides.readUInt32LE(0) : 0, listsMax);
  let at = 4 + count * overrideBytes;
  for (let index = 0; index < count; index++) {
    const headAt = 4 + index * overrideBytes;
    if (headAt + overrideBytes > overrides.length) break;
    const levels: NumberingLevel[] = Array.from({ length: listDepthMax + 1 }, () => ({}));
    let isSeparate = false;
    at += 4;
    for (let level = 0; level < (overrides[headAt + 12] ?? 0) && at + 8 <= overrides.length; level++) {
      const flags = overrides.readUInt32LE(at + 4);
      const own = levels[flags & 15];
      if (own && (flags & 16) !== 0) {
        own.start = Math.max(0, overrides.readInt32LE(at));
        isSeparate = true;
      }
      at += 8;
      if ((flags & 32) === 0) continue;
      const read = readLevel(overrides.subarray(at), fonts);
      if (read === undefined) break;
      if (own) Object.assign(own, read.level);
      at += read.size;
    }
    const definitionId = String(overrides.readInt32LE(headAt));
    instances.set(String(index + 1), { definitionId, isSeparate, overrides: levels });
  }
  return instances;
}

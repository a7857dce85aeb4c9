import type { StyleDefinition, StylePart } from '../word/style-definition.ts';
import { paragraphModifiers } from './paragraph-format.ts';
import { numberOf, readModifiers } from './property-modifiers.ts';
import { textModifiers } from './text-format.ts';

/** Names of built-in styles by their numbers ([MS-DOC] 2.9.259), whose names in the file are localized. */
const builtInNames: ReadonlyMap<number, string> = new Map([
  [0, 'Normal'],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => [level, `heading ${level}`] as const),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => [level + 18, `toc ${level}`] as const),
  [35, 'table of figures'],
  [45, 'macro'],
  [48, 'List Bullet'],
  [49, 'List Number'],
  ...[2, 3, 4, 5].map((level) => [level + 52, `List Bullet ${level}`] as const),
  ...[2, 3, 4, 5].map((level) => [level + 56, `List Number ${level}`] as const),
  [62, 'Title'],
  ...[1, 2, 3, 4, 5].map((level) => [level + 67, `List Continue ${level}`] as const),
  [84, 'Block Text'],
  [96, 'HTML Code'],
  [101, 'HTML Preformatted'],
]);
const kinds = { paragraph: 1, characters: 2 };
const noBase = 0xfff;
const nameLengthMax = 200;
const stylesMax = 4096;

/** Reads the fonts by index ([MS-DOC] 2.9.286). */
export function readFonts(table: Buffer): string[] {
  const fonts: string[] = [];
  let at = 4;
  while (at + 40 < table.length) {
    const size = table.readUInt8(at);
    const name = table.toString('utf16le', at + 40, Math.min(at + 1 + size, table.length));
    fonts.push(name.split('\0', 1)[0] ?? '');
    at += 1 + size;
  }
  return fonts;
}

/** Reads the style sheet ([MS-DOC] 2.9.271); the ids of styles are their indexes. */
export function readDocStyles(sheet: Buffer, fonts: readonly string[]): StylePart {
  const definitions = new Map<string, StyleDefinition>();
  const headBytes = sheet.length >= 2 ? sheet.readUInt16LE(0) : 0;
  const head = sheet.subarray(2, 2 + headBytes);
  if (head.length < 4) return { definitions, defaultStyle: undefined, defaultFont: '', language: '' };
  const baseBytes = head.readUInt16LE(2);
  let at = 2 + headBytes;
  for (let index = 0; at + 2 <= sheet.length && index < stylesMax; index++) {
    const size = sheet.readUInt16LE(at);
    const style = readStyle(sheet.subarray(at + 2, at + 2 + size), baseBytes, fonts);
    if (style) definitions.set(String(index), style);
    at += 2 + size;
  }
  const defaultFont = head.length >= 14 ? (fonts[head.readUInt16LE(12)] ?? '') : '';
  return { definitions, defaultStyle: definitions.get('0'), defaultFont, language: '' };
}

function readStyle(style: Buffer, baseBytes: number, fonts: readonly string[]): StyleDefinition | undefined {
  if (style.length < baseBytes + 2 || baseBytes < 8) return undefined;
  const number = style.readUInt16LE(0) & 0xfff;
  const kind = style.readUInt16LE(2) & 0xf;
  const base = style.readUInt16LE(2) >> 4;
  const count = style.readUInt16LE(4) & 0xf;
  const nameLength = style.readUInt16LE(baseBytes);
  const end = baseBytes + 2 + nameLength * 2;
  const name = style.toString('utf16le', baseBytes + 2, Math.min(end, baseBytes + 2 + nameLengthMax * 2));
  const definition: StyleDefinition = {
    name: builtInNames.get(number) ?? name,
    ...(base === noBase ? {} : { basedOn: String(base) }),
  };
  let at = end + 2;
  for (let part = 0; part < count && at + 2 <= style.length; part++) {
    const size = style.readUInt16LE(at);
    const list = style.subarray(at + 2, at + 2 + size);
    if (kind === kinds.paragraph && part === 0) readParagraphProperties(definition, list.subarray(2));
    else if ((kind === kinds.paragraph && part === 1) || (kind === kinds.characters && part === 0))
      readTextProperties(definition, list, fonts);
    // Each part begins at an even offset.
    at += 2 + size + (size % 2);
  }
  return definition;
}

function readParagraphProperties(definition: StyleDefinition, list: Buffer): void {
  for (const modifier of readModifiers(list)) {
    const value = numberOf(modifier);
    if (modifier.code === paragraphModifiers.outlineLevel) definition.outlineLevel = value;
    else if (modifier.code === paragraphModifiers.list) definition.numberingId = String(value);
    else if (modifier.code === paragraphModifiers.listLevel) definition.depth = value;
  }
}

function readTextProperties(definition: StyleDefinition, list: Buffer, fonts: readonly string[]): void {
  for (const modifier of readModifiers(list)) {
    const value = numberOf(modifier);
    // In a style, 129 is the opposite of the style that it is based on.
    const isOn = value === 1 || value === 0x81;
    if (modifier.code === textModifiers.font) definition.font = fonts[value] ?? '';
    else if (modifier.code === textModifiers.isBold) definition.isBold = isOn;
    else if (modifier.code === textModifiers.isItalic) definition.isItalic = isOn;
    else if (modifier.code === textModifiers.isStruck) definition.isStruck = isOn;
    else if (modifier.code === textModifiers.isHidden) definition.isHidden = isOn;
  }
}

import { findArtRecord, readArtRecords } from '../drawing/art-records.ts';
import type { Bullet } from '../pptx/bullets.ts';
import { pptTypes } from './ppt-types.ts';
import { StyleReader } from './text-styles.ts';

/** Schemes of numbers ([MS-PPT] 2.13.32), as they are named in ECMA-376 part 1, 20.1.10.61. */
const schemes = [
  ...['alphaLcPeriod', 'alphaUcPeriod', 'arabicParenR', 'arabicPeriod', 'romanLcParenBoth', 'romanLcParenR'],
  ...['romanLcPeriod', 'romanUcPeriod', 'alphaLcParenBoth', 'alphaLcParenR', 'alphaUcParenBoth'],
  ...['alphaUcParenR', 'arabicParenBoth', 'arabicPlain', 'romanUcParenBoth', 'romanUcParenR'],
];
const masks = { picture: 1 << 23, scheme: 1 << 24, isNumbered: 1 << 25 };
const numberingsMax = 16;

/** Reads the numberings that the characters of a shape refer to ([MS-PPT] 2.9.50). @param clientData of the shape */
export function readNumberings(clientData: Buffer): (Bullet | undefined)[] {
  const tags = findArtRecord(clientData, pptTypes.programTags);
  for (const { type, data } of readArtRecords(tags?.data ?? Buffer.alloc(0))) {
    if (type !== pptTypes.programTag) continue;
    const name = findArtRecord(data, pptTypes.string)?.data.toString('utf16le');
    const content = findArtRecord(data, pptTypes.programTagData)?.data;
    const styles = name === '___PPT9' && content && findArtRecord(content, pptTypes.numberedStyles);
    if (styles) return readStyles(styles.data);
  }
  return [];
}

function readStyles(data: Buffer): (Bullet | undefined)[] {
  const reader = new StyleReader(data);
  const numberings: (Bullet | undefined)[] = [];
  while (!reader.isAtEnd && numberings.length < numberingsMax) {
    const mask = reader.number32();
    if ((mask & masks.picture) !== 0) reader.number16();
    const isNumbered = (mask & masks.isNumbered) !== 0 && reader.number16() !== 0;
    const scheme = (mask & masks.scheme) === 0 ? 3 : reader.number16();
    const start = (mask & masks.scheme) === 0 ? 1 : reader.number16();
    numberings.push(isNumbered ? { scheme: schemes[scheme] ?? 'arabicPeriod', start } : undefined);
    skipOthers(reader);
  }
  return numberings;
}

/** Skips the properties of characters and of languages ([MS-PPT] 2.9.15, 2.9.32). */
function skipOthers(reader: StyleReader): void {
  const characters = reader.number32();
  if ((characters & (1 << 20)) !== 0) reader.number32();
  const languages = reader.number32();
  for (const bit of [0, 1, 2]) if ((languages & (1 << bit)) !== 0) reader.number16();
  if ((languages & (1 << 6)) !== 0) reader.number16();
  if ((languages & (1 << 5)) !== 0) reader.number32();
}

import type { Outline } from '../outline/summary-unit.ts';

/** A text with fewer sections is divided into parts of equal length. */
const sectionsMin = 4;
const partCount = 5;

/** Returns for each unit the part of the text that it belongs to: its section, or a fifth of the text. */
export function assignParts({ units, sections }: Outline): Int32Array {
  if (sections.length >= sectionsMin) return Int32Array.from(units, ({ section }) => section);
  const length = units.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return Int32Array.from(units, ({ text }) => {
    const part = Math.floor((partCount * before) / Math.max(1, length));
    before += text.length;
    return part;
  });
}

import widths from './font-widths.data.json' with { type: 'json' };

/** Standard fonts of PDF whose widths are known. */
export type FontName = keyof typeof widths;

/** Width of a text of ASCII characters in points. @param size in points */
export function widthOf(text: string, font: FontName, size: number): number {
  let sum = 0;
  for (const character of text) sum += widths[font][character.charCodeAt(0) - 32] ?? 500;
  return (sum * size) / 1000;
}

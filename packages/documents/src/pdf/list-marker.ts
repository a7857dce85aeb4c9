import type { PdfLine } from './group-text-lines.ts';

/** The marker at the start of a list item. */
export interface ListMarker {
  readonly text: string;
  /** Set for ordered lists. */
  readonly number?: number;
  /** Whether prose may begin with it as well, so that the context decides. */
  readonly isAmbiguous: boolean;
}

/** Bullets; those of symbol fonts have codes in the private use area. */
const bullet = '•◦▪▫●○‣■□➢►▸✓✔❖◆⁃∙☐☑☒\\p{Co}';
const dash = '–—*-';
const bulletPattern = new RegExp(`^[${bullet}](?=\\s|$)`, 'u');
const dashPattern = new RegExp(`^[${dash}](?=\\s|$)`, 'u');
const numberPattern = /^\(?(\d{1,3})[.)](?=\s|$)/;
/** A bullet of a font without symbols; only if it stands apart, since it is a word in some languages. */
const letterBullet = 'o';

/** Returns the list marker that a line begins with. */
export function listMarkerOf({ text, segments }: Pick<PdfLine, 'text' | 'segments'>): ListMarker | undefined {
  const certain = bulletPattern.exec(text)?.[0];
  if (certain !== undefined) return { text: certain, isAmbiguous: false };
  const [numbered, digits] = numberPattern.exec(text) ?? [];
  if (numbered !== undefined) return { text: numbered, number: Number(digits), isAmbiguous: true };
  const dashed = dashPattern.exec(text)?.[0];
  if (dashed !== undefined) return { text: dashed, isAmbiguous: true };
  return (segments[0]?.text ?? text) === letterBullet ? { text: letterBullet, isAmbiguous: true } : undefined;
}

/** Maximum distance between a marker and the text of its item, relative to the font size. */
const markerGapMax = 4;
/** Lines on one baseline that are considered; a page of text has a few columns. */
const candidatesMax = 20;
/** Height of a band of baselines, in points. */
const bandHeight = 4;

/**
 * Joins markers that are separate lines to the line on their right, since some programs paint all markers of a page
 * after its text. Bullets without such a line are dropped.
 */
export function attachListMarkers(lines: readonly PdfLine[]): readonly PdfLine[] {
  const markers = lines.filter((line) => listMarkerOf(line)?.text === line.text);
  if (markers.length === 0) return lines;
  const isMarker = new Set(markers);
  const bands = new Map<number, PdfLine[]>();
  for (const line of lines) {
    const key = Math.round(line.baseline / bandHeight);
    const band = bands.get(key) ?? [];
    bands.set(key, band);
    if (!isMarker.has(line) && band.length < candidatesMax) band.push(line);
  }
  const items = new Map<PdfLine, PdfLine>();
  const attached = new Set<PdfLine>();
  for (const marker of markers) {
    const key = Math.round(marker.baseline / bandHeight);
    const near = [key - 1, key, key + 1].flatMap((band) => bands.get(band) ?? []);
    const [item] = near
      .filter((line) => !items.has(line) && isBehind(line, marker))
      .sort((one, other) => one.left - other.left);
    if (!item) continue;
    items.set(item, { ...item, text: `${marker.text} ${item.text}`, left: marker.left, segments: [] });
    attached.add(marker);
  }
  return lines
    .filter((line) => !attached.has(line) && !isBullet(line))
    .map((line) => items.get(line) ?? line);
}

/** Whether a line is only a bullet, without an item. */
function isBullet(line: PdfLine): boolean {
  const marker = listMarkerOf(line);
  return marker?.text === line.text && !marker.isAmbiguous;
}

/** Whether a line is on the right of a marker, as the text of its item. */
function isBehind(line: PdfLine, marker: PdfLine): boolean {
  const gap = line.left - marker.right;
  return (
    Math.abs(line.baseline - marker.baseline) <= line.fontSize * 0.5 &&
    gap >= -1 &&
    gap <= line.fontSize * markerGapMax
  );
}

import type { Box } from '@quern/layout';

/** A line or a table of a page, in reading order. */
export interface DrawnPart extends Box {
  readonly isTable: boolean;
  /** The same object for all parts of a region. */
  readonly region: object;
}

/** A page with its reading order. */
export interface DrawnPage {
  /** URL of its picture, which is stretched to its size. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly parts: readonly DrawnPart[];
}

const colors = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#8c564b', '#17becf', '#e377c2'];

/** Draws the regions of a page in colors, with their numbers, and a path through its lines in reading order, as SVG. */
export function drawLayout({ url, width, height, parts }: DrawnPage): string {
  const unit = Math.max(width, height) / 1000;
  const regions = [...Map.groupBy(parts, ({ region }) => region).values()];
  const shapes = regions.map((members, index) => drawRegion(members, index, unit));
  const path = parts.map(({ left, top, bottom }) => `${left - 4 * unit},${(top + bottom) / 2}`).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<image href="${url}" width="${width}" height="${height}" preserveAspectRatio="none"/>
${shapes.join('\n')}
<polyline points="${path}" fill="none" stroke="#36c" stroke-opacity=".5" stroke-width="${unit}" stroke-dasharray="${3 * unit}"/>
</svg>
`;
}

function drawRegion(parts: readonly DrawnPart[], index: number, unit: number): string {
  const color = colors[index % colors.length];
  const [first] = parts;
  if (first === undefined) return '';
  const boxes = parts.map(
    ({ left, top, right, bottom, isTable }) =>
      `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="${color}" fill-opacity="${isTable ? 0.25 : 0.12}" stroke="${color}" stroke-width="${unit}"/>`,
  );
  const label = `<text x="${first.left}" y="${first.top}" font-family="sans-serif" font-weight="bold" font-size="${16 * unit}" fill="${color}" stroke="#fff" stroke-width="${3 * unit}" paint-order="stroke">${index + 1}</text>`;
  return [...boxes, label].join('');
}

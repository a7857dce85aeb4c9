import { type ListItemBlock, listDepthMax } from '../blocks/content-block.ts';
import { attributeOf, createDomElement, type DomElement, type DomNode, domText } from '../dom/dom.ts';
import { hasClass, hasStyle } from '../dom/elements.ts';

/** A paragraph of Word that is a list item. */
export interface WordListItem {
  /** The text without the marker. */
  readonly element: DomElement;
  readonly start: Pick<ListItemBlock, 'depth' | 'number' | 'marker'>;
}

/** A bullet in text or in a symbol font, or a number. */
const markerPattern =
  /^\s*(?:([·•o§▪‣–\-\u{F000}-\u{F0FF}])|\(?(?:(\d{1,4})|[a-z]|[ivxlc]{1,6})[.)])[\s\u00a0]+/iu;
/** Distance of two levels of lists in inches. */
const levelInches = 0.5;

/**
 * Reads a list item of a page that Word saved. Word writes lists as paragraphs that begin with their markers
 * ([MS-OE376] styles, such as `mso-list:l0 level1 lfo1`).
 *
 * @returns undefined for other paragraphs
 */
export function wordListItem(paragraph: DomElement): WordListItem | undefined {
  const style = attributeOf(paragraph, 'style');
  const level = /mso-list\s*:[^;]*\blevel(\d)/i.exec(style)?.[1];
  if (level === undefined && !hasClass(paragraph, /^MsoList(?:Paragraph|Bullet|Number)/)) return undefined;
  const marker = markerPattern.exec(domText(paragraph));
  if (!marker) return undefined;
  const margin = /margin-left\s*:\s*([\d.]+)in/i.exec(style)?.[1];
  const depth =
    level === undefined ? Math.round(Number(margin ?? levelInches) / levelInches) - 1 : Number(level) - 1;
  const number = marker[1] === undefined ? Number(marker[2] ?? 1) : undefined;
  return {
    element: hasMarkerElement(paragraph) ? paragraph : withoutStart(paragraph, marker[0].length),
    start: {
      depth: Math.max(0, Math.min(depth, listDepthMax)),
      ...(number === undefined ? { marker: '-' } : { number, marker: `${number}.` }),
    },
  };
}

/** Whether the marker is in an element that inline content leaves out. */
function hasMarkerElement(paragraph: DomElement): boolean {
  const isMarked = (element: DomElement): boolean =>
    hasStyle(element, /mso-list\s*:\s*ignore/i) ||
    element.children.some((child) => child.kind === 'element' && isMarked(child));
  return isMarked(paragraph);
}

/** Copies an element without its first characters. */
function withoutStart(element: DomElement, length: number): DomElement {
  let left = length;
  const copy = (source: DomElement): DomElement => {
    const target = createDomElement(source.name, source.attributes);
    target.children = source.children.map((child): DomNode => {
      if (child.kind === 'element') return copy(child);
      const removed = Math.min(left, child.value.length);
      left -= removed;
      return { kind: 'text', value: child.value.slice(removed) };
    });
    return target;
  };
  return copy(element);
}

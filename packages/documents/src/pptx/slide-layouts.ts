import { childOf, childrenOf, firstOf, pathOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { type Presentation, type PresentationPart, targetOf } from './open-presentation.ts';

/** The layout of a slide, and the master of the layout. */
export interface SlideLayout {
  readonly layout: XmlElement | undefined;
  readonly master: XmlElement | undefined;
}

/** Reads layouts, each once. */
export class SlideLayouts {
  readonly #presentation: Presentation;
  readonly #layouts = new Map<string, SlideLayout>();
  readonly #masters = new Map<string, XmlElement | undefined>();

  constructor(presentation: Presentation) {
    this.#presentation = presentation;
  }

  of(slide: PresentationPart): SlideLayout {
    const name = targetOf(slide, 'slideLayout') ?? '';
    const known = this.#layouts.get(name);
    if (known) return known;
    const part = this.#presentation.partOf(name);
    const layout = { layout: part?.root, master: this.#masterOf(part) };
    this.#layouts.set(name, layout);
    return layout;
  }

  #masterOf(layout: PresentationPart | undefined): XmlElement | undefined {
    const name = targetOf(layout, 'slideMaster');
    if (name === undefined) return undefined;
    if (!this.#masters.has(name)) this.#masters.set(name, this.#presentation.partOf(name)?.root);
    return this.#masters.get(name);
  }
}

/** A placeholder that a shape fills. */
export interface Placeholder {
  /** Such as `title` or `body`; `obj` if it is not stated. */
  readonly type: string;
  readonly index: string | undefined;
}

/** @returns the placeholder that a shape fills; undefined if it fills none */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const properties = childrenOf(shape).find(({ name }) => /^nv\w+Pr$/.test(name));
  const placeholder = pathOf(properties, 'nvPr', 'ph')?.attributes;
  return placeholder && { type: placeholder['type'] ?? 'obj', index: placeholder['idx'] };
}

/** Finds the placeholders of the layout and the master from which a shape inherits, nearest first. */
export function inheritedShapes(placeholder: Placeholder, { layout, master }: SlideLayout): XmlElement[] {
  const inLayout = shapesIn(layout).find((shape) => {
    const other = placeholderOf(shape);
    if (!other) return false;
    return placeholder.index === undefined
      ? isSameKind(other.type, placeholder.type)
      : other.index === placeholder.index;
  });
  const type = (inLayout && placeholderOf(inLayout)?.type) ?? placeholder.type;
  const inMaster = shapesIn(master).find((shape) => isSameKind(placeholderOf(shape)?.type, type));
  return [inLayout, inMaster].filter((shape) => shape !== undefined);
}

function shapesIn(part: XmlElement | undefined): XmlElement[] {
  return childrenOf(pathOf(part, 'cSld', 'spTree'));
}

function isSameKind(type: string | undefined, other: string): boolean {
  return type !== undefined && kindOf(type) === kindOf(other);
}

/** Kinds of placeholders that masters have. */
function kindOf(type: string): string {
  if (/title$/i.test(type) && type !== 'subTitle') return 'title';
  return /^(?:dt|ftr|hdr|sldNum)$/.test(type) ? type : 'body';
}

/** @returns the styles of the master for text in a placeholder, or outside of any */
export function masterStyle(
  placeholder: Placeholder | undefined,
  { master }: SlideLayout,
): XmlElement | undefined {
  const styles = firstOf(master, 'txStyles');
  if (!placeholder) return childOf(styles, 'otherStyle');
  return childOf(styles, kindOf(placeholder.type) === 'title' ? 'titleStyle' : 'bodyStyle');
}

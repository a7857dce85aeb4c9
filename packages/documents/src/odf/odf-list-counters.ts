import { listDepthMax } from '@quern/content/blocks/content-block';
import { childOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { OdfStyles } from './odf-styles.ts';

/** A list, or an item of it. */
export interface ListPlace {
  readonly depth: number;
  readonly style: string;
  /** The last number of each depth. */
  readonly counters: (number | undefined)[];
  /** The item whose first paragraph has the label; it is undefined for the list itself. */
  readonly item?: ListItemState;
}

interface ListItemState {
  /** Whether the label was not shown yet. */
  isNew: boolean;
  readonly element: XmlElement;
}

/** The label of a list item. */
export interface OdfListLabel {
  /** Undefined for a bullet. */
  readonly number: number | undefined;
  /** As displayed; `-` for a bullet, '' for an invisible one. */
  readonly label: string;
}

const numberMax = 999_999_999;

/** Counts the items of lists and the headings (OpenDocument 1.3 part 3, 5.3). */
export class OdfListCounters {
  readonly #styles: OdfStyles;
  readonly #byId = new Map<string, (number | undefined)[]>();
  readonly #byStyle = new Map<string, (number | undefined)[]>();
  readonly #headings: (number | undefined)[] = [];

  constructor(styles: OdfStyles) {
    this.#styles = styles;
  }

  /** Opens a list. @param outer the item in which it is */
  open(list: XmlElement, outer: ListPlace | undefined): ListPlace {
    const { attributes } = list;
    const style = attributes['style-name'] ?? outer?.style ?? '';
    const depth = outer ? Math.min(outer.depth + 1, listDepthMax) : 0;
    const counters = outer?.counters ?? this.#countersOf(attributes, style);
    // An item that shows nothing but a list is how programs continue a list after other text.
    const continues = outer?.item?.isNew === true || attributes['continue-numbering'] === 'true';
    if (outer && !continues) counters.length = Math.min(counters.length, depth);
    if (!outer) {
      this.#byStyle.set(style, counters);
      const id = attributes['xml:id'] ?? attributes['id'];
      if (id !== undefined) this.#byId.set(id, counters);
    }
    return { depth, style, counters };
  }

  /** Counts an item at its first paragraph. @returns undefined for its further paragraphs */
  next({ item, depth, style, counters }: ListPlace): OdfListLabel | undefined {
    if (!item?.isNew) return undefined;
    item.isNew = false;
    const level = this.#styles.listLevel(style, depth);
    if (level === undefined || level.format === undefined)
      return { number: undefined, label: level?.checkbox ?? '-' };
    if (level.format === '') return { number: undefined, label: '' };
    const number = count(counters, depth, level.start, item.element.attributes['start-value']);
    const numbers = counters.map((value) => value ?? 1);
    const label = this.#styles.labelOf(style, depth, numbers);
    return { number, label: label || `${number}.` };
  }

  /** Counts a heading. @param place the list in which it is, if there is one @returns '' if it has no number */
  headingLabel(heading: XmlElement, place: ListPlace | undefined): string {
    if (heading.attributes['is-list-header'] === 'true') return '';
    const written = textIn(childOf(heading, 'number')).trim();
    const label = place === undefined ? this.#outlineLabel(heading) : (this.next(place)?.label ?? '');
    const shown = written || label;
    return shown === '-' ? '' : shown;
  }

  #outlineLabel({ name, attributes }: XmlElement): string {
    const depth = Math.trunc(Number(attributes['outline-level'])) - 1;
    const level = name === 'h' && depth >= 0 && depth <= listDepthMax && this.#styles.listLevel('', depth);
    if (!level) return '';
    count(this.#headings, depth, level.start, attributes['start-value']);
    if (level.format === undefined || level.format === '') return '';
    return this.#styles.labelOf(
      '',
      depth,
      this.#headings.map((value) => value ?? 1),
    );
  }

  #countersOf(attributes: Readonly<Record<string, string>>, style: string): (number | undefined)[] {
    const continued = attributes['continue-list'];
    const byId = continued === undefined ? undefined : this.#byId.get(continued);
    if (byId) return byId;
    return (attributes['continue-numbering'] === 'true' ? this.#byStyle.get(style) : undefined) ?? [];
  }
}

/** Counts on one depth, which ends the lists inside the items before. */
function count(
  counters: (number | undefined)[],
  depth: number,
  first: number,
  start: string | undefined,
): number {
  counters.length = Math.min(counters.length, depth + 1);
  const own = start === undefined ? Number.NaN : Math.trunc(Number(start));
  const number = own >= 0 ? own : (counters[depth] ?? first - 1) + 1;
  counters[depth] = Math.min(number, numberMax);
  return counters[depth];
}

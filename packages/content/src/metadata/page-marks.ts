import { attributeOf, type DomDocument, type DomElement, findElementsByTag } from '../dom/dom.ts';
import { type ClassKinds, classKindsOf } from './class-kinds.ts';
import {
  datesOf,
  isAuthorRelation,
  isBylineStart,
  isDateProperty,
  propertiesOf,
  shortText,
  valuesOf,
} from './marked-text.ts';
import type { StructuredItem } from './structured-data.ts';

/** Marks that a page puts into its text. */
export interface PageMarks {
  /** Items of microdata and RDFa, in document order; the first one is the page itself. */
  readonly items: readonly StructuredItem[];
  /** Texts of the links to the authors' profiles. */
  readonly authorLinks: readonly string[];
  /** Lines next to the page's heading that may name its authors. */
  readonly bylines: readonly Byline[];
  /** Dates in the page's first article, as written. */
  readonly published: readonly string[];
  /** Dates next to its heading. */
  readonly publishedNearby: readonly string[];
  /** Dates of changes in both places. */
  readonly modified: readonly string[];
}

/** A line that may name the authors of a page. */
export interface Byline {
  readonly text: string;
  /** Its class names if they say so, otherwise ''. */
  readonly className: string;
  /** Characters of text before it. */
  readonly position: number;
}

/** Elements whose authors and dates are not the page's. */
const outsideTag = /^(?:nav|script|style|template|svg|dialog|select)$/;
const outsideType = /Comment|Answer$/;
/** Types of which a page has several, if they are properties of its item. */
const nestedType = /Review|Rating|Offer/;
const modifiedText =
  /updated?\b|modified|aktualisiert|mis à jour|actualizado|atualizado|aggiornat|bijgewerkt|обновл|更新/i;
const bylineLengthMax = 150;
/** Maximum number of marks of each kind. */
const marksMax = 50;
/** Characters of text between a date or byline and the heading below it. */
const aboveHeadingMax = 100;

interface Item extends StructuredItem {
  readonly value: Record<string, unknown[]>;
  /** The section of its first author. */
  authorSection?: number;
}

/** Dates with their place. */
interface DateMark {
  readonly texts: readonly string[];
  readonly position: number;
  /** Whether they are in the first article. */
  readonly isInside: boolean;
}

/** Reads microdata, RDFa Lite, hAtom, links to authors, bylines and dates in one pass through a page. */
export function readPageMarks(document: DomDocument): PageMarks {
  return new MarkReader(document).read();
}

class MarkReader {
  readonly #document: DomDocument;
  readonly #headingTag: string;
  readonly #classKinds = new Map<string, ClassKinds>();
  readonly #items: Item[] = [];
  readonly #bylines: Byline[] = [];
  readonly #published: DateMark[] = [];
  readonly #modified: DateMark[] = [];
  readonly #authorLinks: string[] = [];
  /** The section of the first link to an author. */
  #authorLinkSection: number | undefined;
  /** Number of headings and articles so far. */
  #section = 0;
  /** Characters of text so far. */
  #position = 0;
  /** Positions of the page's heading and of the next one. */
  #heading = Number.POSITIVE_INFINITY;
  #nextHeading = Number.POSITIVE_INFINITY;
  /** Where the visited element is, as to the first article of the page. */
  #place: 'before' | 'inside' | 'nested' | 'after' = 'before';

  constructor(document: DomDocument) {
    this.#document = document;
    this.#headingTag = findElementsByTag(document, 'h1').length > 0 ? 'h1' : 'h2';
  }

  read(): PageMarks {
    const { attributes, head, body } = this.#document;
    const root = this.#open(attributes['itemtype'] ?? '');
    this.#visitChildren(head, root);
    const bodyType = body.attributes['itemtype'];
    this.#visitChildren(body, bodyType === undefined ? root : this.#open(bodyType));
    const isNear = ({ position }: { readonly position: number }) =>
      position >= this.#heading - aboveHeadingMax && position <= this.#nextHeading;
    const datesIn = (marks: readonly DateMark[], test: (mark: DateMark) => boolean) =>
      marks.filter(test).flatMap(({ texts }) => texts);
    const isInside = (mark: DateMark) => mark.isInside;
    return {
      items: this.#items,
      authorLinks: this.#authorLinks,
      bylines: this.#bylines.filter(isNear),
      published: datesIn(this.#published, isInside),
      publishedNearby: datesIn(this.#published, isNear),
      modified: [...datesIn(this.#modified, isInside), ...datesIn(this.#modified, isNear)],
    };
  }

  #open(type: string): Item {
    const types = type.split(/\s+/).flatMap((name) => name.replace(/^.*[/#:]/, '') || []);
    const item: Item = { types, value: { '@type': types } };
    this.#items.push(item);
    return item;
  }

  #visitChildren(element: DomElement, item: Item): void {
    for (const child of element.children) {
      if (child.kind === 'text') this.#position += child.value.trim().length;
      else this.#visit(child, item);
    }
  }

  #visit(element: DomElement, item: Item): void {
    const { name, attributes } = element;
    if (outsideTag.test(name) || (name === 'aside' && this.#place !== 'inside')) return;
    const kinds = this.#kindsOf(attributes['class']);
    if (kinds?.isOutside || this.#kindsOf(attributes['id'])?.isOutside) return;
    const inner = this.#readItem(element, item);
    if (inner === undefined) return;
    this.#countSection(name);
    this.#readByline(element, kinds);
    this.#readDate(element, kinds);
    this.#readAuthorLink(element);
    const place = this.#place;
    if (name === 'article' && place === 'before') this.#place = 'inside';
    if (name === 'article' && place === 'inside') this.#place = 'nested';
    this.#visitChildren(element, inner);
    if (name === 'article') this.#place = place === 'before' ? 'after' : place;
  }

  /** Most class names occur many times in a page. */
  #kindsOf(className: string | undefined): ClassKinds | undefined {
    if (className === undefined) return undefined;
    const kinds = this.#classKinds.get(className) ?? classKindsOf(className);
    this.#classKinds.set(className, kinds);
    return kinds;
  }

  #countSection(name: string): void {
    if (name !== 'article' && !/^h[1-6]$/.test(name)) return;
    this.#section++;
    if (name === this.#headingTag && this.#heading > this.#position) this.#heading = this.#position;
    else if (name !== 'article' && this.#position > this.#heading)
      this.#nextHeading = Math.min(this.#nextHeading, this.#position);
  }

  /** Reads an element's properties. @returns the item of its descendants; undefined if they are not the page's */
  #readItem(element: DomElement, item: Item): Item | undefined {
    const { attributes } = element;
    const type = attributes['itemtype'] ?? attributes['typeof'];
    const isItem = type !== undefined || 'itemscope' in attributes;
    const names = propertiesOf(element);
    if (!isItem && names.length === 0) return item;
    const isProperty = names.length > 0 || 'itemprop' in attributes;
    if (outsideType.test(type ?? '') || (isProperty && nestedType.test(type ?? ''))) return undefined;
    const inner = isItem || isAuthorRelation(element) ? this.#open(type ?? '') : item;
    for (const name of names) {
      if (name === 'author' && !this.#isInAuthorSection(item)) continue;
      // In RDFa the name of an item may be on the same element as its type.
      const isOwnName = name === 'name' && isItem;
      const isReference = inner !== item && !isOwnName && !isDateProperty(name);
      if (isReference) inner.value['@value'] = [shortText(element)];
      const { value } = isOwnName ? inner : item;
      const known = value[name] ?? [];
      value[name] = known;
      if (known.length < marksMax) known.push(...(isReference ? [inner.value] : valuesOf(element, name)));
    }
    return inner;
  }

  /** Authors after the next heading or article are those of something else. */
  #isInAuthorSection(item: Item): boolean {
    item.authorSection ??= this.#section;
    return item.authorSection === this.#section;
  }

  #readAuthorLink(element: DomElement): void {
    const rel = element.attributes['rel'];
    if (rel === undefined || !/(?:^|\s)author(?:\s|$)/i.test(rel)) return;
    this.#authorLinkSection ??= this.#section;
    if (this.#section !== this.#authorLinkSection || this.#authorLinks.length >= marksMax) return;
    this.#authorLinks.push(shortText(element, bylineLengthMax) || attributeOf(element, 'title'));
  }

  #readByline(element: DomElement, kinds: ClassKinds | undefined): void {
    if (this.#bylines.length >= marksMax || !(kinds?.isByline || isBylineStart(element))) return;
    this.#bylines.push({
      text: shortText(element, bylineLengthMax),
      className: kinds?.isByline ? attributeOf(element, 'class') : '',
      position: this.#position,
    });
  }

  #readDate(element: DomElement, kinds: ClassKinds | undefined): void {
    const isModified = kinds?.isModified === true;
    const isDate = kinds?.isPublished === true || (element.name === 'time' && !isModified);
    if (!isDate && !isModified) return;
    const texts = datesOf(element);
    const mark = { texts, position: this.#position, isInside: this.#place === 'inside' };
    const saysModified = texts.some((text) => modifiedText.test(text));
    if ((isModified || saysModified) && this.#modified.length < marksMax) this.#modified.push(mark);
    if (isDate && !saysModified && this.#published.length < marksMax) this.#published.push(mark);
  }
}

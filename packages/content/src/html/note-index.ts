import { attributeOf, type DomElement, domText } from '../dom/dom.ts';
import { hasClass, hasStyle, isBlock } from '../dom/elements.ts';

/** Text of a reference: a number, a letter or a symbol, mostly in brackets. */
const referenceText = /^\s*[[(]?\s*(\d{1,4}|[a-z]|[ivx]{1,5}|[*†‡§]{1,3})\s*[\])]?\s*$/i;
/** Ids of footnotes in common programs. */
const noteId =
  /(?:^|[\s_:.-])(?:fn|footnote|note|cite_note|endnote|en|sdfootnote|sdendnote|ftn|edn)[_:.-]?(?:\d|$|sym|[a-z])/i;
/** Ids of references, to which footnotes link back. */
const referenceId =
  /(?:fn|ftn|edn|note|cite|en)[-_]?(?:ref|back)|sd(?:foot|end)note\d+anc|^ref|noteref|backref/i;
const backLinkText = /^(?:[\s↩↑^⏎⤴←⇑[\]]|\uFE0E|\uFE0F)*$|^\s*(?:back|return)\b/i;
const referenceRole = /(?:^|\s)(?:doc-)?noteref(?:\s|$)/;
const referenceClass = /(?:^|\s)(?:footnote-ref|footnoteRef|noteref|sdfootnoteanc|sdendnoteanc)(?:\s|$)/i;
const backLinkRole = /(?:^|\s)doc-backlink(?:\s|$)/;
const backLinkClass =
  /(?:^|\s)(?:footnote-back(?:ref)?|reversefootnote|footnoteBackref|sdfootnotesym|sdendnotesym|mw-cite-backlink|calibre_link-back)(?:\s|$)/i;
const noteRole = /(?:^|\s)(?:doc-)?(?:footnote|endnote|rearnote)(?:\s|$)/;

/** Class name of the element around the links back of MediaWiki. */
export const backLinksClass = /(?:^|\s)mw-cite-backlink(?:\s|$)/;

/** Labels of the footnotes of a document, which may consist of several files. */
export class NoteLabels {
  readonly #labels = new Map<string, string>();
  readonly #used = new Set<string>();

  /** @returns the label of a note, which is new if it has none yet */
  labelOf(key: string, shown: string): string {
    const existing = this.#labels.get(key);
    if (existing !== undefined) return existing;
    const wanted = /^[\da-z]+$/i.test(shown) ? shown : String(this.#labels.size + 1);
    let label = wanted;
    for (let count = this.#labels.size + 1; this.#used.has(label); count++) label = `${wanted}-${count}`;
    this.#labels.set(key, label);
    this.#used.add(label);
    return label;
  }

  /** @returns the label of a note that was referred to */
  find(key: string): string | undefined {
    return this.#labels.get(key);
  }
}

/** The footnotes of one file: references, texts, and the links back to the references. */
export class NoteIndex {
  readonly #labels: NoteLabels;
  readonly #path: string;
  readonly #references = new Map<DomElement, string>();
  readonly #definitions = new Map<DomElement, string>();
  readonly #referenceIds = new Set<string>();

  /**
   * @param path the name of the file in its archive; '' for a document of one file
   * @param resolvePath the name of the file that a link refers to, from the part of the link before `#`
   */
  constructor(
    body: DomElement,
    labels: NoteLabels,
    path = '',
    resolvePath: (address: string) => string = () => path,
  ) {
    this.#labels = labels;
    this.#path = path;
    const page = new PageTargets(body);
    for (const link of page.links) this.#addReference(link, page, resolvePath);
    for (const [id, target] of page.targets) {
      const label = labels.find(`${path}#${id}`);
      const note = label === undefined ? undefined : noteAround(target, page.parents);
      if (label !== undefined && note !== undefined && !this.#definitions.has(note))
        this.#definitions.set(note, label);
    }
  }

  /** @returns the label of the note that a link refers to; undefined for other links */
  referenceOf(link: DomElement): string | undefined {
    return this.#references.get(link);
  }

  /** @returns the label of the note that an element contains; undefined for other elements */
  definitionOf(element: DomElement): string | undefined {
    return this.#definitions.get(element);
  }

  /** Whether a link leads from a note back to its reference. */
  isBackLink(link: DomElement): boolean {
    const target = attributeOf(link, 'href').split('#')[1] ?? '';
    const role = `${attributeOf(link, 'role')} ${attributeOf(link, 'epub:type')}`;
    if (backLinkRole.test(role) || hasClass(link, backLinkClass)) return true;
    if (target === '' || this.#definitions.size === 0) return false;
    const text = domText(link);
    const isKnown = this.#referenceIds.has(target) || referenceId.test(target);
    return isKnown && (backLinkText.test(text) || referenceText.test(text));
  }

  #addReference(link: DomElement, page: PageTargets, resolvePath: (address: string) => string): void {
    const [address = '', id = ''] = attributeOf(link, 'href').split('#', 2);
    if (id === '') return;
    const shown = referenceText.exec(domText(link))?.[1];
    const role = `${attributeOf(link, 'role')} ${attributeOf(link, 'epub:type')}`;
    const isStated =
      referenceRole.test(role) ||
      hasClass(link, referenceClass) ||
      hasStyle(link, /mso-(?:foot|end)note-id/i);
    if (shown === undefined && !(isStated && domText(link).length < 12)) return;
    const path = address === '' ? this.#path : resolvePath(address);
    const target = path === this.#path ? page.targets.get(id) : undefined;
    const isElsewhere = path !== this.#path && isStated;
    if (target === undefined && !isElsewhere) return;
    if (!isStated && (!noteId.test(id) || referenceId.test(id))) return;
    if (hasClass(link, backLinkClass) || referenceId.test(id)) return;
    // Word marks both ends in the same way; the reference comes first.
    if (target !== undefined && page.isBefore(target, link)) return;
    this.#references.set(link, this.#labels.labelOf(`${path}#${id}`, shown ?? ''));
    for (let element: DomElement | undefined = link, steps = 0; element && steps < 3; steps++) {
      for (const name of ['id', 'name']) {
        const own = attributeOf(element, name);
        if (own !== '') this.#referenceIds.add(own);
      }
      element = page.parents.get(element);
      if (element && isBlock(element)) break;
    }
  }
}

/** The places of a page that links can lead to. */
class PageTargets {
  readonly targets = new Map<string, DomElement>();
  readonly links: DomElement[] = [];
  readonly parents = new Map<DomElement, DomElement>();
  readonly #order = new Map<DomElement, number>();

  constructor(body: DomElement) {
    this.#visit(body);
  }

  isBefore(element: DomElement, other: DomElement): boolean {
    return (this.#order.get(element) ?? 0) < (this.#order.get(other) ?? 0);
  }

  #visit(element: DomElement): void {
    for (const child of element.children) {
      if (child.kind !== 'element') continue;
      this.parents.set(child, element);
      this.#order.set(child, this.#order.size);
      const names = [attributeOf(child, 'id'), child.name === 'a' ? attributeOf(child, 'name') : ''];
      for (const name of names) if (name !== '' && !this.targets.has(name)) this.targets.set(name, child);
      if (child.name === 'a' && attributeOf(child, 'href').includes('#')) this.links.push(child);
      this.#visit(child);
    }
  }
}

/** The element with the text of a note, to whose number a link leads. */
function noteAround(
  target: DomElement,
  parents: ReadonlyMap<DomElement, DomElement>,
): DomElement | undefined {
  let element: DomElement | undefined = target;
  while (element && !isBlock(element)) element = parents.get(element);
  if (!element || element.name === 'body' || /^h[1-6]$/.test(element.name)) return undefined;
  // Notes of several paragraphs are in a separate element.
  const parent = parents.get(element);
  const isOnlyNote = (candidate: DomElement) =>
    noteRole.test(`${attributeOf(candidate, 'role')} ${attributeOf(candidate, 'epub:type')}`) ||
    hasStyle(candidate, /mso-element\s*:\s*(?:foot|end)note\b(?!-)/i) ||
    (/^(?:div|aside|li)$/.test(candidate.name) &&
      /^(?:sdfootnote|sdendnote|ftn|edn|fn|footnote|note)[-_:]?\d+$/i.test(attributeOf(candidate, 'id')));
  return parent !== undefined && parent.name !== 'body' && element.name === 'p' && isOnlyNote(parent)
    ? parent
    : element;
}

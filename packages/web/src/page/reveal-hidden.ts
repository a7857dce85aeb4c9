import { attributeOf, type DomElement, type DomNode } from '@quern/content/dom/dom';

/** A page that shows more prose than this is not a shell. */
const shownLengthMax = 400;
/** Hidden text is the content of a shell from this length on, and from this multiple of the shown text on. */
const hiddenLengthMin = 300;
const hiddenRatioMin = 4;
/** Share of letters and spaces in prose; data and code have less. */
const letterShareMin = 0.8;
/** Share of characters in links from which a text is a menu. */
const linkShareMax = 0.5;
/** Hidden elements inside each other that are revealed. */
const roundsMax = 4;

/** Elements whose text does not make a page complete. */
const boilerplateTag = /^(?:nav|header|footer|aside|button|label|noscript)$/;
/** Hidden elements that wait for a visitor rather than for a script. */
const overlayTag = /^(?:nav|aside|footer|form|dialog|menu|button|label)$/;
const overlayRole =
  /^(?:dialog|alertdialog|navigation|menu|search|tooltip|banner|contentinfo|complementary)$/;
const overlayName =
  /(?:^|[\s_-])(?:modals?|dialogs?|pop-?ups?|pop-?overs?|cookies?|consent|gdpr|privacy|newsletter|subscribe|overlays?|lightbox|drawer|off-?canvas|menus?|nav(?:bar|igation)?|tooltips?|drop-?downs?|toasts?|alerts?|banners?|log-?in|sign-?(?:in|up)|search|share|sidebar|footer|errors?|comments?)(?:$|[\s_-])/i;

/**
 * Shows the hidden text of a page that shows almost nothing else: its script would replace a message that the page is
 * loading by the text. Hidden menus, dialogs and notices stay hidden, and so does everything on other pages.
 *
 * @param root tree of the page with marks of hidden elements; not changed
 * @returns undefined if the page shows its content
 */
export function revealHidden(root: DomElement): DomElement | undefined {
  let tree = root;
  for (let round = 0; round < roundsMax; round++) {
    const shown = measureText(tree, shownLengthMax);
    if (shown.length > shownLengthMax) break;
    const hidden = findHidden(tree).map((element) => ({ element, text: measureText(element) }));
    const lengthMin = Math.max(hiddenLengthMin, shown.length * hiddenRatioMin);
    if (!hidden.some(({ text }) => isProse(text) && text.length >= lengthMin)) break;
    const revealed = hidden.filter(({ element, text }) => isProse(text) || hasHeading(element));
    tree = withShown(tree, new Set(revealed.map(({ element }) => element)));
  }
  return tree === root ? undefined : tree;
}

interface TextMeasure {
  /** Characters outside links, without white space. */
  length: number;
  linkLength: number;
  letters: number;
}

/**
 * Measures the text of an element.
 * @param shownMax if given, only prose that is shown counts, up to this length
 */
function measureText(root: DomElement, shownMax?: number): TextMeasure {
  const measure: TextMeasure = { length: 0, linkLength: 0, letters: 0 };
  const visit = (element: DomElement, isInLink: boolean): void => {
    for (const child of element.children) {
      if (shownMax !== undefined && measure.length > shownMax) return;
      if (child.kind === 'text') {
        const text = child.value.replace(/\s+/g, '');
        if (isInLink) measure.linkLength += text.length;
        else {
          measure.length += text.length;
          measure.letters += text.replace(/[^\p{L}\p{M}]+/gu, '').length;
        }
      } else if (shownMax === undefined || !(child.isHidden === true || boilerplateTag.test(child.name)))
        visit(child, isInLink || child.name === 'a');
    }
  };
  visit(root, false);
  return measure;
}

function isProse({ length, linkLength, letters }: TextMeasure): boolean {
  return (
    length >= hiddenLengthMin &&
    letters >= length * letterShareMin &&
    linkLength <= (length + linkLength) * linkShareMax
  );
}

/** Returns the outermost hidden elements that are not for a visitor to open. */
function findHidden(root: DomElement): DomElement[] {
  const found: DomElement[] = [];
  const visit = (element: DomElement): void => {
    for (const child of element.children) {
      if (child.kind !== 'element' || isOverlay(child)) continue;
      if (child.isHidden === true) found.push(child);
      else visit(child);
    }
  };
  visit(root);
  return found;
}

function isOverlay(element: DomElement): boolean {
  return (
    overlayTag.test(element.name) ||
    overlayRole.test(attributeOf(element, 'role')) ||
    overlayName.test(attributeOf(element, 'class')) ||
    overlayName.test(attributeOf(element, 'id'))
  );
}

function hasHeading(element: DomElement): boolean {
  return element.children.some(
    (child) => child.kind === 'element' && (child.name === 'h1' || hasHeading(child)),
  );
}

/** Copies a tree, and marks elements as shown. */
function withShown(element: DomElement, shown: ReadonlySet<DomElement>): DomElement {
  const children = element.children.map(
    (child): DomNode => (child.kind === 'element' ? withShown(child, shown) : child),
  );
  if (!shown.has(element)) return { ...element, children };
  const { isHidden: _isHidden, ...rest } = element;
  return { ...rest, children };
}

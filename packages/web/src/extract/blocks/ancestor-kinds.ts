import { attributeOf, type DomElement } from '@quern/content/dom/dom';

/** Kinds of ancestors that are evidence for or against their descendants at any distance. */
export const ancestorKinds = [
  'nav',
  'header',
  'footer',
  'aside',
  'main',
  'article',
  'section',
  'form',
  'table',
  'list',
  'dl',
  'blockquote',
  'figure',
  'figcaption',
  'pre',
  'details',
  'heading',
  'link',
  'button',
  'label',
  'dialog',
  'noscript',
  'hidden',
  'articleBody',
  'complementary',
  'item',
] as const;

type AncestorKind = (typeof ancestorKinds)[number];

const kindOfTag = new Map<string, AncestorKind>(
  Object.entries({
    nav: 'nav',
    header: 'header',
    footer: 'footer',
    aside: 'aside',
    main: 'main',
    article: 'article',
    section: 'section',
    form: 'form',
    table: 'table',
    ul: 'list',
    ol: 'list',
    dl: 'dl',
    blockquote: 'blockquote',
    figure: 'figure',
    figcaption: 'figcaption',
    pre: 'pre',
    details: 'details',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    a: 'link',
    button: 'button',
    label: 'label',
    dialog: 'dialog',
    noscript: 'noscript',
  } as const),
);
/** Values of the ARIA `role` attribute (https://www.w3.org/TR/wai-aria/#role_definitions). */
const kindOfRole = new Map<string, AncestorKind>(
  Object.entries({
    navigation: 'nav',
    menu: 'nav',
    menubar: 'nav',
    banner: 'header',
    contentinfo: 'footer',
    complementary: 'complementary',
    search: 'form',
    main: 'main',
    article: 'article',
    dialog: 'dialog',
    alertdialog: 'dialog',
    button: 'button',
    tab: 'button',
    list: 'list',
    heading: 'heading',
  } as const),
);

/** Returns the kinds of an element by its tag, role and microdata. */
export function kindsOf(element: DomElement): AncestorKind[] {
  const kinds: AncestorKind[] = [];
  const ofTag = kindOfTag.get(element.name);
  if (ofTag) kinds.push(ofTag);
  const ofRole = kindOfRole.get(attributeOf(element, 'role'));
  if (ofRole) kinds.push(ofRole);
  if (element.isHidden === true) kinds.push('hidden');
  const itemProp = attributeOf(element, 'itemprop');
  if (itemProp === 'articleBody' || itemProp === 'text') kinds.push('articleBody');
  if (attributeOf(element, 'itemtype') !== '') kinds.push('item');
  return kinds;
}

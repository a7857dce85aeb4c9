import { attributeOf, type DomElement, domText, findElement } from '../../dom/dom.ts';

/** Attributes in which lazy-loading scripts keep the address, in order of precedence. */
const lazyAttributes = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-url',
  'data-image',
  'data-hi-res-src',
];
const srcsetAttributes = ['data-srcset', 'data-lazy-srcset', 'srcset'];
/** Names of attributes with the address of another or a smaller image. */
const otherImage =
  /thumb|preview|placeholder|low|blur|hover|icon|logo|avatar|poster|fallback|error|loading|tiny|lqip|srcset|share|pin|link|href|page|api|product/;
const imageFile =
  /^(?:https?:\/\/|\/|\.{0,2}\/)?[^\s"'<>{}\\|^]{1,2000}\.(?:jpe?g|png|webp|avif|gif|svg|bmp|tiff?|jfif)(?:[?#:!][^\s"'<>{}]{0,1000})?$/i;
/** Words of the names of files that show nothing, one of which has to occur. */
const placeholderWord =
  /^(?:blank|spacer|placeholder|pixel|transparent|lazy(?:load)?|loading|loader|spinner|gr[ea]y|white|empty|dummy|clear|trans|1x1|px|noimage)\d?$/;
const fillerWord =
  /^(?:image|img|gif|bg|background|default|load|pre|preload(?:er)?|post|thumb|ajax|no|square|small|large|\d+x\d+|(?:[a-f\d]{3}){1,2})$/;

/** The elements around an image that may state its address. */
export interface ImageSurroundings {
  /** The `source` elements of a `picture` element before the image. */
  readonly sources: readonly DomElement[];
  /** The element after the image, which may be a `noscript` element with the image. */
  readonly next?: DomElement | undefined;
}

/**
 * Returns the address of the image that a browser shows in the end; '' for placeholders and tracking pixels. Scripts
 * that load images late keep the address in other attributes.
 */
export function imageSourceOf(image: DomElement, { sources, next }: ImageSurroundings): string {
  if (['width', 'height'].some((name) => /^[01](?:px)?$/.test(attributeOf(image, name)))) return '';
  const own = attributeOf(image, 'src').trim();
  const isShown = !isPlaceholder(own);
  const known =
    lazyAttributes
      .map((name) => attributeOf(image, name).trim())
      .find((value) => isAddress(value) && !isPlaceholder(value)) ?? '';
  if (known !== '') return known;
  if (isShown) return own;
  for (const element of [image, ...sources])
    for (const name of srcsetAttributes) {
      const largest = largestCandidate(attributeOf(element, name));
      if (largest !== '') return largest;
    }
  return noscriptImage(next) || otherAttribute(image);
}

function isAddress(value: string): boolean {
  return value !== '' && !value.startsWith('data:') && !/[\s{]/.test(value);
}

/** Whether an address is that of an image without content: the words of the name of its file say so. */
function isPlaceholder(address: string): boolean {
  if (/^(?:data:|#|$)/i.test(address)) return true;
  const file = /([^/?#]{1,200})\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)/i.exec(address)?.[1] ?? '';
  const words = file.toLowerCase().split(/[-_.]+|%20/);
  return (
    words.some((word) => placeholderWord.test(word)) &&
    words.every((word) => placeholderWord.test(word) || fillerWord.test(word))
  );
}

/** Returns the address with the largest width or density in a `srcset` attribute; '' if there is none. */
function largestCandidate(srcset: string): string {
  let best = '';
  let bestSize = -1;
  for (const [, url = '', stated] of srcset.matchAll(/[\s,]*(\S*[^\s,])(?:,|\s+([^,]*),?|$)/g)) {
    const size = stated?.trim() || '1x';
    const value = Number.parseFloat(size) * (size.endsWith('x') ? 1000 : 1);
    if (!isPlaceholder(url) && value > bestSize) {
      best = url;
      bestSize = value;
    }
  }
  return best;
}

/** Returns the address of an image in the `noscript` element after a lazy image. */
function noscriptImage(next: DomElement | undefined): string {
  if (next?.name !== 'noscript') return '';
  const inner = findElement(next, (element) => element.name === 'img');
  const src = inner ? attributeOf(inner, 'src') : '';
  return src !== '' ? src : (/<img[^>]{1,2000}?src=["']?([^"'\s>]+)/i.exec(domText(next))?.[1] ?? '');
}

/** Returns the value of any attribute that is the address of an image file, or of an image by the name of the attribute. */
function otherAttribute(image: DomElement): string {
  for (const name of Object.keys(image.attributes)) {
    if (/^(?:src|alt|title|class|id|style)$/.test(name) || otherImage.test(name)) continue;
    const value = attributeOf(image, name).trim();
    const isNamed =
      /^data-.*(?:src|url|image|img|original)/.test(name) && /^(?:https?:)?\/\/[^\s{}]+$/i.test(value);
    if ((isNamed || imageFile.test(value)) && !isPlaceholder(value)) return value;
  }
  return '';
}

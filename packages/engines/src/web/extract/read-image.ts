import type { Properties } from 'hast';
import type { DomElement } from './dom.ts';

/** Where scripts for lazy loading keep the real address, in order of trust. */
const lazyAttributes = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-url',
  'data-image',
  'data-hi-res-src',
];
const lazySets = ['data-srcset', 'data-lazy-srcset', 'srcset'];

/** The address and alternative text of an image; `src` is '' for placeholders and tracking pixels. */
export function readImage(image: DomElement, baseUrl: string): Properties {
  const alt = (image.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
  if (image.getAttribute('width') === '1' || image.getAttribute('height') === '1') return { src: '', alt };
  const own = image.getAttribute('src') ?? '';
  const lazy = lazyAttributes
    .map((name) => image.getAttribute(name) ?? '')
    .find((value) => looksLikeAddress(value));
  const sets = lazySets.map((name) => image.getAttribute(name) ?? '');
  const candidates = [
    lazy ?? '',
    isPlaceholder(own) ? '' : own,
    ...sets.map(largestOfSet),
    noscriptImage(image),
  ];
  const chosen = candidates.find((value) => value !== '') ?? '';
  const url = URL.parse(chosen.trim(), baseUrl);
  return { src: url && /^https?:$/.test(url.protocol) ? url.href : '', alt };
}

function looksLikeAddress(value: string): boolean {
  return value !== '' && !value.startsWith('data:') && !/[\s{]/.test(value.trim());
}

function isPlaceholder(src: string): boolean {
  return (
    src === '' ||
    src.startsWith('data:') ||
    /(?:^|\/)(?:blank|spacer|placeholder|pixel|transparent|lazy)[^/]*\.(?:gif|png|svg)/i.test(src)
  );
}

/** Picks the candidate of the greatest width or density of a `srcset`. */
export function largestOfSet(srcset: string): string {
  let best = '';
  let bestSize = -1;
  for (const [, address = '', size = '1x'] of srcset.matchAll(
    /([^\s,][^\s]*[^\s,])(?:\s+([\d.]+[wx]))?\s*(?:,|$)/g,
  )) {
    const value = Number.parseFloat(size) * (size.endsWith('x') ? 1000 : 1);
    if (!address.startsWith('data:') && value > bestSize) {
      best = address;
      bestSize = value;
    }
  }
  return best;
}

/** Images that a script would load often have their plain form in the `<noscript>` that follows. */
function noscriptImage(image: DomElement): string {
  const sibling = 'nextElementSibling' in image ? (image.nextElementSibling as DomElement | null) : null;
  if (sibling?.localName !== 'noscript') return '';
  const inner = sibling.querySelector('img')?.getAttribute('src') ?? '';
  return inner !== '' ? inner : (/<img[^>]+src=["']?([^"'\s>]+)/i.exec(sibling.textContent ?? '')?.[1] ?? '');
}

import type { DomElement } from '../../dom/dom.ts';

/** A link to this path with a fragment is a protected `mailto` link. */
const protectedHref = /\/cdn-cgi\/l\/email-protection#([\da-f]+)$/i;

/**
 * Returns the e-mail address that Cloudflare hid from clients without scripts; '' if the element has none. The address
 * is in hexadecimal, each byte combined by exclusive or with the first one
 * (https://developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/).
 */
export function readProtectedEmail({ attributes }: DomElement): string {
  const encoded = attributes['data-cfemail'] ?? protectedHref.exec(attributes['href'] ?? '')?.[1];
  if (encoded === undefined || encoded.length < 4 || !/^(?:[\da-f]{2})+$/i.test(encoded)) return '';
  const [key = 0, ...bytes] = Buffer.from(encoded, 'hex');
  const address = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8');
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : '';
}

/** @returns the address of a link, undefined for links inside the document and those that a reader cannot follow */
export type AddressResolver = (address: string) => string | undefined;

const addressLengthMax = 2000;

/** Makes the addresses of a page absolute where the page states its own; others stay relative. */
export function createResolver(base: string): AddressResolver {
  const absolute = URL.canParse(base) && /^https?:/i.test(base) ? base : undefined;
  return (address) => {
    const text = address.replace(/[\t\n\r]/g, '').trim();
    if (text === '' || text.startsWith('#') || text.length > addressLengthMax) return undefined;
    const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();
    if (scheme !== undefined) return /^(?:https?|mailto|tel|ftp)$/.test(scheme) ? text : undefined;
    if (absolute === undefined) return text;
    return URL.canParse(text, absolute) ? new URL(text, absolute).href : undefined;
  };
}

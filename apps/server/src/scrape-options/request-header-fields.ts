import { z } from 'zod';

const headersMax = 50;
const cookiesMax = 50;
const valueLengthMax = 4096;
/** Servers reject requests whose headers are larger than 8 to 16 KiB. */
const totalLengthMax = 8192;

/** A token of RFC 9110, section 5.6.2: the name of a header or of a cookie (RFC 6265, section 4.1.1). */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
/** Visible ASCII characters, spaces and tabs, and the bytes that RFC 9110, section 5.5, allows in a header's value. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** `cookie-octet` of RFC 6265, section 4.1.1, and the space, which browsers accept. */
const cookieValue = /^[\x20\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** Maximum length of the name and the value of a cookie together, which browsers check (RFC 6265bis, section 5.7). */
const cookieLengthMax = 4096;
/** Prefixes of cookies that browsers accept from secure origins only (RFC 6265bis, section 4.1.3). */
const securePrefix = /^__(?:Host|Secure)-/i;

/**
 * Headers that describe the connection or the message itself (RFC 9110, section 7.6.1), that authenticate to a proxy,
 * that only a browser sets, that change what the response contains, or that have their own field.
 */
const refusedHeader =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|expect|content-.*|proxy-.*|sec-.*|accept-encoding|range|if-.*|cookie2?|set-cookie2?|via|forwarded|x-forwarded-.*|x-real-ip|date|origin|access-control-.*|:.*)$/;

/** Headers to send with the request for the page, by name. Names are converted to lower case. */
export const headersField = z
  .record(z.string(), z.string().max(valueLengthMax))
  .superRefine((headers, context) => {
    const report = createReporter(context);
    const names = Object.keys(headers);
    if (names.length > headersMax) report(`must have at most ${headersMax} headers`);
    if (totalLength(headers) > totalLengthMax) report(`must have at most ${totalLengthMax} characters`);
    const seen = new Set<string>();
    for (const [name, value] of Object.entries(headers)) {
      const key = name.toLowerCase();
      if (!token.test(name)) report('is not a valid name of a header', name);
      else if (key === 'cookie') report('must be sent in `cookies`', name);
      else if (refusedHeader.test(key)) report('is set by the service and cannot be changed', name);
      else if (!headerValue.test(value)) report('contains a character that headers cannot have', name);
      if (seen.has(key)) report('is given more than once', name);
      seen.add(key);
    }
  })
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  );

/** Cookies to send with the requests to the origin of the page, by name. */
export const cookiesField = z
  .record(z.string(), z.string().max(valueLengthMax))
  .superRefine((cookies, context) => {
    const report = createReporter(context);
    if (Object.keys(cookies).length > cookiesMax) report(`must have at most ${cookiesMax} cookies`);
    if (totalLength(cookies) > totalLengthMax) report(`must have at most ${totalLengthMax} characters`);
    for (const [name, value] of Object.entries(cookies)) {
      if (!token.test(name)) report('is not a valid name of a cookie', name);
      else if (!cookieValue.test(value)) report('contains a character that cookies cannot have', name);
      else if (value !== value.trim()) report('must not begin or end with a space', name);
      else if (name.length + value.length > cookieLengthMax) {
        report(`must have at most ${cookieLengthMax} characters, including its name`, name);
      }
    }
  });

/** Reports cookies that a browser does not accept for the URL of the page, because they require HTTPS. */
export function checkCookieUrl(
  {
    url,
    cookies = {},
  }: { readonly url: string; readonly cookies?: Readonly<Record<string, string>> | undefined },
  context: z.RefinementCtx,
): void {
  if (!/^http:/i.test(url)) return;
  const message = 'needs an https URL, because its name has the prefix __Host- or __Secure-';
  for (const name of Object.keys(cookies).filter((cookie) => securePrefix.test(cookie))) {
    context.addIssue({ code: 'custom', message, path: ['cookies', shorten(name)], input: undefined });
  }
}

/** Reports problems of an entry, or of the record. Messages do not contain the value, which may be a secret. */
const createReporter =
  (context: z.RefinementCtx) =>
  (message: string, name?: string): void =>
    context.addIssue({
      code: 'custom',
      message,
      path: name === undefined ? [] : [shorten(name)],
      input: undefined,
    });

const shorten = (name: string): string => name.slice(0, 50);

function totalLength(fields: Readonly<Record<string, string>>): number {
  return Object.entries(fields).reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0);
}

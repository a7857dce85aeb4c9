/** Maximum length of a URL in an error or a log line. */
const lengthMax = 200;

/**
 * Shortens a URL for errors and logs: without user name, password, query and fragment, which may hold tokens and
 * personal data, and at most 200 characters long.
 *
 * @param text a URL, or text that was meant to be one
 */
export function redactUrl(text: string): string {
  const url = URL.parse(text);
  const isWeb = url !== null && /^(?:http|ws)s?:$/.test(url.protocol);
  const redacted = isWeb
    ? `${url.origin}${url.pathname}`
    : text.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1').replace(/[?#].*$/s, '');
  return redacted.slice(0, lengthMax);
}

/** Redacts every http, https, ws and wss URL in a text, such as the message of a library's error. */
export function redactUrlsIn(text: string): string {
  return text.replace(/\b(?:http|ws)s?:\/\/[^\s"'`<>]+/gi, redactUrl);
}

/** @returns the host of a URL with its port, or the redacted text when it is not a URL */
export function hostOf(text: string): string {
  return URL.parse(text)?.host || redactUrl(text);
}

import { InvalidSettingError } from './invalid-setting-error.ts';

/**
 * Parses the URL of an HTTP endpoint.
 *
 * @param example a valid URL for the error
 * @returns the URL as written
 * @throws InvalidSettingError
 */
export const parseHttpUrl =
  (example: string) =>
  (text: string): string => {
    const url = URL.parse(text);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw new InvalidSettingError(`must be a URL with http:// or https://, such as ${example}`);
    }
    return text;
  };

/**
 * Parses the public base URL of the service.
 *
 * @returns the URL without trailing slashes
 * @throws InvalidSettingError
 */
export function parsePublicUrl(text: string): string {
  const example = 'https://quern.example.org';
  const url = URL.parse(parseHttpUrl(example)(text));
  if (url?.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new InvalidSettingError(`must have no user name, query or fragment, such as ${example}`);
  }
  return text.replace(/\/+$/, '');
}

/**
 * Parses an origin from which browsers may call the API (https://fetch.spec.whatwg.org/#origin-header), or `*`.
 *
 * @returns the origin as browsers send it
 * @throws InvalidSettingError
 */
export function parseOrigin(text: string): string {
  if (text === '*' || text === 'null') return text;
  if (!text.includes('://')) {
    throw new InvalidSettingError(`${quote(text)} needs a scheme, such as https://${hostOf(text)}`);
  }
  const url = URL.parse(text);
  if (url === null || url.host === '' || url.host.includes('*')) {
    throw new InvalidSettingError(`${quote(text)} is not an origin such as https://example.com`);
  }
  // The origin of a URL such as that of a browser extension is opaque to the URL standard, but sent as it is written.
  const origin = url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin;
  if (
    url.pathname.length > 1 ||
    url.search !== '' ||
    url.hash !== '' ||
    text.includes('@') ||
    text.endsWith('/')
  ) {
    throw new InvalidSettingError(`${quote(text)} is not an origin: write ${origin}`);
  }
  return origin;
}

const quote = (text: string): string => JSON.stringify(text.includes('@') ? '…' : text.slice(0, 100));

/** The host of a text that lacks a scheme; an example if it has none. */
function hostOf(text: string): string {
  return URL.parse(`https://${text}`)?.host.replace(/^\*\./, '') || 'example.com';
}

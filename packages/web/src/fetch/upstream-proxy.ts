/** A proxy that connections are made through. */
export interface UpstreamProxy {
  readonly protocol: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

const defaultPorts = { http: 80, https: 443, socks5: 1080 } as const;

/**
 * Parses the URL of a proxy: `http://`, `https://` or `socks5://`, with an optional user name and password.
 *
 * @throws Error whose message does not contain the URL
 */
export function parseProxyUrl(text: string): UpstreamProxy {
  const url = URL.parse(text);
  const protocol = url?.protocol.replace(':', '').replace('socks5h', 'socks5');
  if (!url || (protocol !== 'http' && protocol !== 'https' && protocol !== 'socks5') || url.hostname === '') {
    throw new Error(
      'must be a URL such as http://proxy:3128, https://proxy or socks5://user:password@proxy:1080',
    );
  }
  if (url.pathname.length > 1 || url.search !== '' || url.hash !== '') {
    throw new Error('must be the URL of a proxy, without a path');
  }
  return {
    protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPorts[protocol] : Number(url.port),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

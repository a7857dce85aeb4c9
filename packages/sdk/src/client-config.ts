/** Connection options of both clients. */
export interface ClientOptions {
  /** URL of the service, such as `https://quern.example.org`; a trailing `/v0` is accepted. */
  readonly baseUrl: string;
  /** Implementation of fetch; default: the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Timeout of a call in milliseconds, including retries. Default 310,000. Node.js ends a call without a response after 300 s,
   * therefore convert long documents in parts, by `pages`.
   */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries after the first attempt. Default 2. */
  readonly retries?: number | undefined;
}

/** Validated connection options with defaults applied. */
export interface ClientConfig {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Bearer token. */
  readonly token: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly retries: number;
}

const timeoutDefaultMs = 310_000;
const retriesDefault = 2;
/** Timers are 32-bit: a longer delay would fire immediately. */
const timeoutMaxMs = 2 ** 31 - 1;

/**
 * Validates options and applies defaults.
 *
 * @throws TypeError if an option is invalid, so that mistakes are reported before the first call.
 */
export function resolveClientConfig(options: ClientOptions, token: string): ClientConfig {
  const { baseUrl, timeoutMs = timeoutDefaultMs, retries = retriesDefault } = options;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new TypeError(`baseUrl must start with http:// or https:// (got ${JSON.stringify(baseUrl)})`);
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('the key or token must consist of visible ASCII characters without spaces');
  }
  if (!(timeoutMs > 0)) throw new TypeError(`timeoutMs must be greater than 0 (got ${timeoutMs})`);
  if (!Number.isInteger(retries) || retries < 0) {
    throw new TypeError(`retries must be a non-negative integer (got ${retries})`);
  }
  return {
    baseUrl: `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v0$/, ''),
    token,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: Math.min(timeoutMs, timeoutMaxMs),
    retries,
  };
}

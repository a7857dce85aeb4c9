/** How to reach a service; both clients are made of it. */
export interface ClientOptions {
  /** Address of the service, such as `https://quern.example.org`; `/v0` at its end is fine too. */
  readonly baseUrl: string;
  /** Another implementation of fetch; default: the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The most a call may take, in milliseconds, retries and waiting included. Default 310,000: longer than any operation. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is tried again after the first time. Default 2. */
  readonly retries?: number | undefined;
}

export interface ClientConfig {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Bearer credential. */
  readonly token: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly retries: number;
}

const timeoutDefaultMs = 310_000;
const retriesDefault = 2;
/** Timers hold 32 bits: anything longer would fire at once. */
const timeoutMaxMs = 2 ** 31 - 1;

/** Throws TypeError when an option cannot work, so that a mistake shows before the first call. */
export function resolveClientConfig(options: ClientOptions, token: string): ClientConfig {
  const { baseUrl, timeoutMs = timeoutDefaultMs, retries = retriesDefault } = options;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new TypeError(`baseUrl must begin with http:// or https:// (it is ${JSON.stringify(baseUrl)})`);
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('the key or token must be visible ASCII characters, without spaces');
  }
  if (!(timeoutMs > 0)) throw new TypeError(`timeoutMs must be over 0 (it is ${timeoutMs})`);
  if (!Number.isInteger(retries) || retries < 0) {
    throw new TypeError(`retries must be an integer of 0 or more (it is ${retries})`);
  }
  return {
    baseUrl: `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v0$/, ''),
    token,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: Math.min(timeoutMs, timeoutMaxMs),
    retries,
  };
}

/**
 * Kinds of requests of a load. `long` and `page` are handed over to workers, if there are any; `job` is waited for after
 * its submission; `invalid` is refused and costs nothing; `replay` is a repetition of an earlier request.
 */
export type RequestKind = 'sentiment' | 'entities' | 'long' | 'page' | 'job' | 'invalid' | 'replay';

/** A request of a load. */
export interface LoadRequest {
  readonly kind: RequestKind;
  /** Its idempotency key. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Status of its response. */
  readonly status: number;
  /** Whether it costs one credit; otherwise it costs none. */
  readonly isCharged: boolean;
}

const sentence = 'The train to Geneva was late, the rest was wonderful.';
/** Long enough for a request to be handed over: it is expected to take 100 ms. */
const longText = `${sentence} `.repeat(26);

/**
 * Describes a request.
 *
 * @param origin of the website whose pages are requested
 */
export function loadRequest(kind: Exclude<RequestKind, 'replay'>, name: string, origin: string): LoadRequest {
  const request = { kind, name, method: 'POST', headers: {}, status: 200, isCharged: true } as const;
  const body = JSON.stringify({ text: `${sentence} Number ${name}.` });
  switch (kind) {
    case 'sentiment':
      return { ...request, path: '/v0/sentiment', body };
    case 'entities':
      return { ...request, path: '/v0/extract-entities', body };
    case 'long':
      return { ...request, path: '/v0/sentiment', body: JSON.stringify({ text: `${longText}${name}` }) };
    case 'page':
      return { ...request, path: '/v0/scrape', body: JSON.stringify({ url: `${origin}/?page=${name}` }) };
    case 'job':
      return { ...request, path: '/v0/sentiment', body, headers: { prefer: 'respond-async' }, status: 202 };
    case 'invalid':
      return { ...request, path: '/v0/sentiment', body: '{"text":""}', status: 400, isCharged: false };
  }
}

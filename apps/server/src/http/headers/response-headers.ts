/** The documentation of a response header. */
export interface ResponseHeader {
  readonly type: 'string' | 'integer';
  readonly description: string;
}

/** The response headers that clients can rely on. Browsers may read all of them (CORS). */
export const responseHeaders = {
  'X-Request-Id': { type: 'string', description: 'Id of the request' },
  'X-Credits-Used': { type: 'integer', description: 'Credits charged for the request' },
  'X-Credits-Remaining': {
    type: 'integer',
    description: 'Credits that the account has left, if the balance is known',
  },
  RateLimit: {
    type: 'string',
    description: 'Requests left in the current minute (draft-ietf-httpapi-ratelimit-headers)',
  },
  'RateLimit-Policy': { type: 'string', description: 'Maximum requests per minute' },
  'X-RateLimit-Limit': { type: 'integer', description: 'Maximum requests per minute' },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Requests left in the current minute' },
  'X-RateLimit-Reset': { type: 'integer', description: 'Seconds until the next minute starts' },
  'Idempotent-Replayed': {
    type: 'string',
    description: '`true` if this is the stored response of an earlier request',
  },
  Location: { type: 'string', description: 'Path of the job that was added' },
  'Preference-Applied': { type: 'string', description: 'The preference that was followed (RFC 7240)' },
  'Server-Timing': { type: 'string', description: 'Duration of each step, in milliseconds' },
  'Retry-After': { type: 'integer', description: 'Seconds after which a retry may succeed' },
  'WWW-Authenticate': { type: 'string', description: 'Authentication scheme: Bearer' },
  'Content-Disposition': { type: 'string', description: 'Proposed name of the file (RFC 6266)' },
  ETag: { type: 'string', description: 'SHA-256 of the file, hex, in quotation marks' },
  Allow: { type: 'string', description: 'Methods that the path supports' },
} as const satisfies Record<string, ResponseHeader>;

/** The name of a documented response header. */
export type ResponseHeaderName = keyof typeof responseHeaders;

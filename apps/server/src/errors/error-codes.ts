import type { ErrorDefinition } from './error-definition.ts';
import { idempotencyErrorCodes } from './idempotency-error-codes.ts';
import { jobErrorCodes } from './job-error-codes.ts';
import { mcpErrorCodes } from './mcp-error-codes.ts';

/** Every error code that the service returns. The pages under docs/errors are generated from this list. */
export const errorCodes = {
  invalid_json: {
    status: 400,
    title: 'Invalid JSON',
    description:
      'The body of a JSON request is empty, is not UTF-8, cannot be parsed, is not an object, or has too many values.',
    resolution:
      'Send one JSON object, encoded as UTF-8. The message names the position where parsing failed.',
  },
  invalid_parameters: {
    status: 400,
    title: 'Invalid parameters',
    description: 'A field is missing or unknown, or a value has the wrong type or is out of range.',
    resolution: 'The message names each field and its value. Compare them with /docs.',
  },
  invalid_url: {
    status: 400,
    title: 'Invalid URL',
    description: 'A URL is malformed, has no protocol, is not http or https, or contains a password.',
    resolution: 'Send an absolute URL that starts with http:// or https://.',
  },
  forbidden_address: {
    status: 400,
    title: 'Forbidden address',
    description:
      'The host of a URL is, or resolves to, a private, loopback, link-local, metadata, or reserved address, or its port belongs to another protocol (mail, databases). Redirects are checked too.',
    resolution:
      'Use a public address. An operator can allow intranet addresses, and a port as `host:port`, with `QUERN_FETCH_ALLOW`.',
  },
  invalid_file: {
    status: 400,
    title: 'Unsupported file type',
    description:
      'The file has a type that the operation does not read. The type is detected from the content, not from the file name.',
    resolution: 'Upload a file of one of the types listed in /docs for the operation.',
  },
  unreadable_document: {
    status: 400,
    title: 'Unreadable document',
    description:
      'The document is damaged, encrypted with a password that is missing or wrong, or contains no text (for example a scan without a text layer).',
    resolution: 'Send the password as `password`, repair the file, or extract its text with OCR first.',
  },
  file_too_large: {
    status: 400,
    title: 'File too large',
    description:
      'An uploaded file, or another part of a multipart body, exceeds the size limit of the operation.',
    resolution: 'Split the document. The message names the part and the limit.',
  },
  invalid_image: {
    status: 400,
    title: 'Unreadable image',
    description:
      'The file is not an image or a PDF of a supported format, is damaged, or has too many pixels or pages.',
    resolution:
      'Send a file of one of the formats listed in /docs. If the message reports too many pixels, scale the image down; if it reports too many pages, select some with `pages`.',
  },
  input_too_complex: {
    status: 400,
    title: 'Input too complex',
    description:
      'Processing the text, page, or document needs more memory than one worker thread may use, or more work than a text of ordinary sentences of the maximum length does.',
    resolution: 'Send a smaller input.',
  },
  nothing_selected: {
    status: 400,
    title: 'Nothing selected',
    description:
      'The page has content, but `includeTags` matches no element with content, or `excludeTags` removes all of it. Nothing was charged.',
    resolution:
      'Compare the selectors with the HTML of the page, which a request without them returns. If scripts create the elements, set `render` to `always` or wait for them with `waitFor`.',
  },
  action_failed: {
    status: 400,
    title: 'Action failed',
    description:
      'The page does not fit an action or `waitFor`: no element matches the selector, or the element is not visible or is covered. Nothing was charged.',
    resolution:
      'The message has the number of the action. Compare its selector with the HTML of the page, which a request without actions returns. For an element that appears later, add an action `wait` with its selector before.',
  },
  result_too_large: {
    status: 400,
    title: 'Result too large',
    description: 'The JSON of the result exceeds 64 MiB.',
    resolution: 'Send a smaller input, or limit the result with the parameters of the operation.',
  },
  unsupported_language: {
    status: 400,
    title: 'Unsupported language',
    description:
      'A parameter is not a known language, the operation does not work in the language of the text, the language cannot be detected, or no model translates between the two languages.',
    resolution:
      'If the language was detected wrongly, set it with `language` or `sourceLanguage`. `GET /v0/languages` lists how well each operation works in each language; for translations, the message lists the available languages and explains how an operator can add one.',
  },
  missing_key: {
    status: 401,
    title: 'Missing API key',
    description: 'The Authorization header is missing or is not `Bearer <API_KEY>`.',
    resolution: 'Send `Authorization: Bearer <API_KEY>`.',
  },
  malformed_key: {
    status: 401,
    title: 'Malformed API key',
    description:
      'The key has the format of a Quern key, but its checksum does not match: it is truncated or mistyped.',
    resolution: 'Copy the complete key again.',
  },
  unknown_key: {
    status: 401,
    title: 'Unknown API key',
    description: 'The API key or admin token does not exist in this service.',
    resolution: 'Check that the key was issued by this service.',
  },
  revoked_key: {
    status: 401,
    title: 'Revoked API key',
    description: 'The key was revoked, or the overlap period after its rotation has ended.',
    resolution: 'Use the key that replaced it, or ask for a new one.',
  },
  expired_key: {
    status: 401,
    title: 'Expired API key',
    description: 'The expiration time of the key has passed.',
    resolution: 'Ask for a new key.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Insufficient credits',
    description: 'The request costs more credits than the account has available. Nothing was charged.',
    resolution: 'Add credits to the account.',
  },
  key_budget_exceeded: {
    status: 402,
    title: 'Key budget exceeded',
    description: 'The request would exceed the credit budget of the key. Nothing was charged.',
    resolution: 'Use another key, or one with a larger budget.',
  },
  scope_denied: {
    status: 403,
    title: 'Scope denied',
    description: 'The key is valid, but its scopes do not include this operation.',
    resolution: 'Use a key whose scopes include the operation.',
  },
  ...mcpErrorCodes,
  account_disabled: {
    status: 403,
    title: 'Account disabled',
    description:
      'The key is valid, but an operator has disabled its account. Requests that are running end normally; waiting jobs of the account fail with this code when they would start.',
    resolution:
      'Ask the operator of the service to enable the account. Then send the request again; failed jobs can be replayed.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    description:
      'The path is unknown, or the resource does not exist, has expired, or belongs to another account.',
    resolution: 'Compare the path with /docs, and check the id.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    description: 'The path exists, but does not support this HTTP method.',
    resolution: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    description: 'The headers or the body of the request were not received in time.',
    resolution: 'Retry over a faster connection, or send a smaller body.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    description: 'The key to be rotated is revoked or has expired, or the key to be changed is revoked.',
    resolution: 'Create a new key instead. The message names the key and its state.',
  },
  ...idempotencyErrorCodes,
  ...jobErrorCodes,
  body_too_large: {
    status: 413,
    title: 'Body too large',
    description: 'The body of the request exceeds 16 MiB.',
    resolution: 'Send a smaller body.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    description: 'The operation does not accept this Content-Type or Content-Encoding.',
    resolution: 'Use one of the media types that the message names.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit exceeded',
    description:
      'The key has used all of its requests for the current minute, or the client has sent too many wrong admin tokens.',
    resolution: 'Wait for the seconds in Retry-After. The RateLimit headers show the remaining requests.',
  },
  too_many_running: {
    status: 429,
    title: 'Too many concurrent requests',
    description:
      'The key has reached its number of concurrent requests and its queue is full, its requests would wait too long for each other, or their bodies exceed 128 MiB in total.',
    resolution: 'Send fewer requests at the same time, or wait for the number of seconds in Retry-After.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    description: 'The request line and the headers of the request exceed 16 KiB.',
    resolution: 'Shorten the headers and the query string.',
  },
  client_gone: {
    status: 499,
    title: 'Client closed the connection',
    description:
      'The client closed the connection before the response was sent. The code appears in logs and metrics only. Nothing was charged.',
    resolution: 'Increase the timeout of the client.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    description: 'The service failed unexpectedly. Nothing was charged.',
    resolution:
      'Retry. If the error persists, report the requestId to the operator, who can find the cause in the log.',
  },
  fetch_failed: {
    status: 502,
    title: 'Fetch failed',
    description:
      'The host of the URL cannot be resolved, refuses or closes the connection, or sends an invalid or too large response.',
    resolution: 'Check the URL in a browser.',
  },
  target_status: {
    status: 502,
    title: 'Target returned an error',
    description: 'The requested URL responds with a 4xx or 5xx status, such as 404 or 410.',
    resolution: 'Check the URL in a browser. The message contains the status.',
  },
  blocked: {
    status: 502,
    title: 'Blocked by the target',
    description:
      'The target responds with a bot challenge, a login page, or an error page instead of its content, or its robots.txt disallows the URL.',
    resolution:
      'Ask the owner of the website for access. An operator of this service can ignore robots.txt with `QUERN_ROBOTS=ignore`.',
  },
  engine_unavailable: {
    status: 503,
    title: 'Engine unavailable',
    description: 'The request needs an optional component that is not installed or failed to start.',
    resolution: 'The message names the missing component and explains how an operator can add it.',
  },
  model_unavailable: {
    status: 503,
    title: 'Model unavailable',
    description: 'The request needs a model that is not installed and cannot be downloaded at the moment.',
    resolution:
      'The message explains how an operator can provide it: allow downloads, configure a mirror, or copy the model files.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    description:
      'The request would wait too long behind the requests that this node has already accepted, or the database is temporarily unavailable.',
    resolution: 'Wait for the number of seconds in Retry-After.',
  },
  draining: {
    status: 503,
    title: 'Shutting down',
    description: 'The node is shutting down: it finishes its running requests and accepts no new ones.',
    resolution: 'Retry. Another node, or this one after its restart, accepts the request.',
  },
  fetch_timeout: {
    status: 504,
    title: 'Fetch timeout',
    description: 'The host of the URL did not send its response in time.',
    resolution: 'Try again later.',
  },
  time_limit: {
    status: 504,
    title: 'Time limit exceeded',
    description: 'The request exceeded the time limit of its operation. Nothing was charged.',
    resolution: 'Send a smaller input.',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** An error code of the API. */
export type ErrorCode = keyof typeof errorCodes;

/** Returns whether a value is one of the error codes. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorCodes, value);

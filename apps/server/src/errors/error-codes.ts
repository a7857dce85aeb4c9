export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  /** When it is answered. */
  readonly description: string;
  /** What the caller can do. */
  readonly resolution: string;
}

/** Every error code that the service answers with. The pages under docs/errors are made from this list. */
export const errorCodes = {
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    description:
      'The body of a JSON request cannot be parsed, is not UTF-8, is empty, or has more values than any operation takes.',
    resolution: 'Send one JSON object, encoded as UTF-8. The message names the place where parsing stopped.',
  },
  invalid_parameters: {
    status: 400,
    title: 'A parameter is missing, unknown or wrong',
    description: 'A required field is missing, a field is not known, or a value has the wrong type or range.',
    resolution: 'The message names each field and its value. Compare with the operation in /docs.',
  },
  invalid_url: {
    status: 400,
    title: 'The URL cannot be used',
    description:
      'A URL is malformed, lacks its protocol, is not http or https, carries a password or names a blocked port.',
    resolution: 'Send an absolute URL that begins with http:// or https://.',
  },
  forbidden_address: {
    status: 400,
    title: 'The URL points to an address that must not be fetched',
    description:
      'The host is, or resolves to, a private, loopback, link-local, metadata or reserved address, also after a redirect.',
    resolution: 'Use a public address. An operator can allow parts of an intranet with QUERN_FETCH_ALLOW.',
  },
  invalid_file: {
    status: 400,
    title: 'The file is not a PDF, DOCX or TXT',
    description: 'The content of the uploaded file is of another type, whatever its name says.',
    resolution: 'Upload a PDF, a DOCX, or a file that decodes as text.',
  },
  unreadable_document: {
    status: 400,
    title: 'The document cannot be read',
    description: 'The file is damaged, encrypted, or has no text (a scan without a text layer).',
    resolution: 'Remove the password, repair the file, or run its pages through ocr.',
  },
  file_too_large: {
    status: 400,
    title: 'The file is over the limit',
    description: 'An uploaded file, or the content part, has more than 10,485,760 bytes.',
    resolution: 'Split the document.',
  },
  invalid_image: {
    status: 400,
    title: 'The image cannot be read',
    description: 'What the URL gave is no image of a known format, is damaged, or has too many pixels.',
    resolution: 'Use PNG, JPEG, WebP, GIF, TIFF, AVIF or BMP of a sensible size.',
  },
  input_too_complex: {
    status: 400,
    title: 'The input needs too much memory',
    description: 'A text, page or document needs more memory than a thread may have. Nothing was charged.',
    resolution: 'Send less at once.',
  },
  result_too_large: {
    status: 400,
    title: 'The result is over the limit',
    description: 'The result of this input has more than 64 MiB of JSON. Nothing was charged.',
    resolution: 'Send less at once: split the text, or map with a lower limit.',
  },
  unsupported_language: {
    status: 400,
    title: 'No translation between these languages',
    description:
      '`targetLanguage` is not a language, or no model translates into it from the language of the text.',
    resolution: 'The message lists the languages at hand and says how to add one.',
  },
  missing_key: {
    status: 401,
    title: 'No API key',
    description: 'The Authorization header is missing or is not `Bearer <API_KEY>`.',
    resolution: 'Send `Authorization: Bearer <API_KEY>`.',
  },
  malformed_key: {
    status: 401,
    title: 'The API key is mistyped',
    description: 'The key looks like one of ours, but its checksum does not match.',
    resolution: 'Copy the key again, whole.',
  },
  unknown_key: {
    status: 401,
    title: 'The API key is not known',
    description: 'No such key exists here.',
    resolution: 'Check that the key belongs to this service.',
  },
  revoked_key: {
    status: 401,
    title: 'The API key was revoked',
    description: 'The key was revoked, or its overlap after a rotation has ended.',
    resolution: 'Use the key that replaced it, or ask for a new one.',
  },
  expired_key: {
    status: 401,
    title: 'The API key has expired',
    description: 'The key was made with an expiry that has passed.',
    resolution: 'Ask for a new key.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    description: 'The price of the request is more than the account has available.',
    resolution: 'Add credits to the account. Nothing was done or charged.',
  },
  key_budget_exceeded: {
    status: 402,
    title: 'The key has used up its budget',
    description: 'The key has a credit budget of its own and the request would go over it.',
    resolution: 'Use another key, or one with a larger budget.',
  },
  scope_denied: {
    status: 403,
    title: 'The key may not do this',
    description: 'The key is valid but its scopes leave this operation out.',
    resolution: 'Use a key whose scopes have the operation.',
  },
  not_found: {
    status: 404,
    title: 'No such thing here',
    description:
      'The path is not known, or the resource does not exist, has expired, or belongs to another account.',
    resolution: 'Compare the path with /docs.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Wrong method for this path',
    description: 'The path exists, but not with this method.',
    resolution: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request came too slowly',
    description: 'The headers or the body did not come in whole in time.',
    resolution: 'Send the request again over a better connection, or send less.',
  },
  conflict: {
    status: 409,
    title: 'The current state does not allow this',
    description: 'A key that is revoked or has expired was to be rotated.',
    resolution: 'Create a new key instead. The message names the key and its state.',
  },
  idempotency_mismatch: {
    status: 409,
    title: 'The Idempotency-Key belongs to another request',
    description: 'The same key came earlier with another body.',
    resolution: 'Use a new key for a new request.',
  },
  idempotency_running: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
    description: 'A retry came before the first request was answered.',
    resolution: 'Wait for Retry-After seconds and send it again.',
  },
  idempotent_response_evicted: {
    status: 409,
    title: 'The response to this Idempotency-Key is no longer stored',
    description:
      'A retry came after the stored response was removed to make room (QUERN_RESULTS_MAX). The first request was charged; the retry was not.',
    resolution: 'Use a new key to run the request again.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is over the limit',
    description: 'The whole body has more than 16 MiB; reading stops there.',
    resolution: 'Send less at once.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Wrong Content-Type',
    description: 'The operation does not take this Content-Type or Content-Encoding.',
    resolution: 'The message names the types it takes.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    description: 'The key has used up its requests for this minute.',
    resolution: 'Wait for Retry-After seconds. The RateLimit headers say how much is left.',
  },
  too_many_running: {
    status: 429,
    title: 'Too many requests at once',
    description:
      'The key has its full number of requests running and its queue is full, its requests would wait too long for each other, or their bodies take more than 128 MiB.',
    resolution: 'Send fewer at the same time, or wait for Retry-After seconds.',
  },
  failure_budget_used: {
    status: 429,
    title: 'Failed requests took too much computation',
    description:
      'Requests of the key that failed, which cost nothing, took more than 30 s of computation within a minute.',
    resolution:
      'Wait for Retry-After seconds. Look at the errors of the earlier requests: the same input fails again.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too long',
    description: 'The path and headers of the request have over 16 KiB.',
    resolution: 'Send less in headers and in the query.',
  },
  client_gone: {
    status: 499,
    title: 'The client went away',
    description:
      'The connection closed before the answer. Nobody sees this answer; logs and metrics have it.',
    resolution: 'Nothing was charged. Wait longer for the answer.',
  },
  internal_error: {
    status: 500,
    title: 'A fault of ours',
    description: 'Something failed that should not have. Nothing was charged.',
    resolution: 'Try again; if it stays, give the requestId to the operator: it finds the fault in the log.',
  },
  fetch_failed: {
    status: 502,
    title: 'The page or image could not be fetched',
    description:
      'Its host does not resolve, refuses the connection, breaks it off, or answers nonsense or too much.',
    resolution: 'Check the URL in a browser.',
  },
  target_status: {
    status: 502,
    title: 'The target answered with an error',
    description: 'The page or image asked for answers 4xx or 5xx (404 and 410 among them).',
    resolution: 'Check the URL in a browser. The message has the status.',
  },
  blocked: {
    status: 502,
    title: 'The target does not show its content',
    description:
      'A bot wall, a log-in page or an error page came instead of the content, or robots.txt forbids it.',
    resolution: 'Ask the site for access. Nothing was charged.',
  },
  engine_unavailable: {
    status: 503,
    title: 'An engine is not available',
    description: 'A part that this installation lacks is needed, or it failed to start.',
    resolution: 'The message says what is missing and how an operator adds it.',
  },
  model_unavailable: {
    status: 503,
    title: 'A model is not here',
    description: 'A translation needs a model that was never pulled and cannot be pulled now.',
    resolution: 'The message says how to get it: let it be pulled, set a mirror, or copy the folder.',
  },
  overloaded: {
    status: 503,
    title: 'Too much to do',
    description:
      'The requests that this node has accepted would make this one wait too long, or its database is not available at the moment.',
    resolution: 'Wait for Retry-After seconds.',
  },
  draining: {
    status: 503,
    title: 'The service is stopping',
    description: 'The node finishes what runs and takes nothing new.',
    resolution: 'Send the request again: another node, or the restarted one, takes it.',
  },
  fetch_timeout: {
    status: 504,
    title: 'The page or image did not come in time',
    description: 'Its host is too slow.',
    resolution: 'Try again later.',
  },
  time_limit: {
    status: 504,
    title: 'The operation took too long',
    description: 'The work went over the time limit of its operation. Nothing was charged.',
    resolution: 'Send less at once.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errorCodes;

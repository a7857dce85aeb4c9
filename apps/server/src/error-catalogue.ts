export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** When it is answered. */
  readonly when: string;
  /** What the caller can do. */
  readonly fix: string;
}

/** Every error code that the service answers with. The pages under docs/errors are made from this list. */
export const errorCatalogue = {
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    when: 'The body of a JSON request cannot be parsed, is not UTF-8, is empty, or has more values than any operation takes.',
    fix: 'Send one JSON object, encoded as UTF-8. The message names the place where parsing stopped.',
  },
  invalid_parameters: {
    status: 400,
    title: 'A parameter is missing, unknown or wrong',
    when: 'A required field is missing, a field is not known, or a value has the wrong type or range.',
    fix: 'The message names each field and its value. Compare with the operation in /docs.',
  },
  invalid_url: {
    status: 400,
    title: 'The URL cannot be used',
    when: 'A URL is malformed, lacks its protocol, is not http or https, carries a password or names a blocked port.',
    fix: 'Send an absolute URL that begins with http:// or https://.',
  },
  forbidden_address: {
    status: 400,
    title: 'The URL points to an address that must not be fetched',
    when: 'The host is, or resolves to, a private, loopback, link-local, metadata or reserved address, also after a redirect.',
    fix: 'Use a public address. An operator can allow parts of an intranet with QUERN_FETCH_ALLOW.',
  },
  invalid_file: {
    status: 400,
    title: 'The file is not a PDF, DOCX or TXT',
    when: 'The content of the uploaded file is of another type, whatever its name says.',
    fix: 'Upload a PDF, a DOCX, or a file that decodes as text.',
  },
  unreadable_document: {
    status: 400,
    title: 'The document cannot be read',
    when: 'The file is damaged, encrypted, or has no text (a scan without a text layer).',
    fix: 'Remove the password, repair the file, or run its pages through ocr.',
  },
  file_too_large: {
    status: 400,
    title: 'The file is over the limit',
    when: 'An uploaded file, or the content part, has more than 10,485,760 bytes.',
    fix: 'Split the document.',
  },
  invalid_image: {
    status: 400,
    title: 'The image cannot be read',
    when: 'What the URL gave is no image of a known format, is damaged, or has too many pixels.',
    fix: 'Use PNG, JPEG, WebP, GIF, TIFF, AVIF or BMP of a sensible size.',
  },
  input_too_complex: {
    status: 400,
    title: 'The input needs too much memory',
    when: 'A text, page or document needs more memory than a thread may have. Nothing was charged.',
    fix: 'Send less at once.',
  },
  result_too_large: {
    status: 400,
    title: 'The result is over the limit',
    when: 'The result of this input has more than 64 MiB of JSON. Nothing was charged.',
    fix: 'Send less at once: split the text, or map with a lower limit.',
  },
  unsupported_language: {
    status: 400,
    title: 'No translation between these languages',
    when: '`targetLanguage` is not a language, or no model translates into it from the language of the text.',
    fix: 'The message lists the languages at hand and says how to add one.',
  },
  missing_key: {
    status: 401,
    title: 'No API key',
    when: 'The Authorization header is missing or is not `Bearer <API_KEY>`.',
    fix: 'Send `Authorization: Bearer <API_KEY>`.',
  },
  malformed_key: {
    status: 401,
    title: 'The API key is mistyped',
    when: 'The key looks like one of ours, but its checksum does not match.',
    fix: 'Copy the key again, whole.',
  },
  unknown_key: {
    status: 401,
    title: 'The API key is not known',
    when: 'No such key exists here.',
    fix: 'Check that the key belongs to this service.',
  },
  revoked_key: {
    status: 401,
    title: 'The API key was revoked',
    when: 'The key was revoked, or its overlap after a rotation has ended.',
    fix: 'Use the key that replaced it, or ask for a new one.',
  },
  expired_key: {
    status: 401,
    title: 'The API key has expired',
    when: 'The key was made with an expiry that has passed.',
    fix: 'Ask for a new key.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    when: 'The price of the request is more than the account has available.',
    fix: 'Add credits to the account. Nothing was done or charged.',
  },
  key_budget_exceeded: {
    status: 402,
    title: 'The key has used up its budget',
    when: 'The key has a credit budget of its own and the request would go over it.',
    fix: 'Use another key, or one with a larger budget.',
  },
  scope_denied: {
    status: 403,
    title: 'The key may not do this',
    when: 'The key is valid but its scopes leave this operation out.',
    fix: 'Use a key whose scopes have the operation.',
  },
  not_found: {
    status: 404,
    title: 'No such thing here',
    when: 'The path is not known, or the resource does not exist, has expired, or belongs to another account.',
    fix: 'Compare the path with /docs.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Wrong method for this path',
    when: 'The path exists, but not with this method.',
    fix: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request came too slowly',
    when: 'The headers or the body did not come in whole in time.',
    fix: 'Send the request again over a better connection, or send less.',
  },
  conflict: {
    status: 409,
    title: 'The current state does not allow this',
    when: 'A key that is revoked or has expired was to be rotated.',
    fix: 'Create a new key instead. The message names the key and its state.',
  },
  idempotency_mismatch: {
    status: 409,
    title: 'The Idempotency-Key belongs to another request',
    when: 'The same key came earlier with another body.',
    fix: 'Use a new key for a new request.',
  },
  idempotency_running: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
    when: 'A retry came before the first request was answered.',
    fix: 'Wait for Retry-After seconds and send it again.',
  },
  idempotent_response_evicted: {
    status: 409,
    title: 'The response to this Idempotency-Key is no longer stored',
    when: 'A retry came after the stored response was removed to make room (QUERN_RESULTS_MAX). The first request was charged; the retry was not.',
    fix: 'Use a new key to run the request again.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is over the limit',
    when: 'The whole body has more than 16 MiB; reading stops there.',
    fix: 'Send less at once.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Wrong Content-Type',
    when: 'The operation does not take this Content-Type or Content-Encoding.',
    fix: 'The message names the types it takes.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'The key has used up its requests for this minute.',
    fix: 'Wait for Retry-After seconds. The RateLimit headers say how much is left.',
  },
  too_many_running: {
    status: 429,
    title: 'Too many requests at once',
    when: 'The key has its full number of requests running and its queue is full, its requests would wait too long for each other, or their bodies take more than 128 MiB.',
    fix: 'Send fewer at the same time, or wait for Retry-After seconds.',
  },
  failure_budget_used: {
    status: 429,
    title: 'Failed requests took too much computation',
    when: 'Requests of the key that failed, which cost nothing, took more than 30 s of computation within a minute.',
    fix: 'Wait for Retry-After seconds. Look at the errors of the earlier requests: the same input fails again.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too long',
    when: 'The path and headers of the request have over 16 KiB.',
    fix: 'Send less in headers and in the query.',
  },
  client_gone: {
    status: 499,
    title: 'The client went away',
    when: 'The connection closed before the answer. Nobody sees this answer; logs and metrics have it.',
    fix: 'Nothing was charged. Wait longer for the answer.',
  },
  internal_error: {
    status: 500,
    title: 'A fault of ours',
    when: 'Something failed that should not have. Nothing was charged.',
    fix: 'Try again; if it stays, give the requestId to the operator: it finds the fault in the log.',
  },
  fetch_failed: {
    status: 502,
    title: 'The page or image could not be fetched',
    when: 'Its host does not resolve, refuses the connection, breaks it off, or answers nonsense or too much.',
    fix: 'Check the URL in a browser.',
  },
  target_status: {
    status: 502,
    title: 'The target answered with an error',
    when: 'The page or image asked for answers 4xx or 5xx (404 and 410 among them).',
    fix: 'Check the URL in a browser. The message has the status.',
  },
  blocked: {
    status: 502,
    title: 'The target does not show its content',
    when: 'A bot wall, a log-in page or an error page came instead of the content, or robots.txt forbids it.',
    fix: 'Ask the site for access. Nothing was charged.',
  },
  engine_unavailable: {
    status: 503,
    title: 'An engine is not available',
    when: 'A part that this installation lacks is needed, or it failed to start.',
    fix: 'The message says what is missing and how an operator adds it.',
  },
  model_unavailable: {
    status: 503,
    title: 'A model is not here',
    when: 'A translation needs a model that was never pulled and cannot be pulled now.',
    fix: 'The message says how to get it: let it be pulled, set a mirror, or copy the folder.',
  },
  overloaded: {
    status: 503,
    title: 'Too much to do',
    when: 'The requests that this node has accepted would make this one wait too long, or its database is not available at the moment.',
    fix: 'Wait for Retry-After seconds.',
  },
  draining: {
    status: 503,
    title: 'The service is stopping',
    when: 'The node finishes what runs and takes nothing new.',
    fix: 'Send the request again: another node, or the restarted one, takes it.',
  },
  fetch_timeout: {
    status: 504,
    title: 'The page or image did not come in time',
    when: 'Its host is too slow.',
    fix: 'Try again later.',
  },
  time_limit: {
    status: 504,
    title: 'The operation took too long',
    when: 'The work went over the time limit of its operation. Nothing was charged.',
    fix: 'Send less at once.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

import { curlExample } from '../apps/server/src/http/docs/curl-example.ts';
import type { Operation } from '../apps/server/src/operations/define-operation.ts';
import type { InputField } from '../apps/server/src/operations/input-fields.ts';

const target = { baseUrl: 'http://127.0.0.1:8080', key: '$QUERN_API_KEY' };

/** Renders docs/guide/api.md: what all calls have in common, and each operation with its recorded examples. */
export function renderApiGuide(operations: readonly Operation[]): string {
  const contents = operations.map(({ name, title }) => `- [${title}](#${name})`);
  const sections = operations.map(renderOperation);
  return `${[intro, contents.join('\n'), commonRules, ...sections].join('\n\n')}\n`;
}

const intro = `# API

Every operation is \`POST /v0/<name>\` with an API key. The responses below are recorded from a running service
(\`npm run record-examples\`); a test repeats the requests. All fields and types are in
[openapi.json](../../openapi.json), and \`/docs\` of a running service has a form for each operation.`;

const commonRules = `## Common to all operations

**Authentication**: \`Authorization: Bearer qn_live_…\`. See [Keys and credits](keys-and-credits.md).

**Offsets** (\`startIndex\`, \`endIndex\`) are 0-based UTF-16 code units, end-exclusive: in JavaScript,
\`text.slice(startIndex, endIndex)\` equals the item's \`text\`.

**Errors** have a status and the body \`{"error", "code", "requestId"}\`; \`Accept: application/problem+json\` selects RFC 9457.
Each code has [a page](../errors). Errors cost nothing.

**Credits**: every operation response has \`X-Credits-Used\`; \`X-Credits-Remaining\` is included when the balance is known.

**Dry run**: with \`X-Dry-Run: true\`, a request is only validated and priced: \`{"dryRun": true, "price", "balance"}\`.

**Idempotency**: with an \`Idempotency-Key\` (up to 255 characters, kept 24 h for each account and operation), the same request
returns the stored response with \`Idempotent-Replayed: true\` and is not charged again. The same key with a different request, or while
the first one is still running, is a 409.

**Long work**: with \`Prefer: respond-async\`, the response is a 202 with a job, which runs in the background;
\`POST /v0/batches\` runs many requests. See [Jobs](jobs.md).

**Files**: some results have files, as \`{"url": "/v0/files/file_…", "type", "bytes", "sha256", "expiresAt"}\`. \`GET\` of the URL with a key of the
account that made the request returns the bytes until \`expiresAt\` (milliseconds since 1970-01-01 UTC), which is that of the result. It is free.

**Usage**: \`GET /v0/usage?from=2026-05-01&to=2026-05-31\` returns the balance of the account, the limits of the key, and what the key has been
charged, by day and operation. It is free.

**Languages**: \`GET /v0/languages\` lists how well each operation works in each language, as measured. It is free. A text in a language in
which an operation does not work is the error \`unsupported_language\` or, where a part of the result still holds, a result with \`warnings\`.

**Rate limits**: a 429 has \`Retry-After\`; \`RateLimit\`, \`RateLimit-Policy\` and \`X-RateLimit-*\` report the remaining requests. All limits:
[Limits and capacity](deployment.md#limits-and-capacity).

**Fetching** is guarded: every address that a request leads to, including each redirect, must be public or allowed by
\`QUERN_FETCH_ALLOW\`. Pages that robots.txt disallows are not visited unless
\`QUERN_ROBOTS=ignore\`; a map still lists them.`;

function renderOperation(operation: Operation): string {
  const { name, title, description, price, consumes, examples, storedResult, errors } = operation;
  const parts = [
    `## ${name}`,
    `**${title}.** ${description}`,
    `Price: ${price.label}. Accepts ${consumes.map((type) => `\`${type}\``).join(' or ')}.`,
    renderParameters(operation.inputFields),
    ...examples.map((example) =>
      [
        '```sh',
        curlExample(operation, example.input, target),
        '```',
        '',
        '```json',
        JSON.stringify({ success: true, data: shorten(example.output) }, null, 2),
        '```',
      ].join('\n'),
    ),
  ];
  if (storedResult !== undefined) {
    const { path, field } = storedResult;
    parts.push(
      `\`GET /v0/${path}/{${field}}\` returns the same result again until it expires (24 h by default), free of charge.`,
    );
  }
  if (errors.length > 0) {
    const links = errors.map((code) => `[\`${code}\`](../errors/${code}.md)`);
    parts.push(`Errors in addition to those of all operations: ${links.join(', ')}.`);
  }
  return parts.join('\n\n');
}

function kindOf({ upload, isTextList, type, schema }: InputField): string {
  if (upload !== undefined) return 'file';
  if (isTextList) return 'list of strings';
  if (schema['type'] === 'array') return 'list';
  return type === 'other' ? 'JSON' : type;
}

function renderParameters(fields: readonly InputField[]): string {
  const rows = fields.map((field) => {
    const { name, upload, isRequired, description } = field;
    const label = `\`${upload?.part ?? name}\``;
    return `| ${label} | ${kindOf(field)} | ${isRequired ? 'yes' : ''} | ${escapeCell(description || uploadText(upload))} |`;
  });
  return ['| parameter | type | required | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const uploadText = (upload: InputField['upload']): string =>
  upload === undefined
    ? ''
    : `File of at most ${upload.bytesMax.toLocaleString('en-US')} bytes, in a multipart body.`;

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const stringLengthMax = 400;
const itemsMax = 3;

/** Shortens long strings and lists of an example, marked by "…". */
function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > stringLengthMax ? `${value.slice(0, stringLengthMax)}…` : value;
  if (Array.isArray(value)) {
    const items = value.slice(0, itemsMax).map(shorten);
    return value.length > itemsMax ? [...items, '…'] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member)]));
}

import { isRecord } from '../is-record.ts';

/** A JSON-RPC message. */
export type JsonRpcMessage = Readonly<Record<string, unknown>>;

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** The parameter that `Mcp-Name` repeats, by method. */
const nameParameters: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/**
 * Returns the headers that Streamable HTTP requires with a message (revision of 2026-07-28, SEP-2243), which servers compare
 * with its body.
 *
 * @param negotiated revision that `initialize` has agreed on; undefined if there was none
 */
export function messageHeaders(
  message: JsonRpcMessage,
  negotiated: string | undefined,
): Record<string, string> {
  const { method, params } = message;
  const fields = isRecord(params) ? params : {};
  const version = isRecord(fields['_meta']) ? fields['_meta'][versionKey] : undefined;
  if (typeof version !== 'string' || typeof method !== 'string') {
    return negotiated === undefined ? {} : { 'mcp-protocol-version': negotiated };
  }
  const name = fields[nameParameters.get(method) ?? ''];
  return {
    'mcp-protocol-version': encodeHeader(version),
    'mcp-method': encodeHeader(method),
    ...(typeof name === 'string' ? { 'mcp-name': encodeHeader(name) } : {}),
  };
}

/** A header contains visible ASCII characters only; others are encoded as Base64, as SEP-2243 describes. */
function encodeHeader(value: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?');
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

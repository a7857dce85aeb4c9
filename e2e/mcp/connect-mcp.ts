import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { testApiKey } from '@quern/testing/service/start-test-service';

/** How a test connects to MCP. */
export interface ConnectOptions {
  readonly url: string;
  readonly apiKey?: string;
  /** Whether the client speaks the revisions before 2026-07-28 only. */
  readonly isLegacy?: boolean;
}

/** Connects the official client over HTTP. */
export async function connectMcp(options: ConnectOptions): Promise<Client> {
  const client = createMcpClient(options);
  const requestInit = { headers: { authorization: `Bearer ${options.apiKey ?? testApiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', options.url), { requestInit }));
  return client;
}

/** Creates the official client. */
export function createMcpClient({ isLegacy = false }: Omit<ConnectOptions, 'url'>): Client {
  return new Client(
    { name: 'quern-test', version: '1.0.0' },
    { versionNegotiation: { mode: isLegacy ? 'legacy' : 'auto' } },
  );
}

/** Sends a message without the official client, for messages that it does not send. */
export function postMcp(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${testApiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Revision of messages that are sent without the official client. */
const currentVersion = '2026-07-28';

/** Returns a request as a client of the revision of 2026-07-28 sends it. @param requestMeta further members of its `_meta` */
export function currentMessage(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  clientCapabilities: object = {},
  requestMeta: object = {},
): object {
  const meta = {
    ...requestMeta,
    'io.modelcontextprotocol/protocolVersion': currentVersion,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
  };
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } };
}

/** Returns the headers of such a request. @param name the tool or the task that it names */
export function currentHeaders(method: string, name?: string): Readonly<Record<string, string>> {
  return {
    'mcp-protocol-version': currentVersion,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  };
}

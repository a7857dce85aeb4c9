import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { isRecord } from '../is-record.ts';
import { type JsonRpcMessage, messageHeaders } from './message-headers.ts';
import { readLines } from './read-lines.ts';
import { readMessages } from './read-messages.ts';

/** Where a bridge reads, writes and sends. */
export interface McpBridgeOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** URL of the endpoint, which ends in `/mcp`. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** Longest message that a service accepts, in bytes. */
const messageBytesMax = 16 * 1024 * 1024;
/** Codes of JSON-RPC 2.0, section 5.1. */
const parseErrorCode = -32_700;
const invalidRequestCode = -32_600;
const serverErrorCode = -32_000;

/**
 * Passes messages of MCP between a client at its standard input and output (a message per line) and a service (Streamable
 * HTTP). It reads no files and keeps nothing but the ids of the requests that are running.
 */
export class McpBridge {
  readonly #options: McpBridgeOptions;
  readonly #fetch: typeof globalThis.fetch;
  /** The requests that are running, by their ids as JSON. */
  readonly #running = new Map<string, AbortController>();
  /** Revision that an earlier client has agreed on. */
  #negotiated: string | undefined;

  constructor(options: McpBridgeOptions) {
    this.#options = options;
    this.#fetch = options.fetch ?? globalThis.fetch;
  }

  /** Passes messages until the input ends. Requests that are still running are canceled then. */
  async run(): Promise<void> {
    for await (const line of readLines(this.#options.input, messageBytesMax)) {
      if (line === undefined) {
        await this.#writeError(null, invalidRequestCode, `a message has more than ${messageBytesMax} bytes`);
      } else await this.#accept(line);
    }
    for (const controller of this.#running.values()) controller.abort();
  }

  async #accept(line: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      await this.#writeError(null, parseErrorCode, 'a message is not valid JSON; send one per line');
      return;
    }
    if (!isRecord(message)) {
      await this.#writeError(
        null,
        invalidRequestCode,
        'a message is not an object; batches are not supported',
      );
      return;
    }
    if (message['method'] === 'notifications/cancelled') {
      this.#cancel(message['params']);
      return;
    }
    // Further messages are read meanwhile, such as the cancellation of this one.
    void this.#send(message);
  }

  /** Over HTTP, a request is canceled by closing its connection. */
  #cancel(params: unknown): void {
    const id = isRecord(params) ? params['requestId'] : undefined;
    this.#running.get(JSON.stringify(id))?.abort();
  }

  /** Sends a message, and writes the messages of the response. Failures are written as errors of the request. */
  async #send(message: JsonRpcMessage): Promise<void> {
    const { id } = message;
    const controller = new AbortController();
    const key = JSON.stringify(id);
    if (id !== undefined) this.#running.set(key, controller);
    try {
      const response = await this.#post(message, controller.signal);
      for await (const received of readMessages(response)) {
        if (received['jsonrpc'] === '2.0') {
          if (message['method'] === 'initialize') this.#readVersion(received);
          await this.#write(received);
        } else if (id !== undefined) await this.#writeApiError(id, received);
      }
    } catch (error) {
      if (id === undefined || controller.signal.aborted) return;
      await this.#writeError(id, serverErrorCode, describeFailure(error, this.#options.endpoint));
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }

  #post(message: JsonRpcMessage, signal: AbortSignal): Promise<Response> {
    const { endpoint, apiKey } = this.#options;
    return this.#fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...messageHeaders(message, this.#negotiated),
      },
      body: JSON.stringify(message),
      signal,
    });
  }

  #readVersion({ result }: JsonRpcMessage): void {
    const version = isRecord(result) ? result['protocolVersion'] : undefined;
    if (typeof version === 'string') this.#negotiated = version;
  }

  /** Errors before a message is understood, such as an unknown key, have the form of the API's errors. */
  async #writeApiError(id: unknown, { error, code, requestId }: JsonRpcMessage): Promise<void> {
    const text = `${String(code ?? 'error')}: ${String(error ?? 'the service sent no message')}`;
    await this.#writeError(id, serverErrorCode, text, { code, requestId });
  }

  #writeError(id: unknown, code: number, text: string, data?: object): Promise<void> {
    const error = { code, message: text, ...(data === undefined ? {} : { data }) };
    return this.#write({ jsonrpc: '2.0', id, error });
  }

  async #write(message: JsonRpcMessage): Promise<void> {
    const { output } = this.#options;
    if (!output.write(`${JSON.stringify(message)}\n`)) await once(output, 'drain');
  }
}

function describeFailure(error: unknown, endpoint: string): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const text = error instanceof Error ? error.message : String(error);
  return `${endpoint} did not respond (${text}${cause}); set --url or QUERN_URL to the address of the service`;
}

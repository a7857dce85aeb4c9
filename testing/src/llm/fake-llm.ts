import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the fake endpoint received it. */
export interface FakeLlmRequest {
  readonly system: string;
  readonly user: string;
  readonly authorization: string | undefined;
  readonly path: string;
  /** The whole body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Number of the request, from 1. */
  readonly number: number;
}

/** A completion, in the terms of the OpenAI API. */
export interface FakeCompletion {
  readonly content?: string | null;
  readonly reasoning_content?: string;
  readonly refusal?: string;
  readonly finish_reason?: string;
  readonly usage?: Readonly<Record<string, unknown>> | null;
}

/** A failure of the endpoint instead of a completion. */
export type FakeFailure =
  /** Responds with a status. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
    }
  /** Responds with status 200 and this body. */
  | { readonly raw: string }
  /**
   * `silence`: never responds. `drip`: sends a byte now and then. `reset`: closes the connection. `cut`: closes it within
   * the body. `huge`: sends a body without an end.
   */
  | { readonly behavior: 'silence' | 'drip' | 'reset' | 'cut' | 'huge' };

/** Reply to a request; a string is the content of a completion. */
export type FakeReply = string | FakeCompletion | FakeFailure;

/** Decides about a request. */
export type Respond = (request: FakeLlmRequest) => FakeReply | Promise<FakeReply>;

/**
 * An endpoint that speaks the protocol of OpenAI's chat completions over real HTTP, and whose completions and failures a
 * test decides.
 */
export class FakeLlm {
  readonly requests: FakeLlmRequest[] = [];
  /** Requests whose connection the client closed before the response was complete. */
  canceled = 0;
  /** Largest number of requests at the same time. */
  concurrentMax = 0;
  #running = 0;
  readonly #server: Server;
  #respond: Respond;

  private constructor(respond: Respond) {
    this.#respond = respond;
    this.#server = createServer((request, response) => {
      // A failure of `respond` is visible to the client as a cut connection.
      this.#handle(request, response).catch(() => request.socket.destroy());
    });
  }

  /** Starts an endpoint on a free port of the loopback interface. */
  static async start(respond: Respond): Promise<FakeLlm> {
    const fake = new FakeLlm(respond);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Replaces what decides about requests. */
  set respond(respond: Respond) {
    this.#respond = respond;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#running += 1;
    this.concurrentMax = Math.max(this.concurrentMax, this.#running);
    response.once('close', () => {
      this.#running -= 1;
      if (!response.writableFinished) this.canceled += 1;
    });
    const received = readRequest(request, await text(request), this.requests.length + 1);
    this.requests.push(received);
    const problem = findProblem(request, received.body);
    const reply = problem === undefined ? await this.#respond(received) : { status: 400, message: problem };
    if (typeof reply === 'object' && 'behavior' in reply) behave(reply.behavior, request, response);
    else if (typeof reply === 'object' && 'status' in reply) sendError(response, reply);
    else if (typeof reply === 'object' && 'raw' in reply) sendJson(response, reply.raw);
    else sendJson(response, JSON.stringify(completionOf(reply, received)));
  }
}

function readRequest(request: IncomingMessage, json: string, number: number): FakeLlmRequest {
  const body = JSON.parse(json) as Record<string, unknown>;
  const messages = (Array.isArray(body['messages']) ? body['messages'] : []) as {
    role: string;
    content: string;
  }[];
  const contentOf = (role: string) => messages.find((message) => message.role === role)?.content ?? '';
  const { authorization } = request.headers;
  return {
    system: contentOf('system'),
    user: contentOf('user'),
    authorization,
    path: request.url ?? '',
    body,
    number,
  };
}

/** Returns a reason for which the real API would reject the request. */
function findProblem(request: IncomingMessage, body: Readonly<Record<string, unknown>>): string | undefined {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return 'Unknown request URL';
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return 'Unsupported content type';
  if (typeof body['model'] !== 'string') return 'you must provide a model parameter';
  if (!Array.isArray(body['messages']) || body['messages'].length === 0) return "'messages' is required";
  return undefined;
}

function completionOf(reply: string | FakeCompletion, { body, user }: FakeLlmRequest) {
  const completion = typeof reply === 'string' ? { content: reply } : reply;
  const { content = '', finish_reason = 'stop', usage, ...rest } = completion;
  const message = { role: 'assistant', content, ...rest };
  const counts = { prompt_tokens: user.length, completion_tokens: (content ?? '').length };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: body['model'],
    choices: [{ index: 0, message, finish_reason, logprobs: null }],
    ...(usage === null
      ? {}
      : { usage: usage ?? { ...counts, total_tokens: counts.prompt_tokens + counts.completion_tokens } }),
  };
}

function sendJson(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'application/json');
  response.end(body);
}

function sendError(
  response: ServerResponse,
  { status, headers = {}, message = 'fake failure' }: Extract<FakeFailure, { status: number }>,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, type: 'fake_error', param: null, code: null } }));
}

function behave(
  behavior: Extract<FakeFailure, { behavior: string }>['behavior'],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (behavior === 'silence') return;
  if (behavior === 'reset') {
    request.socket.destroy();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"choices": [');
  if (behavior === 'cut') setTimeout(() => request.socket.destroy(), 20);
  else if (behavior === 'drip') repeat(response, ' ', 50);
  else repeat(response, ' '.repeat(64 * 1024), 0);
}

/** Writes a part again and again until the connection closes. */
function repeat(response: ServerResponse, part: string, delayMs: number): void {
  const timer = setInterval(() => {
    if (response.writableLength < 1024 * 1024) response.write(part);
  }, delayMs);
  response.once('close', () => clearInterval(timer));
}

import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadRequest, loadRequest, type RequestKind } from './load-request.ts';

const retryDelayMs = 25;
const pollDelayMs = 100;
/** Responses that should not occur, of which the first ones are kept. */
const unexpectedKeptMax = 20;

/** Clients that send requests one after the other. */
export interface MixedLoadOptions {
  readonly apiKey: string;
  readonly clients: number;
  /** Kinds of requests, which each client sends in turn, again and again. */
  readonly kinds: readonly RequestKind[];
  /** Origin of a website whose pages are requested. */
  readonly origin: string;
  /** URLs of the nodes, read before each attempt. Clients take them in turn. */
  readonly urls: () => readonly string[];
}

/** An attempt that got a 5xx. It is repeated. */
export interface Refusal {
  readonly status: number;
  readonly url: string;
  /** Code of the error. */
  readonly code: string;
  /** When the attempt was sent, by `performance.now()`. */
  readonly sentAtMs: number;
  readonly hasRetryAfter: boolean;
}

/** Counts of a load. */
export interface LoadCounts {
  readonly attempts: number;
  /** Requests that have succeeded, with those that cost nothing. */
  readonly acknowledged: number;
  /** Requests that have succeeded and cost one credit each. */
  readonly charged: number;
  readonly jobs: number;
  /** Repeated requests that have received the stored response. */
  readonly replayed: number;
  /** Attempts whose connection was refused or lost. */
  readonly interrupted: number;
  /** Attempts that got a 5xx. */
  readonly refused: number;
  /** Attempts that got 409, since an earlier attempt was still running. */
  readonly stillRunning: number;
}

type Attempt = { readonly kind: 'retry' } | { readonly kind: 'response'; readonly response: LoadResponse };

interface LoadResponse {
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly isReplay: boolean;
}

/**
 * A load of several operations. Each request has an idempotency key and is sent, to one node after the other, until it
 * succeeds, so each one that costs something must be charged exactly once in the end.
 */
export class MixedLoad {
  /** Ids of the requests that were run and charged when they were acknowledged: not repeated after a lost response. */
  readonly requestIds: string[] = [];
  readonly refusals: Refusal[] = [];
  /** Responses that should not occur, described. */
  readonly unexpected: string[] = [];
  readonly #options: MixedLoadOptions;
  readonly #progress = new EventEmitter().setMaxListeners(100);
  readonly #clients: readonly Promise<void>[];
  #isStopping = false;
  #counts = {
    attempts: 0,
    acknowledged: 0,
    charged: 0,
    jobs: 0,
    replayed: 0,
    interrupted: 0,
    stillRunning: 0,
  };

  /** Starts the clients. */
  constructor(options: MixedLoadOptions) {
    this.#options = options;
    this.#clients = Array.from({ length: options.clients }, (_, client) => this.#sendAll(client));
  }

  get counts(): LoadCounts {
    return { ...this.#counts, refused: this.refusals.length };
  }

  /** Resolves after a number of further requests have succeeded. */
  async acknowledged(count: number): Promise<void> {
    const total = this.#counts.acknowledged + count;
    while (this.#counts.acknowledged < total) await once(this.#progress, 'acknowledged');
  }

  /** Resolves when all clients have completed their last request. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#clients);
  }

  async #sendAll(client: number): Promise<void> {
    const { kinds, origin } = this.#options;
    let before: { readonly request: LoadRequest; readonly body: string } | undefined;
    for (let serial = 0; !this.#isStopping; serial += 1) {
      const kind = kinds[(serial + client) % kinds.length] ?? 'sentiment';
      if (kind === 'replay') {
        if (before !== undefined) await this.#repeat(before, client + serial);
        continue;
      }
      const request = loadRequest(kind, `${client}-${serial}`, origin);
      const response = await this.#sendUntilDone(request, client + serial);
      if (response?.status !== request.status) {
        this.#report(request, response);
        continue;
      }
      this.#acknowledge(request, response);
      if (kind === 'job') await this.#awaitJob(request, response, client + serial);
      if (request.isCharged && kind !== 'job') before = { request, body: response.body };
    }
  }

  #acknowledge({ isCharged, kind }: LoadRequest, { requestId, isReplay }: LoadResponse): void {
    this.#counts.acknowledged += 1;
    if (isCharged) this.#counts.charged += 1;
    if (kind === 'job') this.#counts.jobs += 1;
    if (isCharged && !isReplay) this.requestIds.push(requestId);
    this.#progress.emit('acknowledged');
  }

  /** Sends a request again that has succeeded. */
  async #repeat({ request, body }: { request: LoadRequest; body: string }, node: number): Promise<void> {
    const response = await this.#sendUntilDone(request, node);
    if (response?.status !== 200 || !response.isReplay || response.body !== body) {
      this.#report(request, response);
      return;
    }
    this.#counts.replayed += 1;
    this.#counts.acknowledged += 1;
    this.#progress.emit('acknowledged');
  }

  async #awaitJob(request: LoadRequest, submitted: LoadResponse, node: number): Promise<void> {
    const { id } = (JSON.parse(submitted.body) as { data: { id: string } }).data;
    for (;;) {
      const response = await this.#sendUntilDone({ ...request, method: 'GET', path: `/v0/jobs/${id}` }, node);
      if (response?.status !== 200) return this.#report(request, response);
      const { status, usage } = (JSON.parse(response.body) as { data: { status: string; usage: number } })
        .data;
      if (status === 'succeeded' && usage === 1) return;
      if (status !== 'queued' && status !== 'running') return this.#report(request, response);
      await sleep(pollDelayMs);
    }
  }

  async #sendUntilDone(request: LoadRequest, firstNode: number): Promise<LoadResponse> {
    for (let node = firstNode; ; node += 1) {
      const { urls } = this.#options;
      const current = urls();
      const attempt = await this.#send(request, current[node % current.length] ?? '');
      if (attempt.kind === 'response') return attempt.response;
      await sleep(retryDelayMs);
    }
  }

  async #send(request: LoadRequest, url: string): Promise<Attempt> {
    const { method, path, body, name, headers } = request;
    const sentAtMs = performance.now();
    this.#counts.attempts += 1;
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#options.apiKey}`,
          ...(method === 'POST' && { 'content-type': 'application/json', 'idempotency-key': name }),
          ...headers,
        },
        ...(method === 'POST' && { body }),
      });
      text = await response.text();
    } catch {
      this.#counts.interrupted += 1;
      return { kind: 'retry' };
    }
    const code = response.ok ? '' : codeOf(text);
    if (response.status >= 500) {
      const { status, headers: received } = response;
      this.refusals.push({ url, status, code, sentAtMs, hasRetryAfter: received.has('retry-after') });
      return { kind: 'retry' };
    }
    if (response.status === 409 && code === 'idempotency_running') {
      this.#counts.stillRunning += 1;
      return { kind: 'retry' };
    }
    return {
      kind: 'response',
      response: {
        status: response.status,
        body: text,
        requestId: response.headers.get('x-request-id') ?? '',
        isReplay: response.headers.get('idempotent-replayed') === 'true',
      },
    };
  }

  #report({ kind, name }: LoadRequest, response: LoadResponse | undefined): void {
    if (this.unexpected.length === unexpectedKeptMax) return;
    this.unexpected.push(`${kind} ${name}: ${response?.status} ${response?.body.slice(0, 300)}`);
  }
}

function codeOf(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code);
  } catch {
    return text.slice(0, 100);
  }
}

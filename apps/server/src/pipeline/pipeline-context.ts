import type { Semaphore } from '@quern/runtime/scheduling/semaphore';
import type { WorkerPool } from '../cluster/worker-pool.ts';
import type { EngineProvider } from '../engines/engines.ts';
import type { ServiceError } from '../errors/service-error.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { BodyMemoryBudget } from '../limits/body-memory-budget.ts';
import type { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { FailureDebt } from '../limits/failure-debt.ts';
import type { LoadShedder } from '../limits/load-shedder.ts';
import type { OpenResponses } from '../limits/open-responses.ts';
import type { RateCounter, RateLimitState } from '../limits/rate-limiter.ts';
import type { RatePolicy } from '../limits/rate-policy.ts';
import type { Operation, OperationContext } from '../operations/define-operation.ts';
import type { Store } from '../storage/store.ts';
import type { ResponseBody } from './response/response-body.ts';

/** Dependencies of admission. */
export interface AdmissionContext {
  readonly verifier: Pick<KeyVerifier, 'verify' | 'verifyId'>;
  readonly ratePolicy: RatePolicy;
  readonly rateCounter: RateCounter;
  readonly concurrencyLimiter: ConcurrencyLimiter;
  readonly openResponses: OpenResponses;
  readonly failureDebt: FailureDebt;
  readonly loadShedder: LoadShedder;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
}

/** Dependencies of charging. */
export interface ChargeContext {
  readonly store: Pick<Store, 'ledger'>;
  readonly nodeId: string;
  /** How long responses and results are stored, ms. */
  readonly retentionMs: number;
  readonly now: () => number;
  /** Refunds a reservation later, after the database did not accept the refund. */
  readonly scheduleRefund: (reservationId: string) => void;
}

/** Whether work waits for an engine, or an engine has started it. */
export type WorkState = 'waiting' | 'running';

/** Dependencies of request logging and metrics. */
export interface TraceContext {
  readonly failureDebt: FailureDebt;
  /** Called when work of an operation enters (1) and leaves (-1) a state. */
  readonly adjustWorkCount: (operation: string, state: WorkState, change: 1 | -1) => void;
  /** Called once per request, for the log line and the metrics. */
  readonly recordRequest: (record: RequestRecord) => void;
}

/** Dependencies shared by all requests; created once at startup. */
export interface PipelineContext extends AdmissionContext, ChargeContext, TraceContext {
  readonly store: Store;
  readonly bodyMemoryBudget: BodyMemoryBudget;
  readonly engines: EngineProvider;
  /** The nodes that run heavy requests; undefined if this node runs all requests. */
  readonly workers?: WorkerPool | undefined;
  /** Bounds how many earlier results are in memory at the same time. */
  readonly reuseSlots: Semaphore;
  /** Called when a stored result cannot be read; the request then runs as if there were none. */
  readonly reportUnreadableResult: (error: unknown) => void;
}

/** Who sends a request, without its transport. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly authorization: string | undefined;
  /** Address of the client, for the log. */
  readonly client: string;
  /** The rate of the key, if the transport has counted the request already; undefined otherwise. */
  readonly countedRate?: RateLimitState | undefined;
  /** Aborted by the transport when the client disconnects, by the time limit, and when the node stops. */
  readonly controller: AbortController;
}

/** Counts received bytes of a body; throws when there are too many. */
export type CountBytes = (bytes: number) => void;

/** A request for an operation. */
export interface OperationRequest extends RequestOrigin {
  /** Length of the body as its headers declare it; undefined if they do not. */
  readonly bodyBytes: number | undefined;
  /** Reads the options from the request's headers; throws if they are malformed. */
  readonly readOptions: () => RequestOptions;
  /**
   * Reads and parses the body. Called once, after authentication and limits. What has been received needs no promise.
   *
   * @param countBytes Called with the length of each received chunk; an error that it throws stops the reading.
   */
  readonly readInput: (operation: Operation, countBytes: CountBytes) => object | Promise<object>;
  /** Receives the progress of the operation, if the client wants it. */
  readonly progress?: OperationContext['progress'];
}

/** Options of a request apart from its input. */
export interface RequestOptions {
  readonly idempotencyKey: string | undefined;
  /** Whether only the price is wanted. */
  readonly dryRun: boolean;
  /** Present if the client does not wait: the request becomes a job with this metadata. */
  readonly job: { readonly metadata: Readonly<Record<string, string>> } | undefined;
}

/** Everything that the log, the metrics and the response headers say about a request. */
export interface RequestRecord {
  readonly requestId: string;
  readonly client: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly keyId: string | undefined;
  readonly accountId: string | undefined;
  /** The job that the request has added, or the one that it runs. */
  readonly jobId: string | undefined;
  readonly creditsUsed: number;
  /** Undefined if the balance was not read. */
  readonly creditsRemaining: number | undefined;
  /** Whether the response is the stored one of an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
  /** Whether only the price was asked for. */
  readonly isDryRun: boolean;
  /** Undefined if the request was not counted against a rate. */
  readonly rate: RateLimitState | undefined;
  readonly durationMs: number;
  /** The durations as a Server-Timing header. */
  readonly timing: string;
  /** Milliseconds that its work waited for engines. */
  readonly waitedMs: number;
  /** Milliseconds that engines worked for it. */
  readonly workedMs: number;
  /** The error behind a 5xx, for the log only. */
  readonly cause: unknown;
}

/** The response of a request, or the error that its client receives. */
export type RequestOutcome =
  | { readonly ok: true; readonly body: ResponseBody; readonly record: RequestRecord }
  | { readonly ok: false; readonly error: ServiceError; readonly record: RequestRecord };

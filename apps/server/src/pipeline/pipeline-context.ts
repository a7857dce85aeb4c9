import type { EngineProvider } from '../engines/engines.ts';
import type { ServiceError } from '../errors/service-error.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { BodyMemoryBudget } from '../limits/body-memory-budget.ts';
import type { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { FailureBudget } from '../limits/failure-budget.ts';
import type { LoadShedder } from '../limits/load-shedder.ts';
import type { OpenResponses } from '../limits/open-responses.ts';
import type { IncrementRateWindow, RateLimitState } from '../limits/rate-limiter.ts';
import type { RatePolicy } from '../limits/rate-policy.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { Store } from '../storage/open-store.ts';
import type { ResponseBody } from './response-body.ts';

/** What every run shares; built once at the start. */
export interface PipelineContext {
  readonly store: Store;
  readonly verifier: KeyVerifier;
  readonly concurrencyLimiter: ConcurrencyLimiter;
  readonly openResponses: OpenResponses;
  readonly bodyMemoryBudget: BodyMemoryBudget;
  readonly incrementRateWindow: IncrementRateWindow;
  readonly ratePolicy: RatePolicy;
  readonly engines: EngineProvider;
  readonly loadShedder: LoadShedder;
  readonly failureBudget: FailureBudget;
  readonly nodeId: string;
  readonly retentionMs: number;
  readonly now: () => number;
  /** Gives a reservation back later, when the database did not take the refund at once. */
  readonly scheduleRefund: (reservationId: string) => void;
  /** Called when work of an operation begins to wait for an engine (1) and when it has waited (-1). */
  readonly adjustWaitingCount: (operation: string, change: 1 | -1) => void;
  /** Called once for every run: the log line and the metrics. */
  readonly recordRequest: (record: RequestRecord) => void;
}

/** Who sends a request, without its transport. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly authorization: string | undefined;
  /** Where the request came from, for the log. */
  readonly client: string;
  /** Aborted by the transport when the client is gone, and by the runner when the time limit is over. */
  readonly controller: AbortController;
}

/** Counts bytes of a body as they come in; throws when they are too many. */
export type CountBytes = (bytes: number) => void;

/** A request for an operation. */
export interface OperationRequest extends RequestOrigin {
  /** Bytes of the body as its headers declare them; undefined when they do not. */
  readonly bodyBytes: number | undefined;
  /** Options from the request's headers; throws when they are malformed. */
  readonly readOptions: () => RequestOptions;
  /**
   * Reads and parses the body; called once, after authentication and limits.
   *
   * @param countBytes called with the length of every piece as it comes in; what it throws ends the reading
   */
  readonly readInput: (operation: Operation, countBytes: CountBytes) => Promise<unknown>;
}

export interface RequestOptions {
  readonly idempotencyKey: string | undefined;
  readonly dryRun: boolean;
}

export interface RequestRecord {
  readonly requestId: string;
  readonly client: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly keyId: string | undefined;
  readonly accountId: string | undefined;
  readonly creditsUsed: number;
  readonly creditsRemaining: number | undefined;
  readonly replayed: boolean;
  readonly rate: RateLimitState | undefined;
  /** Milliseconds of each step, in the order they were taken. */
  readonly steps: ReadonlyArray<readonly [string, number]>;
  readonly durationMs: number;
  /** Milliseconds that its work waited for engines. */
  readonly waitedMs: number;
  /** Milliseconds that engines worked for it. */
  readonly workedMs: number;
  /** What is behind a 5xx, for the log alone. */
  readonly cause: unknown;
}

export type RequestOutcome =
  | { readonly ok: true; readonly body: ResponseBody; readonly record: RequestRecord }
  | { readonly ok: false; readonly error: ServiceError; readonly record: RequestRecord };

import type { ComputeResource, WorkCost } from '../engines/work-cost.ts';
import { ServiceError } from '../errors/service-error.ts';

/** Limits of a load shedder. */
export interface LoadShedderOptions {
  /** Requests that each resource works on at the same time. */
  readonly slots: Readonly<Record<ComputeResource, number>>;
  /** Longest estimated wait during a burst, for a request that itself takes no time, ms. */
  readonly waitMaxMs: number;
  /** A monotonic clock in milliseconds. */
  readonly monotonicNow?: () => number;
}

const jobAdvice = 'send it as a job, with `Prefer: respond-async`';

/** A request whose wait is estimated. */
export interface WorkRequest {
  readonly keyId: string;
  readonly operation: string;
  /** Undefined for operations that compute almost nothing. */
  readonly cost: WorkCost | undefined;
  /** Bytes of the body; undefined if the request does not declare them. */
  readonly bodyBytes: number | undefined;
  readonly timeLimitMs: number;
}

/** Admitted work. */
export interface WorkTicket {
  /**
   * Ends the work. Further calls do nothing.
   *
   * @param workedMs Milliseconds it took; undefined for a failed request, whose duration does not predict others.
   */
  end(workedMs: number | undefined): void;
}

interface KeyWork {
  /** Milliseconds of admitted work that has not ended. */
  pendingMs: number;
  /** When waits of the key's requests began to exceed the sustained limit, and when one last did. */
  congestion: { readonly since: number; readonly lastAt: number } | undefined;
}

interface PendingWork {
  totalMs: number;
  readonly byKey: Map<string, KeyWork>;
}

/** A request may wait this many times as long as it takes: clients expect to wait for long work. */
const waitPerWork = 16;
/** A burst may fill the queue for this long; afterward, requests may wait for `sustainedShare` of the time only. */
const burstMs = 250;
const sustainedShare = 0.25;
/** After this time without congestion, load counts as a new burst. */
const calmMs = 5000;
/** Assumed length of a body whose request does not declare it. */
const undeclaredBytes = 64 * 1024;
/** Weight of the newest request in an operation's correction factor, and the limits of that factor. */
const learningRate = 0.1;
const [factorMin, factorMax] = [0.1, 10];
/** A key with this many times the average pending work causes its own wait. */
const heavyShare = 1.5;
/** Pending milliseconds below this are rounding errors of floating-point sums. */
const pendingMinMs = 0.001;

const emptyTicket: WorkTicket = { end: () => undefined };

/**
 * Estimates how long a new request would wait for the work that was admitted before it, and rejects at once requests
 * that would wait too long. Fair queueing gives each active key the same share of the slots, so a key waits for its
 * own work at that share, and at most for all work. A burst may wait longer than sustained load: a queue that never
 * empties only adds delay (Nichols, Jacobson: Controlling Queue Delay, 2012; Maurer: Fail at Scale, 2015).
 */
export class LoadShedder {
  readonly #slots: LoadShedderOptions['slots'];
  readonly #waitMaxMs: number;
  readonly #monotonicNow: () => number;
  readonly #pending: Record<ComputeResource, PendingWork> = {
    threads: { totalMs: 0, byKey: new Map() },
    ocr: { totalMs: 0, byKey: new Map() },
    translation: { totalMs: 0, byKey: new Map() },
  };
  /** Actual time as a multiple of the estimate, by operation: it depends on the machine and its traffic. */
  readonly #factors = new Map<string, number>();

  constructor({ slots, waitMaxMs, monotonicNow = () => performance.now() }: LoadShedderOptions) {
    this.#slots = slots;
    this.#waitMaxMs = waitMaxMs;
    this.#monotonicNow = monotonicNow;
  }

  /** Returns the estimated milliseconds of admitted work that has not ended. */
  pendingMs(resource: ComputeResource): number {
    return this.#pending[resource].totalMs;
  }

  /**
   * Admits a request.
   *
   * @throws {ServiceError} `too_many_running` if the key's own work causes the wait, `overloaded` if that of all keys
   *   does.
   */
  admit({ keyId, operation, cost, bodyBytes, timeLimitMs }: WorkRequest): WorkTicket {
    if (cost === undefined) return emptyTicket;
    const nominalMs = cost.baseMs + cost.perByteMs * (bodyBytes ?? undeclaredBytes);
    const costMs = nominalMs * (this.#factors.get(operation) ?? 1);
    this.#requireShortWait(keyId, cost.resource, costMs, timeLimitMs);
    this.#adjustPending(cost.resource, keyId, costMs);
    let hasEnded = false;
    return {
      end: (workedMs) => {
        if (hasEnded) return;
        hasEnded = true;
        this.#adjustPending(cost.resource, keyId, -costMs);
        if (workedMs !== undefined) this.#learn(operation, workedMs / nominalMs);
      },
    };
  }

  #requireShortWait(keyId: string, resource: ComputeResource, costMs: number, timeLimitMs: number): void {
    const { totalMs, byKey } = this.#pending[resource];
    const key = byKey.get(keyId);
    const ownMs = key?.pendingMs ?? 0;
    const activeKeys = byKey.size + (key === undefined ? 1 : 0);
    const workAheadMs = Math.min(totalMs, ownMs * activeKeys + costMs * (activeKeys - 1));
    const waitMs = workAheadMs / this.#slots[resource];
    const latestMs = Math.max(0, timeLimitMs - costMs);
    const sustainedMs = Math.min(latestMs, sustainedShare * this.#waitMaxMs + waitPerWork * costMs);
    if (waitMs <= sustainedMs) return;
    const isBurst = key === undefined || this.#isBurst(key);
    const limitMs = isBurst ? Math.min(latestMs, this.#waitMaxMs + waitPerWork * costMs) : sustainedMs;
    if (waitMs <= limitMs) return;
    const seconds = Math.ceil(waitMs / 1000);
    const retryAfterSeconds = Math.max(1, Math.ceil((waitMs - limitMs) / 1000));
    if (activeKeys === 1 || ownMs > (heavyShare * totalMs) / activeKeys) {
      throw new ServiceError(
        'too_many_running',
        `earlier requests of this key need about ${seconds} s; send fewer at the same time, or ${jobAdvice}`,
        { retryAfterSeconds },
      );
    }
    const message = `this request would wait about ${seconds} s on this node; try again later, or ${jobAdvice}`;
    throw new ServiceError('overloaded', message, { retryAfterSeconds });
  }

  /** Returns whether the key's congestion has just begun, after a calm time. */
  #isBurst(key: KeyWork): boolean {
    const now = this.#monotonicNow();
    const wasCalm = key.congestion === undefined || now - key.congestion.lastAt > calmMs;
    const since = wasCalm ? now : (key.congestion?.since ?? now);
    key.congestion = { since, lastAt: now };
    return now - since <= burstMs;
  }

  #adjustPending(resource: ComputeResource, keyId: string, ms: number): void {
    const pending = this.#pending[resource];
    const key = pending.byKey.get(keyId) ?? { pendingMs: 0, congestion: undefined };
    key.pendingMs += ms;
    if (key.pendingMs < pendingMinMs) pending.byKey.delete(keyId);
    else pending.byKey.set(keyId, key);
    pending.totalMs = pending.byKey.size === 0 ? 0 : pending.totalMs + ms;
  }

  #learn(operation: string, ratio: number): void {
    const factor = this.#factors.get(operation) ?? 1;
    const bounded = Math.min(factorMax, Math.max(factorMin, ratio));
    this.#factors.set(operation, factor + learningRate * (bounded - factor));
  }
}

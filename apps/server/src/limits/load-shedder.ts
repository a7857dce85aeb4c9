import { ServiceError } from '../errors/service-error.ts';

/** What operations compute with: the engine threads, or one of the engines that have their own. */
export type ComputeResource = 'threads' | 'ocr';

/** The work of an operation, estimated from the length of its body before that is read. */
export interface WorkCost {
  readonly resource: ComputeResource;
  /** Milliseconds of any request. */
  readonly baseMs: number;
  /** Milliseconds of each byte of the body. */
  readonly perByteMs: number;
}

export interface LoadShedderOptions {
  /** Requests that each resource works on at the same time. */
  readonly slots: Readonly<Record<ComputeResource, number>>;
  /** Longest estimated wait of a request that itself takes no time, in a burst, ms. */
  readonly waitMaxMs: number;
  /** A clock in milliseconds that never goes back. */
  readonly monotonicNow?: () => number;
}

export interface WorkRequest {
  readonly keyId: string;
  readonly operation: string;
  readonly cost: WorkCost | undefined;
  /** Bytes of the body; undefined when the request does not declare them. */
  readonly bodyBytes: number | undefined;
  readonly timeLimitMs: number;
}

/** Work that was admitted, until it ends. */
export interface WorkTicket {
  /** Ends it. @param workedMs what it took; undefined for a request that failed, from which nothing is learned */
  end(workedMs: number | undefined): void;
}

interface KeyWork {
  /** Milliseconds of work that was admitted and has not ended. */
  pendingMs: number;
  /** When new requests of the key began to wait longer than they may in the long run, and when one last did. */
  congestion: { readonly since: number; readonly lastAt: number } | undefined;
}

interface Pending {
  total: number;
  readonly byKey: Map<string, KeyWork>;
}

/** A request may wait this many times as long as it takes: who sends much expects to wait. */
const patience = 16;
/** A burst may fill the queue for this long, ms; then requests may wait for a quarter of the time only. */
const burstMs = 250;
const sustainedShare = 0.25;
/** A load after this time without congestion is a new burst, ms. */
const calmMs = 5000;
/** Assumed length of a body whose request does not declare it. */
const undeclaredBytes = 64 * 1024;
/** Weight of the newest request in an operation's correction factor. */
const learningRate = 0.1;
const [factorMin, factorMax] = [0.1, 10];
/** A key with this many times the average pending work is itself the reason for its wait. */
const heavyShare = 1.5;

const noTicket: WorkTicket = { end: () => undefined };

/**
 * Estimates how long a new request would wait for the work that was admitted before it, and refuses at once what would
 * wait too long. Fair queueing gives each active key the same share of the slots, so a key waits for its own work at
 * that share, and at most for all of it. A burst may wait longer than a sustained load: a queue that does not empty adds a delay and
 * nothing else (Nichols, Jacobson: Controlling Queue Delay, 2012; Maurer: Fail at Scale, 2015).
 */
export class LoadShedder {
  readonly #options: LoadShedderOptions;
  readonly #pending: Record<ComputeResource, Pending> = {
    threads: { total: 0, byKey: new Map() },
    ocr: { total: 0, byKey: new Map() },
  };
  /** How long requests of an operation take, as a multiple of the estimate: this machine, this traffic. */
  readonly #factors = new Map<string, number>();
  readonly #monotonicMs: () => number;

  constructor(options: LoadShedderOptions) {
    this.#options = options;
    this.#monotonicMs = options.monotonicNow ?? (() => performance.now());
  }

  /** Milliseconds of work that was admitted and has not ended, as estimated. */
  pendingMs(resource: ComputeResource): number {
    return this.#pending[resource].total;
  }

  /**
   * Admits a request.
   *
   * @throws ServiceError `too_many_running` when the key's own work causes the wait, `overloaded` when that of all keys does
   */
  admit({ keyId, operation, cost, bodyBytes, timeLimitMs }: WorkRequest): WorkTicket {
    if (cost === undefined) return noTicket;
    const nominalMs = cost.baseMs + cost.perByteMs * (bodyBytes ?? undeclaredBytes);
    const costMs = nominalMs * (this.#factors.get(operation) ?? 1);
    this.#requireShortWait(keyId, cost.resource, costMs, timeLimitMs);
    this.#add(cost.resource, keyId, costMs);
    let hasEnded = false;
    return {
      end: (workedMs) => {
        if (hasEnded) return;
        hasEnded = true;
        this.#add(cost.resource, keyId, -costMs);
        if (workedMs !== undefined) this.#learn(operation, workedMs / nominalMs);
      },
    };
  }

  #requireShortWait(keyId: string, resource: ComputeResource, costMs: number, timeLimitMs: number): void {
    const { total, byKey } = this.#pending[resource];
    const slots = this.#options.slots[resource];
    const key = byKey.get(keyId);
    const own = key?.pendingMs ?? 0;
    const activeKeys = byKey.size + (key === undefined ? 1 : 0);
    const waitMs = Math.min(total, own * activeKeys + costMs * (activeKeys - 1)) / slots;
    const latestMs = Math.max(0, timeLimitMs - costMs);
    const sustainedMs = Math.min(latestMs, sustainedShare * this.#options.waitMaxMs + patience * costMs);
    if (waitMs <= sustainedMs) return;
    const isBurst = key === undefined || this.#isBurst(key);
    const boundMs = isBurst ? Math.min(latestMs, this.#options.waitMaxMs + patience * costMs) : sustainedMs;
    if (waitMs <= boundMs) return;
    const seconds = Math.ceil(waitMs / 1000);
    const retryAfterSeconds = Math.max(1, Math.ceil((waitMs - boundMs) / 1000));
    if (activeKeys === 1 || own > (heavyShare * total) / activeKeys) {
      throw new ServiceError(
        'too_many_running',
        `requests of this key that were admitted before need about ${seconds} s; send fewer at the same time`,
        { retryAfterSeconds },
      );
    }
    throw new ServiceError('overloaded', `this request would wait about ${seconds} s on this node`, {
      retryAfterSeconds,
    });
  }

  /** Whether the key's congestion has just begun, after a calm time. */
  #isBurst(key: KeyWork): boolean {
    const now = this.#monotonicMs();
    const wasCalm = key.congestion === undefined || now - key.congestion.lastAt > calmMs;
    const since = wasCalm ? now : (key.congestion?.since ?? now);
    key.congestion = { since, lastAt: now };
    return now - since <= burstMs;
  }

  #add(resource: ComputeResource, keyId: string, ms: number): void {
    const pending = this.#pending[resource];
    const key = pending.byKey.get(keyId) ?? { pendingMs: 0, congestion: undefined };
    key.pendingMs += ms;
    // Sums of floating-point numbers do not return to 0 by themselves.
    if (key.pendingMs < 0.001) pending.byKey.delete(keyId);
    else pending.byKey.set(keyId, key);
    pending.total = pending.byKey.size === 0 ? 0 : pending.total + ms;
  }

  #learn(operation: string, ratio: number): void {
    const factor = this.#factors.get(operation) ?? 1;
    const bounded = Math.min(factorMax, Math.max(factorMin, ratio));
    this.#factors.set(operation, factor + learningRate * (bounded - factor));
  }
}

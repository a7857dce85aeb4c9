import type { ComputeResource, ExpectedWork } from '../engines/work-cost.ts';
import { ServiceError } from '../errors/service-error.ts';
import { DurationModel } from './duration-model.ts';

/** Limits of a load shedder. */
export interface LoadShedderOptions {
  /** Requests that each resource works on at the same time. */
  readonly slots: Readonly<Record<ComputeResource, number>>;
  /** Longest estimated wait, ms. */
  readonly waitMaxMs: number;
}

const jobAdvice = 'send it as a job, with `Prefer: respond-async`';

/** A request whose wait is estimated. */
export interface WorkRequest {
  readonly keyId: string;
  readonly operation: string;
  /** Undefined for operations that compute almost nothing. */
  readonly work: ExpectedWork | undefined;
  /** Whether the key's work is served after that of all others. */
  readonly isDeferred: boolean;
}

/** Admitted work. */
export interface WorkTicket {
  /**
   * Ends the work. Further calls do nothing.
   *
   * @param workedMs Milliseconds it took; undefined if that does not predict the time of others.
   */
  end(workedMs: number | undefined): void;
}

/** Admitted work that has not ended. */
interface PendingWork {
  readonly ms: number;
}

/** Long work of a key gives way to its other work after this time. */
const timeSliceMs = 100;

interface PendingByKey {
  totalMs: number;
  readonly byKey: Map<string, Set<PendingWork>>;
}

const emptyTicket: WorkTicket = { end: () => undefined };

/**
 * Estimates how long a request will wait for the work that was admitted before it, and rejects at once those that would
 * wait too long; all others wait in the fair queues of the engines. These give each active key the same share of the
 * slots, and let short work of a key pass its long work, so a request waits for as much of each other request of its key as
 * it takes itself, at that share, and at most for all work.
 */
export class LoadShedder {
  readonly #slots: LoadShedderOptions['slots'];
  readonly #waitMaxMs: number;
  readonly #durations = new DurationModel();
  readonly #pending: Readonly<Record<ComputeResource, PendingByKey>> = {
    threads: { totalMs: 0, byKey: new Map() },
    ocr: { totalMs: 0, byKey: new Map() },
    translation: { totalMs: 0, byKey: new Map() },
  };

  constructor({ slots, waitMaxMs }: LoadShedderOptions) {
    this.#slots = slots;
    this.#waitMaxMs = waitMaxMs;
  }

  /** Returns the estimated milliseconds of admitted work that has not ended. */
  pendingMs(resource: ComputeResource): number {
    return this.#pending[resource].totalMs;
  }

  /** Checks that a request may be admitted. @throws {ServiceError} that of `admit` */
  requireShortWait(request: WorkRequest): void {
    if (request.work !== undefined)
      this.#requireShortWait(request, this.#expect(request.operation, request.work));
  }

  /**
   * Admits a request.
   *
   * @throws {ServiceError} `too_many_running` if it would wait too long for the key's own work, `overloaded` if it would
   *   wait too long for that of others.
   */
  admit(request: WorkRequest): WorkTicket {
    const { keyId, operation, work } = request;
    if (work === undefined) return emptyTicket;
    const expected = this.#expect(operation, work);
    this.#requireShortWait(request, expected);
    const { resource, ms } = expected;
    const pending = { ms };
    this.#add(resource, keyId, pending);
    return {
      end: (workedMs) => {
        if (!this.#remove(resource, keyId, pending)) return;
        if (workedMs !== undefined) this.#durations.learn(operation, work.ms, workedMs);
      },
    };
  }

  #expect(operation: string, { resource, ms }: ExpectedWork): ExpectedWork {
    return { resource, ms: this.#durations.predict(operation, ms) };
  }

  #requireShortWait({ keyId, isDeferred }: WorkRequest, { resource, ms }: ExpectedWork): void {
    const { totalMs, byKey } = this.#pending[resource];
    const slots = this.#slots[resource];
    const own = byKey.get(keyId) ?? [];
    const [ownMs, ownAheadMs] = sumWork(own, Math.max(ms, timeSliceMs));
    const othersMs = totalMs - ownMs;
    const otherKeys = byKey.size - (byKey.has(keyId) ? 1 : 0);
    // Until it starts, each other key gets as much as this one.
    const othersAheadMs = isDeferred ? othersMs : Math.min(othersMs, (ownAheadMs + ms) * otherKeys);
    const waitMs = (ownAheadMs + othersAheadMs) / slots;
    const limitMs = this.#waitMaxMs;
    if (waitMs <= limitMs) return;
    const seconds = Math.ceil(waitMs / 1000);
    const retryAfterSeconds = Math.max(1, Math.ceil((waitMs - limitMs) / 1000));
    const withoutOwnMs = Math.min(othersMs, isDeferred ? othersMs : ms * otherKeys) / slots;
    if (withoutOwnMs <= limitMs) {
      throw new ServiceError(
        'too_many_running',
        `earlier requests of this key need about ${seconds} s, and a request may wait ${limitMs / 1000} s; send fewer at the same time, or ${jobAdvice}`,
        { retryAfterSeconds },
      );
    }
    const message = `this request would wait about ${seconds} s on this node, and may wait ${limitMs / 1000} s; try again later, or ${jobAdvice}`;
    throw new ServiceError('overloaded', message, { retryAfterSeconds });
  }

  #add(resource: ComputeResource, keyId: string, work: PendingWork): void {
    const pending = this.#pending[resource];
    const own = pending.byKey.get(keyId) ?? new Set();
    pending.byKey.set(keyId, own.add(work));
    pending.totalMs += work.ms;
  }

  /** @returns whether the work was pending */
  #remove(resource: ComputeResource, keyId: string, work: PendingWork): boolean {
    const pending = this.#pending[resource];
    const own = pending.byKey.get(keyId);
    if (own?.delete(work) !== true) return false;
    if (own.size === 0) pending.byKey.delete(keyId);
    // Sums of floating-point numbers keep rounding errors.
    pending.totalMs = pending.byKey.size === 0 ? 0 : Math.max(0, pending.totalMs - work.ms);
    return true;
  }
}

/** Returns the milliseconds of work, and of that part of it which is served before other work of `eachMs`. */
function sumWork(work: Iterable<PendingWork>, eachMs: number): [totalMs: number, aheadMs: number] {
  let [totalMs, aheadMs] = [0, 0];
  for (const { ms } of work) {
    totalMs += ms;
    aheadMs += Math.min(ms, eachMs);
  }
  return [totalMs, aheadMs];
}

import type pg from 'pg';
import type { Row } from '../driver/driver.ts';
import type { Ledger } from '../driver/ledger.ts';
import type { Movement } from '../driver/movement.ts';
import type { MovementQueue } from '../driver/queued-ledger.ts';
import { StorageUnavailableError } from '../driver/storage-unavailable-error.ts';
import { isUnavailableError } from './is-unavailable-error.ts';
import { type BatchMovement, inBatchOrder, jobOf, reservationOf, toOutcome } from './movement-batch.ts';
import { laneCount, MovementLane } from './movement-lane.ts';

/** Maximum number of movements of a batch. */
const batchSizeMax = 512;
/** A second batch is sent while one is running if it has this many movements; smaller ones cost less together. */
const nextBatchSizeMin = 8;
/** A batch ends once its stored bodies have this many UTF-16 units together. */
const batchBodiesMax = 4_000_000;
/** Maximum number of waiting movements. Ends of reservations are always accepted: they are fewer than reservations. */
const waitingMax = 20_000;

interface WaitingMovement {
  readonly movement: BatchMovement;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: all movements that wait on this node become one call of a function and one commit. What the function
 * does not decide (a reservation that has already ended, an unknown key), and batches that fail, go to `single`, the
 * ledger with one statement for each movement.
 */
export class MovementCommitter implements MovementQueue {
  readonly #single: Ledger;
  readonly #toStorageError: (error: unknown) => unknown;
  readonly #idleLanes: MovementLane[];
  /** Batches and movements that are being committed. */
  readonly #running = new Set<Promise<void>>();
  #waiting: WaitingMovement[] = [];
  #isScheduled = false;
  #isClosed = false;

  /**
   * @param pool Connections for batches only.
   * @param toStorageError Returns the error to reject with; called for errors of an unavailable database.
   */
  constructor(pool: pg.Pool, single: Ledger, toStorageError: (error: unknown) => unknown) {
    this.#single = single;
    this.#toStorageError = toStorageError;
    this.#idleLanes = Array.from({ length: laneCount }, () => new MovementLane(pool));
  }

  /**
   * Queues a movement.
   *
   * @returns Its outcome, once it is committed. `Outcome` is the type that the ledger returns.
   * @throws {StorageUnavailableError} If the database is unavailable, or too many movements wait.
   */
  submit<Outcome>(movement: Movement): Promise<Outcome> {
    if (this.#isClosed) return Promise.reject(new Error('the database is closed'));
    return new Promise((resolve, reject) => {
      const caller = { resolve: (outcome: unknown) => resolve(outcome as Outcome), reject };
      if (movement.kind === 'grant') {
        this.#run(this.#commitAlone({ movement, ...caller }));
        return;
      }
      if (movement.kind === 'reserve' && this.#waiting.length >= waitingMax) {
        reject(new StorageUnavailableError(`${waitingMax} movements of the ledger wait for the database`));
        return;
      }
      this.#waiting.push({ movement, ...caller });
      this.#schedule();
    });
  }

  /** Commits the waiting movements; later ones are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#flush();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Movements that arrive in the same turn of the event loop form one batch. */
  #schedule(): void {
    if (this.#isScheduled || !this.#isBatchDue()) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #isBatchDue(): boolean {
    return this.#waiting.length >= (this.#idleLanes.length === laneCount ? 1 : nextBatchSizeMin);
  }

  #flush(): void {
    if (!this.#isBatchDue()) return;
    const lane = this.#idleLanes.pop();
    if (lane === undefined) return;
    this.#run(
      this.#commit(lane, this.#takeBatch()).finally(() => {
        this.#idleLanes.push(lane);
        // Movements that follow from these outcomes (a reserved request settles) join the next batch.
        if (this.#isClosed) this.#flush();
        else this.#schedule();
      }),
    );
    this.#schedule();
  }

  #run(work: Promise<void>): void {
    const running = work.finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Takes the longest waiting movements. Of two with the same reservation or job, the second one stays. */
  #takeBatch(): WaitingMovement[] {
    const batch: WaitingMovement[] = [];
    const kept: WaitingMovement[] = [];
    const reservations = new Set<string>();
    const jobs = new Set<string | undefined>();
    let bodies = 0;
    for (const waiting of this.#waiting) {
      if (batch.length === batchSizeMax || kept.length === batchSizeMax || bodies >= batchBodiesMax) break;
      const reservation = reservationOf(waiting.movement);
      const job = jobOf(waiting.movement);
      if (reservations.has(reservation) || (job !== undefined && jobs.has(job))) {
        kept.push(waiting);
        continue;
      }
      reservations.add(reservation);
      jobs.add(job);
      batch.push(waiting);
      bodies += bodyLength(waiting.movement);
    }
    this.#waiting = [...kept, ...this.#waiting.slice(batch.length + kept.length)];
    return inBatchOrder(batch, ({ movement }) => movement);
  }

  async #commit(lane: MovementLane, batch: readonly WaitingMovement[]): Promise<void> {
    const rows = await this.#apply(lane, batch);
    if (rows === undefined) return;
    const rowOf = new Map(rows.map((row) => [row['n'], row]));
    batch.forEach((waiting, index) => {
      const row = rowOf.get(index + 1);
      if (row === undefined) this.#run(this.#commitAlone(waiting));
      else waiting.resolve(toOutcome(waiting.movement, row));
    });
  }

  /** @returns the rows of the function; undefined if it failed, and the movements were rejected or are committed alone */
  async #apply(lane: MovementLane, batch: readonly WaitingMovement[]): Promise<Row[] | undefined> {
    try {
      return await lane.apply(batch.map(({ movement }) => movement));
    } catch (error) {
      if (isUnavailableError(error)) {
        const reason = this.#toStorageError(error);
        for (const { reject } of batch) reject(reason);
      } else {
        // One of them cannot be applied, and which one is unknown.
        for (const waiting of batch) this.#run(this.#commitAlone(waiting));
      }
      return undefined;
    }
  }

  async #commitAlone({
    movement,
    resolve,
    reject,
  }: Omit<WaitingMovement, 'movement'> & { readonly movement: Movement }): Promise<void> {
    try {
      resolve(await this.#applyAlone(movement));
    } catch (error) {
      reject(error);
    }
  }

  #applyAlone(movement: Movement): Promise<unknown> {
    switch (movement.kind) {
      case 'reserve':
        return this.#single.reserve(movement.request);
      case 'settle':
        return this.#single.settle(movement.request);
      case 'grant':
        return this.#single.grant(movement.request);
      default:
        return this.#single[movement.kind](movement.reservationId, movement.now);
    }
  }
}

function bodyLength(movement: BatchMovement): number {
  if (movement.kind !== 'settle') return 0;
  const { response, job } = movement.request;
  return [response, job?.result].reduce(
    (sum, body) => sum + (body?.kind === 'inline' ? body.body.length : 0),
    0,
  );
}

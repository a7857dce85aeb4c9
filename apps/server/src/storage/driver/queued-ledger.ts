import type { Driver } from './driver.ts';
import type {
  FinishOutcome,
  GrantRequest,
  Ledger,
  OpenAccountRequest,
  ReserveOutcome,
  ReserveRequest,
  SettleRequest,
} from './ledger.ts';
import type { Movement } from './movement.ts';
import { openAccount } from './open-account.ts';

/** Commits movements in groups. */
export interface MovementQueue {
  /** Queues a movement. @returns its outcome, as the ledger returns it, once it is committed */
  submit<Outcome>(movement: Movement): Promise<Outcome>;
}

/** A ledger whose movements are committed in groups, by the queue of the database. */
export class QueuedLedger implements Ledger {
  readonly #queue: MovementQueue;
  readonly #driver: Pick<Driver, 'transaction'>;

  constructor(queue: MovementQueue, driver: Pick<Driver, 'transaction'>) {
    this.#queue = queue;
    this.#driver = driver;
  }

  reserve(request: ReserveRequest): Promise<ReserveOutcome> {
    return this.#queue.submit({ kind: 'reserve', request });
  }

  settle(request: SettleRequest): Promise<FinishOutcome> {
    return this.#queue.submit({ kind: 'settle', request });
  }

  refund(reservationId: string, now: number): Promise<FinishOutcome> {
    return this.#queue.submit({ kind: 'refund', reservationId, now });
  }

  release(reservationId: string, now: number): Promise<FinishOutcome> {
    return this.#queue.submit({ kind: 'release', reservationId, now });
  }

  openAccount(request: OpenAccountRequest): Promise<boolean> {
    return openAccount(this.#driver, request);
  }

  grant(request: GrantRequest): Promise<number | undefined> {
    return this.#queue.submit({ kind: 'grant', request });
  }
}

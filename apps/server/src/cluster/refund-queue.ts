import type { Ledger } from '../storage/driver/ledger.ts';

/**
 * How often the refund of a reservation is attempted that does not exist: if its connection was lost, it may still
 * be created. At one attempt in 2.5 s, that is half a minute.
 */
const attemptsMax = 12;

/** Reservations whose refund the database did not accept at once. They are refunded later. */
export class RefundQueue {
  readonly #ledger: Pick<Ledger, 'refund'>;
  readonly #now: () => number;
  /** Remaining attempts by reservation. */
  readonly #pending = new Map<string, number>();

  /** @param now Returns milliseconds since the epoch. */
  constructor(ledger: Pick<Ledger, 'refund'>, now: () => number) {
    this.#ledger = ledger;
    this.#now = now;
  }

  /** Reservations that are not refunded yet. */
  get size(): number {
    return this.#pending.size;
  }

  /** Adds a reservation. */
  schedule(reservationId: string): void {
    this.#pending.set(reservationId, attemptsMax);
  }

  /** Attempts each pending refund once. @throws the error of the database, with the remaining refunds still pending */
  async process(): Promise<void> {
    for (const [reservationId, attempts] of this.#pending) {
      const outcome = await this.#ledger.refund(reservationId, this.#now());
      if (outcome.kind !== 'gone' || attempts <= 1) this.#pending.delete(reservationId);
      else this.#pending.set(reservationId, attempts - 1);
    }
  }
}

import type { Driver } from '../driver/driver.ts';
import type {
  FinishOutcome,
  GrantRequest,
  Ledger,
  OpenAccountRequest,
  ReserveOutcome,
  ReserveRequest,
  SettleRequest,
} from '../driver/ledger.ts';
import { openAccount } from '../driver/open-account.ts';
import type { CommandQueue } from './command-queue.ts';

/** The ledger of the embedded database as the main thread sees it: `SqliteLedger` runs in the worker. */
export class QueuedLedger implements Ledger {
  readonly #queue: CommandQueue;
  readonly #driver: Pick<Driver, 'transaction'>;

  constructor(queue: CommandQueue, driver: Pick<Driver, 'transaction'>) {
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

import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import { createId } from '../ids/create-id.ts';
import type { Account, LedgerEntry } from '../storage/repositories/accounts.ts';
import type { Store } from '../storage/store.ts';

/** Creates accounts and grants them credits, or takes credits back. Only the pipeline spends them. */
export class AccountService {
  readonly #store: Pick<Store, 'accounts' | 'ledger'>;
  readonly #now: () => number;

  /** @param now Returns milliseconds since the epoch. */
  constructor(store: Pick<Store, 'accounts' | 'ledger'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Creates an account with its opening credits, as one transaction. */
  async create(name: string, credits: number): Promise<Account> {
    const id = createId('acc');
    await this.#store.ledger.openAccount({ id, name, credits, note: 'opening', now: this.#now() });
    return this.find(id);
  }

  /** Creates an account with this id unless it exists. Any number of nodes may do so at once, any number of times. */
  async createIfMissing(id: string, name: string, credits: number): Promise<void> {
    await this.#store.ledger.openAccount({ id, name, credits, note: 'bootstrap', now: this.#now() });
  }

  /** Returns accounts ordered by id, starting after the id `after`. */
  list(after: string, limit: number): Promise<Account[]> {
    return this.#store.accounts.list(after, limit);
  }

  /** @throws {ServiceError} `not_found` */
  async find(id: string): Promise<Account> {
    const account = await this.#store.accounts.find(id);
    if (account === undefined) throw new ServiceError('not_found', `there is no account ${quoteValue(id)}`);
    return account;
  }

  /**
   * Adds credits, or takes available ones back if `amount` is negative.
   *
   * @returns The available credits.
   * @throws {ServiceError} `not_found`; `insufficient_credits` if there are fewer available than to take back.
   */
  async grant(accountId: string, amount: number, note: string): Promise<number> {
    const account = await this.find(accountId);
    const available = await this.#store.ledger.grant({ accountId, amount, note, now: this.#now() });
    if (available === undefined) {
      throw new ServiceError(
        'insufficient_credits',
        `${-amount} credits cannot be taken back: ${account.available} are available`,
      );
    }
    return available;
  }

  /**
   * Returns ledger entries, newest first, whose id is below `before`.
   *
   * @throws {ServiceError} `not_found` if the account does not exist.
   */
  async listEntries(accountId: string, before: number, limit: number): Promise<LedgerEntry[]> {
    await this.find(accountId);
    return this.#store.accounts.listEntries(accountId, before, limit);
  }
}

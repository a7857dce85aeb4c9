import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import { randomBase62 } from '../keys/key-format.ts';
import type { Store } from '../storage/open-store.ts';
import type { Account, LedgerEntry } from '../storage/repositories/accounts.ts';

/** Makes accounts and moves credits into and out of them. Spending is the runner's alone. */
export class AccountService {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Opens an account with its opening credits: both or nothing. */
  async create(name: string, credits: number): Promise<Account> {
    const id = `acc_${randomBase62(20)}`;
    await this.#store.ledger.openAccount({ id, name, credits, note: 'opening', now: this.#now() });
    return this.find(id);
  }

  /** The account of a given id: opened once, however often and by however many nodes it is asked for. */
  async createIfMissing(id: string, name: string, credits: number): Promise<void> {
    await this.#store.ledger.openAccount({ id, name, credits, note: 'bootstrap', now: this.#now() });
  }

  list(after: string, limit: number): Promise<Account[]> {
    return this.#store.accounts.list(after, limit);
  }

  async find(id: string): Promise<Account> {
    const account = await this.#store.accounts.find(id);
    if (account === undefined) throw new ServiceError('not_found', `there is no account ${quoteValue(id)}`);
    return account;
  }

  /** Adds whole credits, or takes back available ones when `amount` is negative. Answers what is available. */
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

  async listEntries(accountId: string, before: number, limit: number): Promise<LedgerEntry[]> {
    await this.find(accountId);
    return this.#store.accounts.entries(accountId, before, limit);
  }
}

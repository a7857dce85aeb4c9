import { quoteValue, ServiceError } from '../errors.ts';
import { randomBase62 } from '../keys/key-format.ts';
import type { Store } from '../storage/open-store.ts';
import type { Account, Entry } from '../storage/tables/accounts.ts';

/** Makes accounts and moves credits into and out of them. Spending is the runner's alone. */
export class AccountService {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async create(name: string): Promise<Account> {
    const account = { id: `acc_${randomBase62(20)}`, name, available: 0, held: 0, createdAt: this.#now() };
    await this.#store.accounts.insert(account);
    return account;
  }

  /**
   * An account of a given id with its opening credits: made once, however often and by however many nodes it
   * is asked for, and made whole when an earlier try died half-way.
   */
  async createOnce(id: string, name: string, credits: number): Promise<void> {
    await this.#store.accounts.insert({ id, name, createdAt: this.#now() });
    if (credits === 0 || (await this.#store.accounts.entries(id, Number.MAX_SAFE_INTEGER, 1)).length > 0)
      return;
    const grant = { accountId: id, amount: credits, note: 'bootstrap', opening: true, now: this.#now() };
    const wasGranted = async (): Promise<boolean> =>
      (await this.#store.accounts.entries(id, Number.MAX_SAFE_INTEGER, 1)).length > 0;
    await this.#store.ledger.grant(grant).catch(async (error: unknown) => {
      if (!(await wasGranted())) throw error;
    });
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

  async entries(accountId: string, before: number, limit: number): Promise<Entry[]> {
    await this.find(accountId);
    return this.#store.accounts.entries(accountId, before, limit);
  }
}

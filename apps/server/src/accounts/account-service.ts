import type { AuditLog, AuditOrigin } from '../audit/audit-log.ts';
import { pickSame } from '../audit/pick-same.ts';
import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import { createId } from '../ids/create-id.ts';
import type { OpenAccountRequest } from '../storage/driver/ledger.ts';
import type { Account, LedgerEntry } from '../storage/repositories/accounts.ts';
import type { Store } from '../storage/store.ts';

/** Changes of an account. What is absent stays as it is. */
export interface UpdateAccountInput {
  readonly name?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** Dependencies of an account service. */
export interface AccountServiceOptions {
  readonly store: Pick<Store, 'accounts' | 'ledger'>;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  readonly audit: Pick<AuditLog, 'apply'>;
  /** Called when an account was disabled or enabled. */
  readonly onChange: () => void;
}

/** Creates and changes accounts and grants them credits, or takes credits back. Only the pipeline spends them. */
export class AccountService {
  readonly #store: Pick<Store, 'accounts' | 'ledger'>;
  readonly #now: () => number;
  readonly #audit: Pick<AuditLog, 'apply'>;
  readonly #onChange: () => void;

  constructor({ store, now, audit, onChange }: AccountServiceOptions) {
    this.#store = store;
    this.#now = now;
    this.#audit = audit;
    this.#onChange = onChange;
  }

  /** Creates an account with its opening credits, as one transaction. */
  async create(name: string, credits: number, origin: AuditOrigin): Promise<Account> {
    const id = createId('acc');
    await this.#open({ id, name, credits, note: 'opening' }, origin);
    return this.find(id);
  }

  /** Creates an account with this id unless it exists. Any number of nodes may do so at once, any number of times. */
  async createIfMissing(id: string, name: string, credits: number, origin: AuditOrigin): Promise<void> {
    await this.#open({ id, name, credits, note: 'bootstrap' }, origin);
  }

  async #open(account: Omit<OpenAccountRequest, 'now'>, origin: AuditOrigin): Promise<void> {
    const { id, name, credits } = account;
    await this.#audit.apply(
      origin,
      { action: 'account.create', target: id, before: null, after: { name, credits } },
      (audit) => this.#store.ledger.openAccount({ ...account, now: this.#now(), audit }),
    );
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
   * Renames, disables or enables an account. The keys of a disabled one are refused at once here, and within two
   * seconds on other nodes; what is running ends normally.
   *
   * @throws {ServiceError} `not_found`
   */
  async update(id: string, { name, disabled }: UpdateAccountInput, origin: AuditOrigin): Promise<Account> {
    const before = await this.find(id);
    // A second request to disable it keeps the time of the first.
    const disabledAt = disabled === true ? (before.disabledAt ?? this.#now()) : null;
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(disabled === undefined ? {} : { disabledAt }),
    };
    const account = await this.#audit.apply(
      origin,
      { action: 'account.update', target: id, before: pickSame(before, changes), after: changes },
      (audit) => this.#store.accounts.update(id, changes, audit),
    );
    this.#onChange();
    return account ?? this.find(id);
  }

  /**
   * Adds credits, or takes available ones back if `amount` is negative.
   *
   * @returns The available credits.
   * @throws {ServiceError} `not_found`; `insufficient_credits` if there are fewer available than to take back.
   */
  async grant(accountId: string, amount: number, note: string, origin: AuditOrigin): Promise<number> {
    const account = await this.find(accountId);
    const available = await this.#audit.apply(
      origin,
      { action: 'credits.grant', target: accountId, before: null, after: { amount, note } },
      (audit) => this.#store.ledger.grant({ accountId, amount, note, now: this.#now(), audit }),
    );
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

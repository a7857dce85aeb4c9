import { invalidParameters } from '../errors/service-error.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { Store } from '../storage/store.ts';

/** Requests and credits of an operation. */
export interface OperationUsage {
  readonly operation: string;
  /** Number of charged requests. */
  readonly requests: number;
  readonly credits: number;
}

/** The balance of an account, and the limits and charges of a key. */
export interface UsageReport {
  readonly account: { readonly available: number; readonly held: number };
  readonly key: Pick<
    KeyRecord,
    'id' | 'name' | 'scopes' | 'budget' | 'spent' | 'ratePerMinute' | 'expiresAt'
  >;
  /** First and last day of the report, `YYYY-MM-DD`, UTC. */
  readonly from: string;
  readonly to: string;
  readonly totals: readonly OperationUsage[];
  readonly daily: ReadonlyArray<OperationUsage & { readonly date: string }>;
}

/** Requests and credits of each key. */
export interface KeyUsageReport extends Pick<UsageReport, 'from' | 'to'> {
  readonly daily: ReadonlyArray<{
    readonly date: string;
    readonly keyId: string;
    readonly requests: number;
    readonly credits: number;
  }>;
}

/** The days of a report, `YYYY-MM-DD`, UTC, both included. */
export interface UsagePeriod {
  /** By default 29 days before the last one. */
  readonly from?: string | undefined;
  /** By default today. */
  readonly to?: string | undefined;
}

const dayMs = 86_400_000;
const daysDefault = 30;
const daysMax = 366;

const formatDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const parseDay = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);

/** Reports the usage of keys. */
export class UsageService {
  readonly #store: Pick<Store, 'accounts' | 'keys' | 'usage'>;
  readonly #now: () => number;

  /** @param now returns milliseconds since the epoch */
  constructor(store: Pick<Store, 'accounts' | 'keys' | 'usage'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Reports what a key, together with those it was rotated from or to, has been charged.
   *
   * @throws ServiceError `invalid_parameters` if the period is empty or longer than a year
   */
  async report(verified: KeyRecord, period: UsagePeriod): Promise<UsageReport> {
    const { from, to } = this.#toDays(period);
    const { id: keyId, accountId } = verified;
    const filter = { accountId, keyId, from: from * dayMs, to: (to + 1) * dayMs };
    const [account, current, days] = await Promise.all([
      this.#store.accounts.find(accountId),
      this.#store.keys.find(keyId),
      this.#store.usage.listDaily(filter),
    ]);
    const { id, name, scopes, budget, spent, ratePerMinute, expiresAt } = current ?? verified;
    const daily = days.map(({ day, ...usage }) => ({ date: formatDay(day), ...usage }));
    return {
      account: { available: account?.available ?? 0, held: account?.held ?? 0 },
      key: { id, name, scopes, budget, spent, ratePerMinute, expiresAt },
      from: formatDay(from),
      to: formatDay(to),
      totals: sumByOperation(daily),
      daily,
    };
  }

  /**
   * Reports what each key has been charged.
   *
   * @param accountId null for the keys of all accounts
   * @throws ServiceError `invalid_parameters` if the period is empty or longer than a year
   */
  async reportByKey(accountId: string | null, period: UsagePeriod): Promise<KeyUsageReport> {
    const { from, to } = this.#toDays(period);
    const filter = { accountId, from: from * dayMs, to: (to + 1) * dayMs };
    const days = await this.#store.usage.listDailyByKey(filter);
    return {
      from: formatDay(from),
      to: formatDay(to),
      daily: days.map(({ day, ...usage }) => ({ date: formatDay(day), ...usage })),
    };
  }

  /** Returns the first and the last day, as days since 1970-01-01. */
  #toDays(period: UsagePeriod): { readonly from: number; readonly to: number } {
    const to = period.to === undefined ? Math.floor(this.#now() / dayMs) : parseDay(period.to);
    const from = period.from === undefined ? to - daysDefault + 1 : parseDay(period.from);
    if (from > to) throw invalidParameters(`from: ${formatDay(from)} is after ${formatDay(to)}`);
    if (to - from >= daysMax) throw invalidParameters(`from: the period has more than ${daysMax} days`);
    return { from, to };
  }
}

function sumByOperation(daily: readonly OperationUsage[]): OperationUsage[] {
  const totals = new Map<string, OperationUsage>();
  for (const { operation, requests, credits } of daily) {
    const total = totals.get(operation);
    totals.set(operation, {
      operation,
      requests: (total?.requests ?? 0) + requests,
      credits: (total?.credits ?? 0) + credits,
    });
  }
  return [...totals.values()].sort((left, right) => right.credits - left.credits);
}

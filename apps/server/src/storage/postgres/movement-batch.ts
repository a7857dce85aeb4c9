import { integer } from '../driver/columns.ts';
import type { Row, SqlValue } from '../driver/driver.ts';
import type { FinishOutcome, ReserveOutcome, ReserveRequest, SettleRequest } from '../driver/ledger.ts';
import type { Movement } from '../driver/movement.ts';
import { readStoredBody, storedBodyColumns } from '../driver/stored-body.ts';

/** A movement that can be part of a batch: grants are rare, and are committed alone. */
export type BatchMovement = Exclude<Movement, { kind: 'grant' }>;
type Finish = Exclude<BatchMovement, { kind: 'reserve' }>;

/** The end of a reservation by its number in the function. */
const finishKinds = { settle: 0, refund: 1, release: 2 } as const;

/** Number of parameters of the function after the lane, the number of the batch and the time. */
export const batchParameterCount = 26;

/** Returns the reservation of a movement. */
export function reservationOf(movement: BatchMovement): string {
  return 'request' in movement ? movement.request.reservationId : movement.reservationId;
}

/** Returns the job that a movement ends. */
export function jobOf(movement: BatchMovement): string | undefined {
  return movement.kind === 'settle' ? movement.request.job?.id : undefined;
}

/** Returns movements in the order in which the function applies them: ends of reservations, then reservations. */
export function inBatchOrder<Item>(
  items: readonly Item[],
  movementOf: (item: Item) => BatchMovement,
): Item[] {
  const isReserve = (item: Item): boolean => movementOf(item).kind === 'reserve';
  return [...items.filter((item) => !isReserve(item)), ...items.filter(isReserve)];
}

/**
 * Returns the movements as the parameters of the function; see driver/group-commit-migration.ts.
 *
 * @param movements in the order of `inBatchOrder`
 */
export function toBatchParameters(movements: readonly BatchMovement[]): SqlValue[][] {
  const finishes: Finish[] = [];
  const reserves: ReserveRequest[] = [];
  for (const movement of movements) {
    if (movement.kind === 'reserve') reserves.push(movement.request);
    else finishes.push(movement);
  }
  return [...finishColumns(finishes), ...reserveColumns(reserves)];
}

function finishColumns(finishes: readonly Finish[]): SqlValue[][] {
  const settles = finishes.map((finish): SettleRequest | undefined =>
    finish.kind === 'settle' ? finish.request : undefined,
  );
  const hasResponses = settles.some((settle) => settle?.response !== undefined);
  const responses = hasResponses ? settles.map((settle) => storedBodyColumns(settle?.response)) : [];
  const hasJobs = settles.some((settle) => settle?.job !== undefined);
  const jobs = hasJobs ? settles.map((settle) => settle?.job) : [];
  const results = jobs.map((job) => storedBodyColumns(job?.result));
  return [
    finishes.map(reservationOf),
    finishes.map(({ kind }) => finishKinds[kind]),
    finishes.map((finish) => (finish.kind === 'settle' ? finish.request.now : finish.now)),
    responses.map(([body]) => body),
    responses.map(([, digest]) => digest),
    jobs.map((job) => job?.id ?? null),
    jobs.map((job) => job?.attempt ?? null),
    results.map(([body]) => body),
    results.map(([, digest]) => digest),
    jobs.map((job) => job?.expiresAt ?? null),
  ];
}

function reserveColumns(reserves: readonly ReserveRequest[]): SqlValue[][] {
  const accounts = new Positions();
  const keys = new Positions();
  const claims = new Positions();
  const claimAccounts: number[] = [];
  const claimOperations: string[] = [];
  const claimKeys: string[] = [];
  const places = reserves.map(({ accountId, keyId, operation, idempotency }) => {
    const account = accounts.add(accountId);
    if (idempotency === undefined) return { account, key: keys.add(keyId), claim: 0 };
    const claim = claims.add(JSON.stringify([accountId, operation, idempotency.key]));
    if (claim > claimKeys.length) {
      claimAccounts.push(account);
      claimOperations.push(operation);
      claimKeys.push(idempotency.key);
    }
    return { account, key: keys.add(keyId), claim };
  });
  return [
    accounts.values(),
    keys.values(),
    claimAccounts,
    claimOperations,
    claimKeys,
    reserves.map(({ reservationId }) => reservationId),
    places.map(({ account }) => account),
    places.map(({ key }) => key),
    reserves.map(({ amount }) => amount),
    reserves.map(({ operation }) => operation),
    reserves.map(({ requestId }) => requestId),
    reserves.map(({ nodeId }) => nodeId),
    reserves.map(({ now }) => now),
    places.map(({ claim }) => claim),
    reserves.map(({ idempotency }) => idempotency?.fingerprint ?? null),
    reserves.map(({ idempotency }) => idempotency?.expiresAt ?? null),
  ];
}

/** Distinct values and their positions, from 1 on. */
class Positions {
  readonly #positions = new Map<string, number>();

  add(value: string): number {
    const known = this.#positions.get(value);
    if (known !== undefined) return known;
    const position = this.#positions.size + 1;
    this.#positions.set(value, position);
    return position;
  }

  values(): string[] {
    return [...this.#positions.keys()];
  }
}

/** Returns the outcome of a movement from the row that the function returns for it. */
export function toOutcome({ kind }: BatchMovement, row: Row): ReserveOutcome | FinishOutcome {
  if (kind !== 'reserve') return { kind: 'done', available: integer(row, 'available') };
  const code = integer(row, 'code');
  switch (code) {
    case 0:
      return { kind: 'reserved', available: integer(row, 'available') };
    case 1:
      return { kind: 'insufficient', available: integer(row, 'available') };
    case 2:
      return { kind: 'over_budget', budget: integer(row, 'budget'), spent: integer(row, 'spent') };
    case 3:
      return { kind: 'idempotency_mismatch' };
    case 4:
      return { kind: 'idempotency_running' };
  }
  const response = readStoredBody(row, 'response');
  if (code !== 5 || response === undefined) throw new Error(`unknown outcome ${code} of a reservation`);
  return { kind: 'replay', response, available: integer(row, 'available') };
}

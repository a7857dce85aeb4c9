import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Row, SqlValue } from '../driver/driver.ts';
import { isConnectionError, isUnavailableError } from './is-unavailable-error.ts';
import { type BatchMovement, batchParameterCount, toBatchParameters } from './movement-batch.ts';
import { repeatOnConflict } from './repeat-on-conflict.ts';

/** Batches in flight: while one waits for the disk, the next one is prepared. More of them only make batches smaller. */
export const laneCount = 2;

const parameterCount = 3 + batchParameterCount;
const applySql = `SELECT * FROM apply_movements_1(${Array.from({ length: parameterCount }, (_, index) => `$${index + 1}`).join(', ')})`;

/** Attempts at a batch whose connection is lost. */
const attemptsMax = 5;
/** Wait before a batch whose connection was lost is sent again; it doubles with each attempt. */
const retryMs = 25;

/**
 * A sequence of numbered batches, one after the other. The database has the number of the latest batch of the lane and
 * what it applied, so a batch whose answer was lost is sent again without being applied again.
 */
export class MovementLane {
  readonly #id = `lane_${randomUUID()}`;
  readonly #pool: pg.Pool;
  #batchNumber = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Applies movements as one transaction. Resolves once they are durable, reservations excepted.
   *
   * @param movements In the order of `inBatchOrder`; no two with the same reservation or job.
   * @returns One row for each movement with an outcome; see driver/group-commit-migration.ts.
   * @throws The error of the database. Unless it is unavailable, no movement was applied.
   */
  async apply(movements: readonly BatchMovement[]): Promise<Row[]> {
    const parameters = toBatchParameters(movements);
    this.#batchNumber += 1;
    // Whether an earlier attempt may still arrive.
    let mayArrive = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await repeatOnConflict(() => this.#send(parameters));
      } catch (error) {
        const isLost = isConnectionError(error);
        mayArrive ||= isLost;
        if (attempt === attemptsMax || !isLost) {
          if (mayArrive && !isUnavailableError(error)) await this.#rejectEarlierBatches();
          throw error;
        }
        await sleep(retryMs * 2 ** (attempt - 1));
      }
    }
  }

  /** Sends an empty batch, after which no earlier one of the lane is accepted. */
  async #rejectEarlierBatches(): Promise<void> {
    this.#batchNumber += 1;
    await this.#send(toBatchParameters([]));
  }

  async #send(parameters: readonly SqlValue[][]): Promise<Row[]> {
    const { rows } = await this.#pool.query<Record<string, SqlValue>>({
      name: 'apply_movements_1',
      text: applySql,
      values: [this.#id, this.#batchNumber, Date.now(), ...parameters],
    });
    return rows;
  }
}

import { join } from 'node:path';
import type { Driver, Row } from '../driver.ts';
import type { FinishOutcome, ReserveOutcome } from '../ledger.ts';
import { openAccount } from '../open-account.ts';
import { CommandQueue } from './command-queue.ts';
import { lockDataFolder } from './data-lock.ts';
import { recordDatabase, refuseEmptiedDatabase } from './database-file.ts';
import { makeFilesPrivate } from './private-files.ts';

/**
 * The embedded database of a data folder, owned by a worker thread. See group-commit-worker.ts.
 *
 * @param onUnavailable Called whenever the database cannot be written.
 * @throws {Error} If the folder is in use or cannot be made private, or the database cannot be opened.
 */
export async function openSqliteDriver(folder: string, onUnavailable: () => void): Promise<Driver> {
  const lock = lockDataFolder(folder);
  let queue: CommandQueue | undefined;
  try {
    const path = join(folder, 'quern.sqlite');
    refuseEmptiedDatabase(path);
    queue = await CommandQueue.open(path, onUnavailable);
    recordDatabase(path);
    makeFilesPrivate(folder);
    return createDriver(queue, lock);
  } catch (error) {
    await queue?.close();
    lock.release();
    throw error;
  }
}

function createDriver(queue: CommandQueue, lock: { release(): void }): Driver {
  const query: Driver['query'] = (sql, parameters = []) =>
    queue.ask<Row[]>({ kind: 'query', sql, parameters });
  const transaction: Driver['transaction'] = (statements) =>
    queue.ask<Row[][]>({ kind: 'transaction', statements });
  return {
    dialect: 'sqlite',
    query,
    transaction,
    urgentQuery: query,
    ledger: {
      reserve: (order) => queue.ask<ReserveOutcome>({ kind: 'reserve', order }),
      settle: (order) => queue.ask<FinishOutcome>({ kind: 'settle', order }),
      refund: (reservationId, now) => queue.ask<FinishOutcome>({ kind: 'refund', reservationId, now }),
      release: (reservationId, now) => queue.ask<FinishOutcome>({ kind: 'release', reservationId, now }),
      grant: (order) => queue.ask<number | undefined>({ kind: 'grant', order }),
      openAccount: (order) => openAccount(transaction, order),
    },
    close: async () => {
      await queue.close();
      lock.release();
    },
  };
}

import { join } from 'node:path';
import type { Driver, Row } from '../driver.ts';
import type { FinishOutcome, ReserveOutcome } from '../ledger.ts';
import { openAccount } from '../open-account.ts';
import { CommandQueue } from './command-queue.ts';
import { rejectEmptiedDatabase, writeCreationMarker } from './creation-marker.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { makeFilesPrivate } from './private-files.ts';

/**
 * The embedded database of a data folder, owned by a worker thread. See group-commit-worker.ts.
 *
 * @param onUnavailable Called whenever the database cannot be written.
 * @throws {Error} If the folder is in use or cannot be made private, or the database cannot be opened.
 */
export async function openSqliteDriver(folder: string, onUnavailable: () => void): Promise<Driver> {
  const lock = lockDataDir(folder);
  let queue: CommandQueue | undefined;
  try {
    const path = join(folder, 'quern.sqlite');
    rejectEmptiedDatabase(path);
    queue = await CommandQueue.open(path, onUnavailable);
    writeCreationMarker(path);
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
    queue.submit<Row[]>({ kind: 'query', sql, parameters });
  const transaction: Driver['transaction'] = (statements) =>
    queue.submit<Row[][]>({ kind: 'transaction', statements });
  return {
    dialect: 'sqlite',
    query,
    transaction,
    urgentQuery: query,
    ledger: {
      reserve: (order) => queue.submit<ReserveOutcome>({ kind: 'reserve', order }),
      settle: (order) => queue.submit<FinishOutcome>({ kind: 'settle', order }),
      refund: (reservationId, now) => queue.submit<FinishOutcome>({ kind: 'refund', reservationId, now }),
      release: (reservationId, now) => queue.submit<FinishOutcome>({ kind: 'release', reservationId, now }),
      grant: (order) => queue.submit<number | undefined>({ kind: 'grant', order }),
      openAccount: (order) => openAccount(transaction, order),
    },
    close: async () => {
      await queue.close();
      lock.release();
    },
  };
}

import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Driver, Row } from '../driver.ts';
import type { FinishOutcome, ReserveOutcome } from '../ledger.ts';
import { openAccount } from '../open-account.ts';
import { StorageUnavailableError } from '../storage-unavailable-error.ts';
import type { Command, Reply } from './commands.ts';
import { lockDataFolder } from './data-lock.ts';
import { recordDatabase, refuseEmptiedDatabase } from './database-file.ts';
import { makeFilesPrivate } from './private-files.ts';

/**
 * How commands go to the worker. All that is asked for in one turn of the event loop is one message, but half
 * of what is outstanding is enough to send at once: the worker commits it while the rest is still being asked
 * for, and neither thread waits for the other. Fewer, larger messages cost less; more than so many under way
 * would only queue. Measured by bench/http.
 */
const messagesUnderWayMax = 8;
const messageSizeMin = 8;
const messageSizeMax = 64;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The embedded database of a data folder, owned by a worker thread. See group-commit-worker.ts. */
export async function openSqliteDriver(folder: string, onUnavailable: () => void): Promise<Driver> {
  const lock = lockDataFolder(folder);
  const path = join(folder, 'quern.sqlite');
  let worker: Worker;
  try {
    refuseEmptiedDatabase(path);
    worker = await openInWorker(path);
    recordDatabase(path);
    makeFilesPrivate(folder);
  } catch (error) {
    lock.release();
    throw error;
  }
  let outbox: Command[] = [];
  /** In the order of sending, which is the order of the answers. */
  const waiting: Waiting[] = [];
  let next = 0;
  let failure: Error | undefined;

  worker.on('message', ({ messages, answers }: Reply) => {
    underWay -= messages;
    for (const answer of answers) {
      const asker = waiting[next];
      next += 1;
      if (answer.ok) asker?.resolve(answer.value);
      else if (answer.unavailable) {
        onUnavailable();
        asker?.reject(new StorageUnavailableError(answer.message));
      } else asker?.reject(new Error(answer.message));
    }
    if (next === waiting.length || next > 4096) waiting.splice(0, next);
    if (waiting.length === 0 || next > 4096) next = 0;
    // What these answers lead to (a reserved request settles) joins the next group.
    if (outbox.length > 0) setImmediate(flush);
  });
  const fail = (error: Error): void => {
    failure = error;
    for (const asker of waiting.splice(0)) asker.reject(error);
    next = 0;
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the database is closed')));

  let underWay = 0;
  const flush = (): void => {
    if (underWay === messagesUnderWayMax || outbox.length === 0) return;
    const commands = outbox;
    outbox = [];
    underWay += 1;
    worker.postMessage(commands);
  };
  const ask = <Value>(command: Command): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) {
        reject(failure);
        return;
      }
      waiting.push({ resolve: (value) => resolve(value as Value), reject });
      const size = outbox.push(command);
      if (size === 1) setImmediate(flush);
      else if (size >= messageSizeMin && size >= Math.min(messageSizeMax, (waiting.length - next) >> 1))
        flush();
    });

  const query: Driver['query'] = (sql, parameters = []) => ask<Row[]>({ kind: 'query', sql, parameters });
  const transaction: Driver['transaction'] = (statements) =>
    ask<Row[][]>({ kind: 'transaction', statements });
  return {
    dialect: 'sqlite',
    query,
    transaction,
    urgentQuery: query,
    ledger: {
      reserve: (order) => ask<ReserveOutcome>({ kind: 'reserve', order }),
      settle: (order) => ask<FinishOutcome>({ kind: 'settle', order }),
      refund: (reservationId, now) => ask<FinishOutcome>({ kind: 'refund', reservationId, now }),
      release: (reservationId, now) => ask<FinishOutcome>({ kind: 'release', reservationId, now }),
      grant: (order) => ask<number | undefined>({ kind: 'grant', order }),
      openAccount: (order) => openAccount(transaction, order),
    },
    close: async () => {
      if (failure !== undefined) return;
      const ended = once(worker, 'exit');
      await ask<void>({ kind: 'close' });
      await ended;
      lock.release();
    },
  };
}

async function openInWorker(path: string): Promise<Worker> {
  const file = new URL(`./group-commit-worker${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(file, { workerData: { path } });
  try {
    await once(worker, 'message');
    return worker;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the database ${path} cannot be opened: ${reason}`, { cause: error });
  }
}

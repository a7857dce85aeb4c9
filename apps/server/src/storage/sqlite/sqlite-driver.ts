import { join } from 'node:path';
import type { ChangeOptions, Driver, Row, SqlValue, Statement } from '../driver/driver.ts';
import type { Ledger } from '../driver/ledger.ts';
import { QueuedLedger } from '../driver/queued-ledger.ts';
import { CommandQueue } from './command-queue.ts';
import { rejectEmptiedDatabase, writeCreationMarker } from './creation-marker.ts';
import { type DataDirLock, lockDataDir } from './lock-data-dir.ts';
import { makeFilesPrivate } from './private-files.ts';

/** The embedded database of a data folder, owned by a worker thread; see group-commit-worker.ts. */
export class SqliteDriver implements Driver {
  readonly dialect = 'sqlite';
  readonly ledger: Ledger;
  readonly #queue: CommandQueue;
  readonly #lock: DataDirLock;

  private constructor(queue: CommandQueue, lock: DataDirLock) {
    this.#queue = queue;
    this.#lock = lock;
    this.ledger = new QueuedLedger(queue, this);
  }

  /**
   * Locks the folder and opens its database.
   *
   * @param onUnavailable Called whenever the database cannot be written.
   * @throws {Error} If the folder is in use or cannot be made private, or the database cannot be opened.
   */
  static async open(folder: string, onUnavailable: () => void): Promise<SqliteDriver> {
    const lock = lockDataDir(folder);
    let queue: CommandQueue | undefined;
    try {
      const path = join(folder, 'quern.sqlite');
      rejectEmptiedDatabase(path);
      queue = await CommandQueue.open(path, onUnavailable);
      writeCreationMarker(path);
      makeFilesPrivate(folder);
      return new SqliteDriver(queue, lock);
    } catch (error) {
      await queue?.close();
      lock.release();
      throw error;
    }
  }

  query(sql: string, parameters: readonly SqlValue[] = [], options: ChangeOptions = {}): Promise<Row[]> {
    return this.#queue.submit({ kind: 'query', sql, parameters, ...options });
  }

  /** The embedded database has one connection, so this is `query`. */
  urgentQuery(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.query(sql, parameters);
  }

  transaction(statements: readonly Statement[], options: ChangeOptions = {}): Promise<Row[][]> {
    return this.#queue.submit({ kind: 'transaction', statements, ...options });
  }

  async close(): Promise<void> {
    await this.#queue.close();
    this.#lock.release();
  }
}

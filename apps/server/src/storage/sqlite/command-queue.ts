import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StorageUnavailableError } from '../driver/storage-unavailable-error.ts';
import type { Command, CommandResult, GroupResult } from './commands.ts';

/**
 * Commands of one turn of the event loop are posted as one batch. A batch is posted earlier once it has half of the
 * unresolved commands: the worker commits those while further ones arrive, so neither thread waits for the other.
 * Fewer, larger batches cost less, and more batches in flight than this would only queue. Measured by bench/http.
 */
const inFlightMax = 8;
const batchSizeMin = 8;
const batchSizeMax = 64;
/** Resolved callers are removed from the front of the list in steps of this size. */
const resolvedMax = 4096;

interface Caller {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Sends commands to the thread that owns the database, and resolves each once its group is committed. */
export class CommandQueue {
  readonly #worker: Worker;
  readonly #onUnavailable: () => void;
  #pendingCommands: Command[] = [];
  /** In the order of sending, which is the order of the results. */
  readonly #callers: Caller[] = [];
  /** Index in `#callers` of the first one that is unresolved. */
  #firstUnresolved = 0;
  #batchesInFlight = 0;
  #failure: Error | undefined;

  private constructor(worker: Worker, onUnavailable: () => void) {
    this.#worker = worker;
    this.#onUnavailable = onUnavailable;
    worker.on('message', (result: GroupResult) => this.#receive(result));
    worker.on('error', (error: Error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('the database is closed')));
  }

  /**
   * Starts the thread and waits until it has opened the database.
   *
   * @param onUnavailable Called whenever a command fails because the database cannot be written.
   * @throws {Error} With the path, if the database cannot be opened.
   */
  static async open(path: string, onUnavailable: () => void): Promise<CommandQueue> {
    const file = new URL(`./group-commit-worker${extname(import.meta.filename)}`, import.meta.url);
    const worker = new Worker(file, { workerData: { path } });
    try {
      await once(worker, 'message');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`the database ${path} cannot be opened: ${reason}`, { cause: error });
    }
    return new CommandQueue(worker, onUnavailable);
  }

  /**
   * Queues a command.
   *
   * @returns The command's value, once it is committed. `Value` is the type that the ledger or the query returns.
   * @throws {StorageUnavailableError} If the database cannot be written.
   */
  submit<Value>(command: Command): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.#callers.push({ resolve: (value) => resolve(value as Value), reject });
      const size = this.#pendingCommands.push(command);
      const unresolved = this.#callers.length - this.#firstUnresolved;
      if (size === 1) setImmediate(this.#flush);
      else if (size >= batchSizeMin && size >= Math.min(batchSizeMax, unresolved >> 1)) this.#flush();
    });
  }

  /** Commits the queued commands, closes the database and ends the thread. */
  async close(): Promise<void> {
    if (this.#failure !== undefined) return;
    const ended = once(this.#worker, 'exit');
    await this.submit<void>({ kind: 'close' });
    await ended;
  }

  readonly #flush = (): void => {
    if (this.#batchesInFlight === inFlightMax || this.#pendingCommands.length === 0) return;
    const batch = this.#pendingCommands;
    this.#pendingCommands = [];
    this.#batchesInFlight += 1;
    this.#worker.postMessage(batch);
  };

  #receive({ batchCount, results }: GroupResult): void {
    this.#batchesInFlight -= batchCount;
    for (const result of results) {
      const caller = this.#callers[this.#firstUnresolved];
      this.#firstUnresolved += 1;
      if (result.ok) caller?.resolve(result.value);
      else caller?.reject(this.#toError(result));
    }
    if (this.#firstUnresolved === this.#callers.length || this.#firstUnresolved > resolvedMax) {
      this.#callers.splice(0, this.#firstUnresolved);
      this.#firstUnresolved = 0;
    }
    // Commands that follow from these results (a reserved request settles) join the next batch.
    if (this.#pendingCommands.length > 0) setImmediate(this.#flush);
  }

  #toError({ message, unavailable }: CommandResult & { ok: false }): Error {
    if (!unavailable) return new Error(message);
    this.#onUnavailable();
    return new StorageUnavailableError(message);
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const caller of this.#callers.splice(0)) caller.reject(error);
    this.#firstUnresolved = 0;
  }
}

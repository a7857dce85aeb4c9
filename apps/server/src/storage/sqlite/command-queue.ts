import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StorageUnavailableError } from '../driver/storage-unavailable-error.ts';
import { decodeResults, encodeCommands, type ResultMessage } from './command-messages.ts';
import type { Command, CommandResult } from './commands.ts';

/** Maximum number of commands of one commit. */
const commandsPerCommitMax = 1024;
/** Turns of the event loop for which a group is gathered at most. */
const gatherTurnsMax = 4;

interface Caller {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Sends commands to the thread that owns the database, and resolves each once its group is committed. Commands that are
 * submitted while a group is committed form the next one, so groups are the larger the more there is to do. One group at
 * a time costs the least: each has a message, a transaction and a sync (measured by bench/http). For the same reason, a
 * group is gathered for as long as each turn of the event loop brings further commands.
 */
export class CommandQueue {
  readonly #worker: Worker;
  readonly #onUnavailable: () => void;
  readonly #pendingCommands: Command[] = [];
  /** Those of the pending commands, in their order. */
  readonly #pendingCallers: Caller[] = [];
  /** Those of the group that is being committed; empty if there is none. */
  #callers: readonly Caller[] = [];
  #isGathering = false;
  #failure: Error | undefined;

  private constructor(worker: Worker, onUnavailable: () => void) {
    this.#worker = worker;
    this.#onUnavailable = onUnavailable;
    worker.on('message', (message: ResultMessage) => this.#receive(message));
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
      this.#pendingCallers.push({ resolve: resolve as Caller['resolve'], reject });
      this.#pendingCommands.push(command);
      this.#startGathering();
    });
  }

  /** Commits the queued commands, closes the database and ends the thread. */
  async close(): Promise<void> {
    if (this.#failure !== undefined) return;
    const ended = once(this.#worker, 'exit');
    await this.submit<void>({ kind: 'close' });
    await ended;
  }

  #startGathering(): void {
    if (this.#isGathering || this.#callers.length > 0 || this.#pendingCommands.length === 0) return;
    this.#isGathering = true;
    this.#gather(gatherTurnsMax, 0);
  }

  /**
   * Commits the pending commands after a turn of the event loop that has brought no further ones, but at the latest after
   * `turns`.
   *
   * @param before number of commands that were pending a turn before
   */
  #gather(turns: number, before: number): void {
    setImmediate(() => {
      const { length } = this.#pendingCommands;
      if (turns > 1 && length > before) this.#gather(turns - 1, length);
      else this.#flush();
    });
  }

  #flush(): void {
    this.#isGathering = false;
    this.#callers = this.#pendingCallers.splice(0, commandsPerCommitMax);
    this.#worker.postMessage(encodeCommands(this.#pendingCommands.splice(0, commandsPerCommitMax)));
  }

  #receive(message: ResultMessage): void {
    const callers = this.#callers;
    this.#callers = [];
    decodeResults(message, (result, index) => {
      if (result.ok) callers[index]?.resolve(result.value);
      else callers[index]?.reject(this.#toError(result));
    });
    // Commands that follow from these results (a reserved request settles) join the next group.
    this.#startGathering();
  }

  #toError({ message, unavailable }: CommandResult & { ok: false }): Error {
    if (!unavailable) return new Error(message);
    this.#onUnavailable();
    return new StorageUnavailableError(message);
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const caller of [...this.#callers, ...this.#pendingCallers.splice(0)]) caller.reject(error);
    this.#callers = [];
  }
}

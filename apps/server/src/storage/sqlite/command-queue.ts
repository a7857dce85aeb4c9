import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StorageUnavailableError } from '../storage-unavailable-error.ts';
import type { Command, CommandResult, GroupResult } from './commands.ts';

/**
 * How commands go to the worker. All that is asked for in one turn of the event loop is one message, but half
 * of what is outstanding is enough to send at once: the worker commits it while the rest is still being asked
 * for, and neither thread waits for the other. Fewer, larger messages cost less; more messages than this under
 * way would only queue. Measured by bench/http.
 */
const messagesUnderWayMax = 8;
const messageSizeMin = 8;
const messageSizeMax = 64;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Sends commands to the thread that owns the database, and resolves each when its group is committed. */
export class CommandQueue {
  readonly #worker: Worker;
  readonly #onUnavailable: () => void;
  #outbox: Command[] = [];
  /** In the order of sending, which is the order of the answers. */
  readonly #waiting: Waiting[] = [];
  /** Index in `#waiting` of the next one to be answered. */
  #next = 0;
  #underWay = 0;
  #failure: Error | undefined;

  private constructor(worker: Worker, onUnavailable: () => void) {
    this.#worker = worker;
    this.#onUnavailable = onUnavailable;
    worker.on('message', (reply: GroupResult) => this.#receive(reply));
    worker.on('error', (error: Error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('the database is closed')));
  }

  /**
   * Starts the thread and waits until it has opened the database.
   *
   * @param onUnavailable Called whenever a command fails because the database cannot be written.
   * @throws {Error} With the path, if it cannot be opened.
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

  submit<Value>(command: Command): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.#waiting.push({ resolve: (value) => resolve(value as Value), reject });
      const size = this.#outbox.push(command);
      const outstanding = this.#waiting.length - this.#next;
      if (size === 1) setImmediate(this.#flush);
      else if (size >= messageSizeMin && size >= Math.min(messageSizeMax, outstanding >> 1)) this.#flush();
    });
  }

  /** Commits what was asked for, closes the database and ends the thread. */
  async close(): Promise<void> {
    if (this.#failure !== undefined) return;
    const ended = once(this.#worker, 'exit');
    await this.submit<void>({ kind: 'close' });
    await ended;
  }

  readonly #flush = (): void => {
    if (this.#underWay === messagesUnderWayMax || this.#outbox.length === 0) return;
    const commands = this.#outbox;
    this.#outbox = [];
    this.#underWay += 1;
    this.#worker.postMessage(commands);
  };

  #receive({ batchCount: messages, results: answers }: GroupResult): void {
    this.#underWay -= messages;
    for (const answer of answers) {
      const asker = this.#waiting[this.#next];
      this.#next += 1;
      if (answer.ok) asker?.resolve(answer.value);
      else asker?.reject(this.#toError(answer));
    }
    if (this.#next === this.#waiting.length || this.#next > 4096) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
    // What these answers lead to (a reserved request settles) joins the next group.
    if (this.#outbox.length > 0) setImmediate(this.#flush);
  }

  #toError({ message, unavailable }: CommandResult & { ok: false }): Error {
    if (!unavailable) return new Error(message);
    this.#onUnavailable();
    return new StorageUnavailableError(message);
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const asker of this.#waiting.splice(0)) asker.reject(error);
    this.#next = 0;
  }
}

import { type Logger, symbols } from 'pino';
import type { RequestRecord } from '../pipeline/pipeline-context.ts';

/** Texts that recur in log lines, such as the ids of keys; more than a busy node has at a time. */
const quotedMax = 10_000;

/** The stream of a logger, with what pino writes before and after the fields of a line. */
interface LineStream {
  write(line: string): void;
}

/**
 * Writes the log line of a request that did not fail because of the service: the line that `log.info(…, 'request')`
 * would write, whose fields are known, so that it costs a fraction. Loggers with bindings, or with anything that changes
 * these fields, are not supported.
 */
export class RequestLineWriter {
  readonly #log: Logger;
  readonly #stream: LineStream;
  readonly #quoted = new Map<string, string>();
  #pending = '';

  constructor(log: Logger) {
    this.#log = log;
    this.#stream = Reflect.get(log, symbols.streamSym) as LineStream;
  }

  /**
   * Writes a line together with those of other requests that end at the same time, before the event loop continues. For
   * each piece of text, the stream of pino copies all that it has not written yet.
   *
   * @param time milliseconds since the epoch
   */
  write(record: RequestRecord, time: number): void {
    if (!this.#log.isLevelEnabled('info')) return;
    if (this.#pending === '') process.nextTick(this.flush);
    this.#pending += this.#format(record, time);
  }

  /** Passes pending lines to the stream. Call it before another line is written to the log. */
  readonly flush = (): void => {
    if (this.#pending === '') return;
    const lines = this.#pending;
    this.#pending = '';
    this.#stream.write(lines);
  };

  #format(record: RequestRecord, time: number): string {
    const { requestId, client, operation, status, code, keyId, accountId, jobId } = record;
    const { creditsUsed, replayed, timing } = record;
    let line = `{"level":30,"time":${time},"requestId":${JSON.stringify(requestId)},"client":${this.#quote(client)}`;
    line += `,"operation":${this.#quote(operation)},"status":${status}`;
    if (code !== undefined) line += `,"code":"${code}"`;
    if (keyId !== undefined) line += `,"keyId":${this.#quote(keyId)}`;
    if (accountId !== undefined) line += `,"accountId":${this.#quote(accountId)}`;
    if (jobId !== undefined) line += `,"jobId":"${jobId}"`;
    return `${line},"creditsUsed":${creditsUsed},"replayed":${replayed},"timing":"${timing}","msg":"request"}\n`;
  }

  #quote(text: string): string {
    let quoted = this.#quoted.get(text);
    if (quoted === undefined) {
      if (this.#quoted.size >= quotedMax) this.#quoted.clear();
      quoted = JSON.stringify(text);
      this.#quoted.set(text, quoted);
    }
    return quoted;
  }
}

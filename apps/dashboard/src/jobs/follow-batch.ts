import { type Signal, signal } from '@preact/signals';
import type { Batch, BatchResult, Quern } from '@quern/sdk';

/** A request of a batch that has ended, without its result. */
export interface BatchRow {
  /** Position in the order of the ends, to read the result. */
  readonly cursor: number;
  /** Id of the request, or its position in the batch. */
  readonly label: string;
  readonly status: BatchResult['status'];
  /** Title of the page, if the result has one. */
  readonly title: string;
  /** Why the request failed. */
  readonly error: string;
  readonly credits: number;
}

/** Further results are counted, but not listed. */
const rowsMax = 500;
const pollMs = 2000;

/** A batch that is followed while it runs. Results are not kept: they are read again when one is opened. */
export class FollowedBatch {
  readonly batch: Signal<Batch | undefined> = signal(undefined);
  readonly rows: Signal<readonly BatchRow[]> = signal([]);
  readonly #quern: Quern;
  readonly #id: string;

  constructor(quern: Quern, id: string) {
    this.#quern = quern;
    this.#id = id;
  }

  /** Follows the batch until it has ended. @throws QuernError */
  async follow(abort: AbortSignal): Promise<void> {
    await Promise.all([this.#followCounts(abort), this.#followRows(abort)]);
    await this.#readCounts(abort);
  }

  /** Reads the result of a request again. @returns undefined if it is not stored anymore. @throws QuernError */
  async read({ cursor }: BatchRow): Promise<BatchResult | undefined> {
    for await (const result of this.#quern.batches.results(this.#id, { cursor: cursor - 1, follow: false })) {
      return result;
    }
    return undefined;
  }

  /** Cancels the requests that have not ended. @throws QuernError */
  async cancel(): Promise<void> {
    this.batch.value = (await this.#quern.batches.cancel(this.#id)).data;
  }

  async #followRows(abort: AbortSignal): Promise<void> {
    for await (const result of this.#quern.batches.results(this.#id, { signal: abort })) {
      this.rows.value = [...this.rows.value, toRow(result)];
      if (this.rows.value.length >= rowsMax) return;
    }
  }

  async #followCounts(abort: AbortSignal): Promise<void> {
    while (!abort.aborted) {
      await this.#readCounts(abort);
      if (this.batch.value?.status !== 'running') return;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async #readCounts(abort: AbortSignal): Promise<void> {
    this.batch.value = (await this.#quern.batches.get(this.#id, { signal: abort })).data;
  }
}

function toRow({ cursor, index, customId, status, usage, data, error }: BatchResult): BatchRow {
  const metadata = (data?.['metadata'] ?? {}) as { readonly title?: unknown };
  return {
    cursor,
    label: customId ?? `#${index + 1}`,
    status,
    title: typeof metadata.title === 'string' ? metadata.title : '',
    error: error?.error ?? '',
    credits: usage,
  };
}

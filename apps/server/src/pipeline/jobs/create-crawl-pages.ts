import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../../errors/error-codes.ts';
import { createId } from '../../ids/create-id.ts';
import type { CrawlPages, PageError, PageResult } from '../../operations/crawl-pages.ts';
import type { BatchResult } from '../../storage/batches/batch.ts';
import type { Job } from '../../storage/jobs/job.ts';
import type { Store } from '../../storage/store.ts';
import { readResultData } from '../response/read-result-data.ts';
import { encodeJobInput } from './encode-job-input.ts';

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

/** The stored error of a job. */
const errorSchema = z.object({
  error: z.string(),
  code: z.string().refine(isErrorCode),
  targetStatus: z.int().optional(),
});

/** Dependencies of the pages of crawls. */
export interface CrawlPagesContext {
  readonly store: Pick<Store, 'crawls' | 'batches' | 'results'>;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** How long an ended crawl and its pages are kept, ms. */
  readonly retentionMs: number;
}

/** Creates what the attempt of a crawl's job stores its pages with. */
export function createCrawlPages(
  job: Job,
  { store, now, retentionMs }: CrawlPagesContext,
  signal: AbortSignal,
): CrawlPages {
  const { crawls, batches, results } = store;
  return {
    open: () => crawls.open(job),
    record: (state, known, urls) => crawls.record(job, state, known, urls),
    add: (state, pages) =>
      crawls.addPages(
        job,
        state,
        pages.map(({ url, input }) => ({ jobId: createId('job'), url, input: encodeSmallInput(input) })),
      ),
    readResults: async (after, limit) => {
      const found = await batches.listResults(job.id, after, limit);
      return found.map((result) => toPageResult(result, results, signal));
    },
    close: () => crawls.close(job, { now: now(), expiresAt: now() + retentionMs }),
  };
}

/** Encodes the input of a page, whose fields are limited to less than a row can hold. */
function encodeSmallInput(input: object): string {
  const encoded = encodeJobInput(input);
  if (typeof encoded !== 'string') throw new Error('the input of a page is too large for a row');
  return encoded;
}

function toPageResult(
  { order, customId, status, result, error }: BatchResult,
  results: Store['results'],
  signal: AbortSignal,
): PageResult {
  return {
    order,
    url: customId ?? '',
    error: status === 'succeeded' ? undefined : readError(error),
    load: async () => result && readResultData(result, results, signal),
  };
}

function readError(error: string | null): PageError {
  if (error === null) return { code: 'client_gone', message: 'it was canceled', targetStatus: undefined };
  const { code, error: message, targetStatus } = errorSchema.parse(JSON.parse(error));
  return { code, message, targetStatus };
}

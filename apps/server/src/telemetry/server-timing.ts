import type { RequestRecord } from '../pipeline/pipeline-context.ts';

/** Formats the durations of a request's steps as a Server-Timing header (W3C), rounded to hundredths of a millisecond. */
export function formatServerTiming({
  steps,
  durationMs,
}: Pick<RequestRecord, 'steps' | 'durationMs'>): string {
  let timing = '';
  for (const [name, ms] of steps) timing += `${name};dur=${Math.round(ms * 100) / 100}, `;
  return `${timing}total;dur=${Math.round(durationMs * 100) / 100}`;
}

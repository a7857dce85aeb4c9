import type { RequestRecord } from '../pipeline/pipeline-context.ts';

/** The steps' milliseconds as Server-Timing says them (W3C), to the hundredth. */
export function formatServerTiming({
  steps,
  durationMs,
}: Pick<RequestRecord, 'steps' | 'durationMs'>): string {
  let timing = '';
  for (const [name, ms] of steps) timing += `${name};dur=${Math.round(ms * 100) / 100}, `;
  return `${timing}total;dur=${Math.round(durationMs * 100) / 100}`;
}

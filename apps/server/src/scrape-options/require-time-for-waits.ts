import { ServiceError } from '../errors/service-error.ts';
import type { ScrapeOptions } from './scrape-options.ts';

/**
 * Rejects a request that cannot succeed, because its waits take the whole time limit. The schema cannot check this:
 * the default of the limit is a setting.
 *
 * @param renderTimeMs the time limit of a request without `timeout`
 * @throws ServiceError `invalid_parameters` if the waits are not shorter than the time limit
 */
export function requireTimeForWaits(
  { waitFor, actions = [], timeout }: ScrapeOptions,
  renderTimeMs: number,
): void {
  const waitsMs = actions.reduce(
    (sum, action) => sum + (action.type === 'wait' ? (action.milliseconds ?? 0) : 0),
    typeof waitFor === 'number' ? waitFor : 0,
  );
  const limitMs = timeout ?? renderTimeMs;
  if (waitsMs < limitMs) return;
  throw new ServiceError(
    'invalid_parameters',
    `timeout: must be greater than the ${waitsMs} ms that waitFor and actions wait (${timeout === undefined ? 'the default is' : 'received'} ${limitMs})`,
  );
}

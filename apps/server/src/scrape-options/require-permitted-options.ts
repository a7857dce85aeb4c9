import { ServiceError } from '../errors/service-error.ts';
import type { ScrapeOptions } from './scrape-options.ts';

/** Options of `scrape` that an operator can disable. */
export interface ScrapePermissions {
  /** Whether requests may send headers and cookies. */
  readonly allowsHeaders: boolean;
  /** Whether requests may click and type in pages. */
  readonly allowsActions: boolean;
}

/** @throws ServiceError `invalid_parameters` if a request uses an option that the operator has disabled */
export function requirePermittedOptions(
  { headers, cookies, actions = [] }: ScrapeOptions,
  { allowsHeaders, allowsActions }: ScrapePermissions,
): void {
  const refuse = (field: string, setting: string): never => {
    throw new ServiceError(
      'invalid_parameters',
      `${field}: the operator of this service has disabled it (${setting}=forbid)`,
    );
  };
  if (!allowsHeaders && headers !== undefined) refuse('headers', 'QUERN_SCRAPE_HEADERS');
  if (!allowsHeaders && cookies !== undefined) refuse('cookies', 'QUERN_SCRAPE_HEADERS');
  if (!allowsActions && actions.length > 0) refuse('actions', 'QUERN_SCRAPE_ACTIONS');
}

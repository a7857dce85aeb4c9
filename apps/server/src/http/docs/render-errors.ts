import type { ErrorCode } from '../../errors/error-codes.ts';

/** Renders links to the pages of error codes. */
export const linkErrors = (codes: readonly ErrorCode[]): string[] =>
  codes.map((code) => `<a href="/docs/errors/${code}"><code>${code}</code></a>`);

/**
 * Renders the errors of an operation or an endpoint; empty if there are none.
 *
 * @param others HTML that names further errors
 */
export function renderErrors(codes: readonly ErrorCode[], others?: string): string {
  const parts = [...linkErrors(codes), ...(others === undefined ? [] : [others])];
  return parts.length === 0 ? '' : `<p>Errors: ${parts.join(', ')}.</p>`;
}

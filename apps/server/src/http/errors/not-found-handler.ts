import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { RouteTable } from './route-table.ts';

/**
 * Creates the error for a request that matches no route: `method_not_allowed` with an Allow header if the path supports
 * other methods, else `not_found`.
 */
export function createNotFoundError(
  routes: RouteTable,
  request: { readonly method: string; readonly url: string },
): ServiceError {
  const path = request.url.split('?', 1)[0] ?? '/';
  const methods = routes.findMethods(path);
  if (methods.length > 0) {
    const allow = methods.join(', ');
    const message = `${quoteValue(path)} supports ${allow}, not ${request.method.slice(0, 64)}`;
    return new ServiceError('method_not_allowed', message, { headers: { allow } });
  }
  const message = `there is nothing at ${request.method} ${quoteValue(path)}; see /docs`;
  return new ServiceError('not_found', message);
}

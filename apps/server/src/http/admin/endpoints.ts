import { accountEndpoints } from './account-endpoints.ts';
import { auditEndpoints } from './audit-endpoints.ts';
import type { AdminEndpoint } from './endpoint.ts';
import { createKeyEndpoints } from './key-endpoints.ts';
import { modelEndpoints } from './model-endpoints.ts';
import { requestEndpoints } from './request-endpoints.ts';
import { systemEndpoints } from './system-endpoints.ts';
import { usageEndpoints } from './usage-endpoints.ts';

/** Where the admin API is served. */
export const adminPrefix = '/admin/v0';

/**
 * Lists the endpoints of the admin API.
 *
 * @param scopes names of the operations that a key can be limited to
 */
export const listAdminEndpoints = (scopes: readonly string[]): readonly AdminEndpoint[] => [
  ...accountEndpoints,
  ...createKeyEndpoints(scopes),
  ...modelEndpoints,
  ...auditEndpoints,
  ...usageEndpoints,
  ...requestEndpoints,
  ...systemEndpoints,
];

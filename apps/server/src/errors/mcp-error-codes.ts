import type { ErrorDefinition } from './error-definition.ts';

/** The error codes of MCP. */
export const mcpErrorCodes = {
  origin_denied: {
    status: 403,
    title: 'Origin denied',
    description: 'A script of a site that is not permitted sent a request to `/mcp`.',
    resolution: 'An operator can permit the origin of the site with `QUERN_CORS_ORIGINS`.',
  },
} as const satisfies Record<string, ErrorDefinition>;

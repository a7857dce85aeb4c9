import type { Config } from '../config.ts';
import { curlExample } from '../http/docs/curl-example.ts';
import { operations } from '../operations/registry.ts';
import { servesRequests } from '../roles/node-role.ts';
import type { RunningService } from './compose-service.ts';

/**
 * Formats the text printed at startup: the URL of the service, where its data is stored, and new secrets, which are
 * not shown again. A new API key is followed by calls to try.
 */
export function formatStartupBanner(config: Config, service: RunningService): string {
  const baseUrl = config.publicUrl ?? service.url;
  if (!servesRequests(config.role)) {
    return `Quern listens on ${service.url} as a worker: it runs jobs, and serves /livez, /readyz and /metrics; data: PostgreSQL`;
  }
  const lines = [
    `Quern listens on ${service.url} (HOST=${config.host}); dashboard: ${baseUrl}/, reference: ${baseUrl}/docs`,
    config.databaseUrl === undefined ? `data: ${config.dataDir}` : 'data: PostgreSQL',
  ];
  if (service.newAdminToken !== undefined) {
    lines.push('', `Admin token, shown this once: ${service.newAdminToken}`);
  }
  if (service.signInCode !== undefined) {
    lines.push(
      '',
      `Dashboard, signed in by this link once, on this machine, within an hour: ${service.url}/#start=${service.signInCode}`,
    );
  }
  if (service.newKey !== undefined) {
    lines.push(
      '',
      `API key with ${config.bootstrapCredits} credits, shown this once: ${service.newKey}`,
      '',
      'Try it:',
      ...quickStartCalls(baseUrl, service.newKey).map((call) => `  ${call}`),
      '',
      `All operations, with forms to try them: ${baseUrl}/docs`,
    );
  }
  return lines.join('\n');
}

/** Returns a shell command for each operation that works offline. */
function quickStartCalls(baseUrl: string, key: string): string[] {
  return operations.flatMap((operation) =>
    operation.quickStartInput === undefined
      ? []
      : [curlExample(operation, operation.quickStartInput, { baseUrl, key })],
  );
}

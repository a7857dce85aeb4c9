import type { Config } from '../config.ts';
import { curlExample } from '../http/docs/curl-example.ts';
import { operations } from '../operations/registry.ts';
import type { RunningService } from './compose-service.ts';

/** What the start prints for people: where it listens and, the first time, the key with a call of each operation. */
export function formatStartupBanner(config: Config, service: RunningService): string {
  const base = config.publicUrl ?? service.url;
  const lines = [
    `Quern listens on ${service.url} (HOST=${config.host}); reference: ${base}/docs`,
    config.databaseUrl === undefined ? `data: ${config.dataDir}` : 'data: PostgreSQL',
  ];
  if (service.newAdminToken !== undefined) {
    lines.push('', `Admin token, shown this once: ${service.newAdminToken}`);
  }
  if (service.newKey !== undefined) {
    const key = service.newKey;
    lines.push(
      '',
      `API key with ${config.bootstrapCredits} credits, shown this once: ${key}`,
      '',
      'Try it:',
      ...operations.map((operation) => `  ${curlExample(operation, base, key)}`),
    );
  }
  return lines.join('\n');
}

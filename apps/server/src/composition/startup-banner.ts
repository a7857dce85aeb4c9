import type { Config } from '../config.ts';
import { curlExample } from '../http/docs/curl-example.ts';
import { operations } from '../operations/registry.ts';
import type { RunningService } from './compose-service.ts';

/** A PNG of 132 × 36 pixels that reads "Hello 42". */
const sampleImage =
  'iVBORw0KGgoAAAANSUhEUgAAAIQAAAAkAQMAAABylgAKAAAABlBMVEX///8AAABVwtN+AAAACXBIWXMAAAsTAAALEwEAmpwYAAAAuklEQVQoz83QOw7CMAwG4D+yFC+Vu3ao6DWYOAsnQNyARBm69QicBak7Z2BjY2ZABKckPHoB8JR8cmzHwO+D7OetIQfidFrQbSYrvs/F1jPZgIs0KmvgAioSiVPRIzR9En8OzHuY4ZUTfGCxoCHX6WIwIwuDBDZLj5ErghVIftWbSUTQFokjt4RKsCyiE6p00W0/pJrk9C119Icyj4p2hzxHTuKIWRsLl4157ZVWIxzzv9wusLm+5d/jASSwMBROHTI4AAAAAElFTkSuQmCC';

/**
 * Inputs that work without a network and without downloaded models. Operations that are missing here (map, scrape) read
 * web pages.
 */
const offlineInputs: Readonly<Record<string, object>> = {
  summarize: {
    content:
      'The mill was built in 1820. It ground wheat until the river dried up. Today it is a museum that shows how flour was made.',
    maxLength: 60,
  },
  'extract-entities': { text: 'Ada Lovelace paid €1,200.50 to Acme Ltd. in London on 10 December 2025.' },
  sentiment: { text: 'The room was lovely, but the service was painfully slow.' },
  ocr: { imageUrl: `data:image/png;base64,${sampleImage}` },
};

/**
 * Formats what the start prints for people: where the service listens and, at the first start, the API key with
 * calls to try.
 */
export function formatStartupBanner(config: Config, service: RunningService): string {
  const baseUrl = config.publicUrl ?? service.url;
  const lines = [
    `Quern listens on ${service.url} (HOST=${config.host}); reference: ${baseUrl}/docs`,
    config.databaseUrl === undefined ? `data: ${config.dataDir}` : 'data: PostgreSQL',
  ];
  if (service.newAdminToken !== undefined) {
    lines.push('', `Admin token, shown this once: ${service.newAdminToken}`);
  }
  if (service.newKey !== undefined) {
    lines.push(
      '',
      `API key with ${config.bootstrapCredits} credits, shown this once: ${service.newKey}`,
      '',
      'Try it:',
      ...exampleCalls(baseUrl, service.newKey).map((call) => `  ${call}`),
      '',
      `map and scrape read web pages; their calls are at ${baseUrl}/docs`,
    );
  }
  return lines.join('\n');
}

/** Returns a shell command for each operation that works offline. */
function exampleCalls(baseUrl: string, key: string): string[] {
  return operations.flatMap((operation) => {
    const input = offlineInputs[operation.name];
    if (input === undefined) return [];
    return [curlExample({ ...operation, example: { input, output: {} } }, `${baseUrl}/v0`, key)];
  });
}

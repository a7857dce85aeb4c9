import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMissing, sharedDir } from '@quern/testing/requirements';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { exampleSite } from '@quern/testing/web/example-site';
import { serveSite } from '@quern/testing/web/serve-site';
import type { Operation, OperationExample } from '../apps/server/src/operations/define-operation.ts';
import { operations } from '../apps/server/src/operations/registry.ts';

/** Origin of the website that the examples name. Requests go to a local copy of it. */
const publicOrigin = 'https://www.example.com';

/**
 * Sends the input of every example to a service with the real engines.
 *
 * @returns the examples by operation, with the outputs of this run; those of `translate` as recorded without ../shared
 * @throws Error if a request fails
 */
export async function runExamples(): Promise<ReadonlyMap<string, readonly OperationExample[]>> {
  const site = await serveSite(exampleSite);
  const models = isMissing('shared') ? undefined : join(sharedDir, 'data/translation/models');
  const service = await startTestService({
    QUERN_RATE_LIMIT: 'off',
    QUERN_CHROMIUM: 'off',
    ...(models !== undefined && { QUERN_MODELS_DIR: models, QUERN_OFFLINE: '1' }),
  });
  try {
    const results = new Map<string, OperationExample[]>();
    for (const operation of operations) {
      // Its models are not part of the repository.
      if (operation.name === 'translate' && models === undefined) {
        results.set(operation.name, [...operation.examples]);
        continue;
      }
      const examples: OperationExample[] = [];
      for (const { input } of operation.examples) {
        examples.push({ input, output: await runExample(service, operation, input, site.origin) });
      }
      results.set(operation.name, examples);
    }
    return results;
  } finally {
    await service.stop();
    await site.close();
  }
}

async function runExample(
  service: TestService,
  { name }: Operation,
  input: OperationExample['input'],
  siteOrigin: string,
): Promise<OperationExample['output']> {
  const response = await service.post(name, JSON.stringify(input).replaceAll(publicOrigin, siteOrigin));
  const text = (await response.text()).replaceAll(siteOrigin, publicOrigin);
  if (response.status === 202) {
    const { data } = JSON.parse(text) as { data: { id: string } };
    const result = JSON.stringify(await waitForJob(service, data.id));
    return JSON.parse(result.replaceAll(siteOrigin, publicOrigin)) as OperationExample['output'];
  }
  if (response.status !== 200) throw new Error(`${name} responded with ${response.status}: ${text}`);
  const { data } = JSON.parse(text) as { data: OperationExample['output'] };
  return data;
}

/** Waits for the result of a job. */
async function waitForJob(service: TestService, id: string): Promise<OperationExample['output']> {
  for (;;) {
    const response = await fetch(`${service.url}/v0/jobs/${id}`, {
      headers: { authorization: `Bearer ${testApiKey}` },
    });
    const { data: job } = (await response.json()) as {
      data: { status: string; data?: OperationExample['output'] };
    };
    if (job.data !== undefined) return job.data;
    if (job.status !== 'queued' && job.status !== 'running')
      throw new Error(`the job ${id} has ${job.status}`);
    await sleep(50);
  }
}

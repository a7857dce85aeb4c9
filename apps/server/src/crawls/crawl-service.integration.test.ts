import { afterAll, beforeAll, expect, it } from 'vitest';
import { OpenResponses } from '../limits/open-responses.ts';
import { createTestAccount, liveNodeId, uniqueText } from '../storage/fixtures/create-test-account.ts';
import { describeDatabases } from '../storage/fixtures/describe-databases.ts';
import type { Store } from '../storage/store.ts';
import { CrawlService } from './crawl-service.ts';

const end = { now: 500, expiresAt: 1000 };
const [operation, id] = ['crawl', `job_${'0'.repeat(22)}`];

describeDatabases('the pages of a crawl', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  it('are followed until they are canceled, which happens after the job was', async () => {
    const { accountId, keyId } = await createTestAccount(store, 10);
    const input = { kind: 'inline', body: '{}' } as const;
    const labels = { accountId, keyId, operation, requestId: 'req_crawl', metadata: {} };
    await store.jobs.add([{ id, ...labels, priority: 'interactive', input, createdAt: 100 }]);
    const claim = { operation, priority: 'interactive', limit: 1, nodeId: liveNodeId, now: 200 } as const;
    const [job] = await store.jobs.claim(claim);
    const key = await store.keys.find(keyId);
    if (job === undefined || key === undefined) throw new Error('there is no job or no key');
    await store.crawls.open(job);
    const pages = ['a', 'b'].map((path) => ({
      jobId: uniqueText('job'),
      url: `https://example.org/${path}`,
      input: '{"input":{},"files":[]}',
    }));
    await store.crawls.addPages(job, { taken: 2, disallowed: 0 }, pages);
    await store.jobs.cancel(id, accountId, end);

    let looks = 0;
    const batches: Pick<Store['batches'], 'find' | 'listResults'> = {
      find: (...parameters) => store.batches.find(...parameters),
      listResults: async (...parameters) => {
        looks += 1;
        // The node that cancels the pages is slower than the stream.
        if (looks === 2) await store.crawls.endAbandoned(end);
        return store.batches.listResults(...parameters);
      },
    };
    const service = new CrawlService({
      store: { batches, jobs: store.jobs, results: store.results },
      concurrencyLimiter: { isDraining: false },
      openResponses: new OpenResponses(),
      now: () => 600,
    });
    const { signal } = new AbortController();
    const body = await service.streamResults(id, key, { cursor: 0, follow: true, signal });
    if (body.kind !== 'text' || typeof body.chunks === 'string') throw new Error('the body is no stream');
    const lines: unknown[] = [];
    for await (const line of body.chunks) lines.push(JSON.parse(line));
    expect(lines).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }]);
  });
});

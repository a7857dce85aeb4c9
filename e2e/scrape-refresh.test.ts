import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let site: TestSite;

const article = `<html><head><title>Moved</title></head><body><article><h1>Moved</h1>${'<p>The article that was moved is here, with sentences enough to be one.</p>'.repeat(8)}</article></body></html>`;

beforeAll(async () => {
  service = await startTestService({ QUERN_FETCH_ALLOW: '127.0.0.0/8' });
  site = await serveSite({
    '/': '<head><meta http-equiv="refresh" content="0; url=/moved"></head><body>One moment.</body>',
    '/moved': article,
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /closed' },
    '/to-closed': '<meta http-equiv="refresh" content="0; url=/closed/x"><p>One moment.',
    '/closed/x': article,
  });
});
afterAll(async () => {
  await service.stop();
  await site.close();
});

it('scrape returns the target of a meta refresh', async () => {
  const response = await service.post('scrape', { url: `${site.origin}/` });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as {
    data: { markdown: string; metadata: Record<string, string> };
  };
  expect(data.markdown).toContain('The article that was moved is here');
  expect(data.metadata['finalUrl']).toBe(`${site.origin}/moved`);
});

it('scrape does not follow a meta refresh that robots.txt disallows', async () => {
  const response = await service.post('scrape', { url: `${site.origin}/to-closed` });
  expect([response.status, (await response.json()) as unknown]).toMatchObject([502, { code: 'blocked' }]);
  expect(site.hits).not.toContain('/closed/x');
});

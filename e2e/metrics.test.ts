import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import manifest from '../apps/server/package.json' with { type: 'json' };

const token = 'metrics-token-0123456789';

describe('/metrics', () => {
  it('needs no token by default, and reports what runs', async () => {
    const service = await startTestService();
    const response = await fetch(`${service.url}/metrics`);
    expect(response.status).toBe(200);
    const line = (await response.text()).split('\n').find((text) => text.startsWith('quern_build_info{'));
    const [, version, node, commit] =
      /^quern_build_info\{version="(.*)",node_version="(.*)",commit="(.*)"\} 1$/.exec(line ?? '') ?? [];
    expect([version, node]).toEqual([manifest.version, process.versions.node]);
    expect(commit).toMatch(/^([\da-f]{40,64})?$/);
    await service.stop();
  });
});

describe('/metrics with QUERN_METRICS_TOKEN', () => {
  let service: TestService;
  beforeAll(async () => {
    // The minute in which failures are counted stands still.
    vi.useFakeTimers({ toFake: ['performance'] });
    service = await startTestService({ QUERN_METRICS_TOKEN: token });
  });
  afterAll(async () => {
    await service.stop();
    vi.useRealTimers();
  });

  const read = (authorization?: string): Promise<Response> =>
    fetch(`${service.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });

  it('returns metrics for the token only', async () => {
    const response = await read(`Bearer ${token}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('quern_build_info');
  });

  it.each([
    [undefined, 'missing_key'],
    ['Basic abc', 'missing_key'],
    [`Bearer ${token}x`, 'unknown_key'],
    ['Bearer test-admin-token-0123456789', 'unknown_key'],
  ])('returns 401 for %s, as any error', async (authorization, code) => {
    const response = await read(authorization);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body['code']).toBe(code);
    expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
  });

  it('returns 429 after 20 wrong tokens in a minute, but not for the right one', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 25; index += 1) statuses.push((await read(`Bearer guess-${index}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await read(`Bearer ${token}`)).status).toBe(200);
  });

  it('does not protect health', async () => {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
});

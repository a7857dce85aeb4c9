import { type TestService, testAdminToken, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../apps/server/src/errors/error-codes.ts';
import { type ErrorTestService, startErrorTestService } from './error-test-service.ts';

let fixture: ErrorTestService;
let service: TestService;

beforeAll(async () => {
  fixture = await startErrorTestService();
  ({ service } = fixture);
});
afterAll(() => fixture.stop());

describe('the format of an error', () => {
  it('is problem details (RFC 9457) for clients that accept them', async () => {
    const response = await service.post('sentiment', {}, { accept: 'application/problem+json' });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const body = (await response.json()) as { type: string };
    expect(body).toMatchObject({
      status: 400,
      code: 'invalid_parameters',
      title: errorCodes.invalid_parameters.title,
    });
    expect(body.type).toBe(`${service.url}/docs/errors/invalid_parameters`);
    expect((await fetch(body.type)).status).toBe(200);
  });
  it('is JSON with status 400 for a request that is not HTTP', async () => {
    const text = await rawRequest('NONSENSE\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"code":"invalid_parameters"');
  });
  it('is logged without keys and texts', async () => {
    await service.post('sentiment', { text: 'a most private remark' });
    const log = service.logLines.join('');
    expect(log).not.toContain('private remark');
    expect(log).not.toContain(testApiKey);
    expect(log).not.toContain(testAdminToken);
  });
});

async function rawRequest(text: string): Promise<string> {
  const { connect } = await import('node:net');
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      response += chunk.toString();
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });
}

import type { TestService } from '@quern/testing/service/start-test-service';
import type { TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ErrorTestService,
  expectError,
  expectNoCharge,
  startErrorTestService,
} from './error-test-service.ts';

let fixture: ErrorTestService;
let service: TestService;
let site: TestSite;

beforeAll(async () => {
  fixture = await startErrorTestService();
  ({ service, site } = fixture);
});
afterAll(() => fixture.stop());

describe('400', () => {
  it('returns 400 invalid_json with the position for a body that is not JSON', () =>
    expectNoCharge(service, () =>
      expectError(service.post('sentiment', '{"text": '), 400, 'invalid_json', /JSON/),
    ));
  it('returns 400 invalid_json for an empty body and for JSON that is not an object', async () => {
    await expectError(service.post('sentiment', ''), 400, 'invalid_json', /empty/);
    await expectError(service.post('sentiment', '[1]'), 400, 'invalid_json', /object/);
  });
  it('returns 400 invalid_parameters naming a missing field', () =>
    expectError(service.post('sentiment', {}), 400, 'invalid_parameters', /text: is required/));
  it('returns 400 invalid_parameters naming an unknown field', () =>
    expectError(
      service.post('sentiment', { text: 'a', tone: 1 }),
      400,
      'invalid_parameters',
      /unknown field: "tone"/,
    ));
  it('returns 400 invalid_parameters for empty and blank text', async () => {
    await expectError(service.post('sentiment', { text: '' }), 400, 'invalid_parameters', /blank/);
    await expectError(
      service.post('extract-entities', { text: ' \n\t' }),
      400,
      'invalid_parameters',
      /blank/,
    );
    await expectError(service.postForm({ content: '  ' }), 400, 'invalid_parameters', /blank/);
  });
  it('accepts 1,000,000 characters of text and returns 400 invalid_parameters for one more', async () => {
    expect((await service.post('sentiment', { text: 'good '.repeat(200_000) })).status).toBe(200);
    await expectError(
      service.post('sentiment', { text: 'a'.repeat(1_000_001) }),
      400,
      'invalid_parameters',
      /1,000,000/,
    );
  });
  it('returns 400 invalid_url for a URL without its protocol, and for another scheme', async () => {
    await expectError(service.post('scrape', { url: 'example.com' }), 400, 'invalid_url', /example\.com/);
    await expectError(service.post('map', { url: 'ftp://example.com' }), 400, 'invalid_url', /http/);
    await expectError(
      service.post('ocr', { imageUrl: 'data:image/png;base64' }),
      400,
      'invalid_url',
      /comma/,
    );
  });
  it('returns 400 invalid_parameters for both or neither of content and file', async () => {
    await expectError(
      service.postForm({ content: 'a', file: new File(['b'], 'b.txt') }),
      400,
      'invalid_parameters',
      /exactly one/,
    );
    await expectError(service.postForm({ targetLanguage: 'pt' }), 400, 'invalid_parameters', /exactly one/);
  });
  it('accepts a file of 10,485,760 bytes and returns 400 file_too_large for one more', async () => {
    const text = 'word '.repeat(2_097_152);
    expect(
      (await service.postForm({ file: new File([text], 'a.txt') }, { 'x-dry-run': 'true' })).status,
    ).toBe(200);
    await expectNoCharge(service, () =>
      expectError(service.postForm({ file: new File([`${text}.`], 'a.txt') }), 400, 'file_too_large'),
    );
  });
  it('returns 400 invalid_file for a file that is no document, whatever its name', () =>
    expectError(
      service.postForm({
        file: new File([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0])], 'a.txt'),
      }),
      400,
      'invalid_file',
    ));
  it('returns 400 unreadable_document for a damaged PDF', () =>
    expectNoCharge(service, () =>
      expectError(service.postForm({ file: pdf(200) }), 400, 'unreadable_document'),
    ));
  it('returns 400 unsupported_language for an unknown targetLanguage and for a pair without a model', async () => {
    await expectError(
      service.postForm({ content: 'Hello world.', targetLanguage: 'qqq' }),
      400,
      'unsupported_language',
      /qqq/,
    );
    await expectError(
      service.postForm({ content: 'The mill grinds the grain of the village.', targetLanguage: 'yo' }),
      400,
      'unsupported_language',
    );
  });
  it('returns 400 forbidden_address for a private address, also after a redirect', () =>
    expectNoCharge(service, async () => {
      await expectError(
        service.post('scrape', { url: 'http://169.254.169.254/latest/' }),
        400,
        'forbidden_address',
        /169\.254/,
      );
      await expectError(
        service.post('scrape', { url: `${site.origin}/private` }),
        400,
        'forbidden_address',
        /10\.0\.0\.1/,
      );
      await expectError(
        service.post('ocr', { imageUrl: 'http://[::ffff:10.1.2.3]/' }),
        400,
        'forbidden_address',
      );
      await expectError(service.post('map', { url: 'http://192.168.0.1/' }), 400, 'forbidden_address');
    }));
  it('returns 400 invalid_image for a resource that is not an image', () =>
    expectNoCharge(service, () =>
      expectError(service.post('ocr', { imageUrl: `${site.origin}/text.png` }), 400, 'invalid_image'),
    ));
  it('returns 400 invalid_parameters for limit 0, 5001, 1.5 and "10", and for sitemapOnly with ignoreSitemap', async () => {
    for (const limit of [0, 5001, 1.5, '10']) {
      await expectError(service.post('map', { url: site.origin, limit }), 400, 'invalid_parameters', /limit/);
    }
    await expectError(
      service.post('map', { url: site.origin, sitemapOnly: true, ignoreSitemap: true }),
      400,
      'invalid_parameters',
      /exclude each other/,
    );
  });
});

const pdf = (bytes: number): File =>
  new File([Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes)])], 'a.pdf');

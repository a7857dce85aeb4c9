import { describe, expect, it } from 'vitest';
import type { DashboardTest } from '../dashboard-test.ts';

/** The files of the dashboard as the service sends them; needs no browser. */
export function describeFiles(dashboard: DashboardTest): void {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${dashboard.service.url}${path}`, { headers, redirect: 'manual' });

  describe('the files of the dashboard', () => {
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

    it('are a page for browsers, and a redirect to the reference for programs', async () => {
      const page = await get('/', html);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const other = await get('/', { accept: '*/*' });
      expect([other.status, other.headers.get('location')]).toEqual([302, '/docs']);
      expect([page.headers.get('vary'), other.headers.get('vary')]).toEqual([
        'Accept, Accept-Encoding',
        'Accept',
      ]);
    });

    it('load nothing from elsewhere, and have no inline script or style', async () => {
      const response = await get('/', html);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      const text = await response.text();
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
      for (const [, address = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g))
        expect(address).toMatch(/^\/\w/);
    });

    it('include those of pdf.js that a browser needs, and no others of its package', async () => {
      const library = await get('/dashboard/pdf/build/pdf.min.mjs');
      expect([library.status, library.headers.get('content-type')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
      ]);
      const etag = library.headers.get('etag') ?? '';
      const again = await get('/dashboard/pdf/build/pdf.min.mjs', { 'if-none-match': etag });
      expect(again.status).toBe(304);
      for (const path of [
        'cmaps/UniJIS-UTF16-H.bcmap',
        'standard_fonts/LiberationSans-Regular.ttf',
        'wasm/jbig2_nowasm_fallback.js',
      ])
        expect([path, (await get(`/dashboard/pdf/${path}`)).status]).toEqual([path, 200]);
      for (const path of [
        'build/pdf.mjs',
        'build/..%2fpackage.json',
        'cmaps/LICENSE',
        'web/pdf_viewer.css',
        'toString/x',
      ])
        expect([path, (await get(`/dashboard/pdf/${path}`)).status]).toEqual([path, 404]);
    });

    it('are cached by their hashes, and the page by its version', async () => {
      const response = await get('/', html);
      const etag = response.headers.get('etag') ?? '';
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const cached = await get('/', { ...html, 'if-none-match': `"other", W/${etag}` });
      expect([cached.status, await cached.text()]).toEqual([304, '']);
      expect((await get('/', { ...html, 'if-none-match': `"${etag}"` })).status).toBe(200);
      const plain = await get('/', { ...html, 'accept-encoding': 'gzip;q=0' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(plain.headers.get('etag')).not.toBe(etag);
      expect((await get('/', { ...html, 'accept-encoding': 'gzip;q=0', 'if-none-match': etag })).status).toBe(
        200,
      );
      const script = /src="([^"]+\.js)"/.exec(await response.text())?.[1] ?? '';
      const file = await get(script);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect((await get('/dashboard/main-AAAAAAAA.js')).status).toBe(404);
    });
  });
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePdf } from '@quern/testing/documents/make-documents';
import { hiddenPackageEnvironment } from '@quern/testing/packages/hidden-package-environment';
import { type SpawnedService, spawnService } from '@quern/testing/service/spawn-service';
import { testApiKey } from '@quern/testing/service/start-test-service';
import { describe, expect, it } from 'vitest';

const receipt = readFileSync(join(import.meta.dirname, '../testing/fixtures/receipt-scan.jpg'));

/** Starts a service without a package, which loads all engines, and stops it after the work. */
async function withService(
  missing: string,
  problem: 'missing' | 'broken',
  work: (service: SpawnedService) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-'));
  const service = await spawnService({
    launcher: 'node',
    environment: {
      QUERN_DATA_DIR: folder,
      QUERN_BOOTSTRAP_KEY: testApiKey,
      QUERN_BOOTSTRAP_CREDITS: '10',
      ...(missing !== 'onnxruntime-node' && { QUERN_PRELOAD: 'all', QUERN_CHROMIUM: 'off' }),
      ...hiddenPackageEnvironment(missing, problem),
    },
  });
  try {
    await work(service);
  } finally {
    await service.terminate('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

function upload(service: SpawnedService, file: Uint8Array): Promise<Response> {
  const body = new FormData();
  body.append('file', new File([Buffer.from(file)], 'any-name'));
  const headers = { authorization: `Bearer ${testApiKey}` };
  return fetch(`${service.url}/v0/ocr`, { method: 'POST', headers, body });
}

describe('ocr returns 503 engine_unavailable without a charge and names the package', () => {
  it.each([
    ['sharp', 'broken', receipt],
    ['onnxruntime-node', 'missing', receipt],
    ['@embedpdf/pdfium', 'missing', makePdf([[]])],
  ] as const)('%s that is %s', async (name, problem, file) => {
    await withService(name, problem, async (service) => {
      const response = await upload(service, file);
      const { code, error } = (await response.json()) as { code: string; error: string };
      expect([response.status, code, error]).toEqual([
        503,
        'engine_unavailable',
        expect.stringContaining(`npm install --include=optional ${name}`),
      ]);
      expect(response.headers.get('retry-after')).toBe('30');
      expect(response.headers.get('x-credits-used')).toBe('0');
      if (name === 'sharp') await service.untilPrinted('OCR needs the package sharp');
    });
  });
});

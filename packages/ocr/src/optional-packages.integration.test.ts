import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makePdf } from '@quern/testing/documents/make-documents';
import { hiddenPackageEnvironment } from '@quern/testing/packages/hidden-package-environment';
import { describe, expect, it } from 'vitest';

const peersOf = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).peerDependencies;
const peers = { ...peersOf('../../pdf/package.json'), ...peersOf('../package.json') };
const fox = readFileSync(new URL('./fixtures/fox.png', import.meta.url));
/** A bitmap of one white pixel, which is decoded only in a thread. */
const bitmap = Buffer.from(
  'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA////AA==',
  'base64',
);

/** Reads an image twice in a process that cannot import a package. @returns the errors */
async function failures(name: string, bytes: Uint8Array, problem?: 'broken'): Promise<string[]> {
  const script = fileURLToPath(new URL('./fixtures/recognize-twice.ts', import.meta.url));
  const env = { ...process.env, ...hiddenPackageEnvironment(name, problem) };
  const image = Buffer.from(bytes).toString('base64');
  const { stdout } = await promisify(execFile)(process.execPath, [script, image], { env });
  return JSON.parse(stdout) as string[];
}

describe('OcrEngine without an optional package', () => {
  it.each([
    ['sharp', 'OCR', 'a PNG', fox],
    ['sharp', 'OCR', 'a bitmap', bitmap],
    ['onnxruntime-node', 'OCR', 'a PNG', fox],
    ['@embedpdf/pdfium', 'Reading PDFs', 'a PDF', makePdf([[]])],
  ])('names %s and the command that installs it, for each attempt', async (name, purpose, _, bytes) => {
    const problem = `${purpose} needs the package ${name}, which is not installed.`;
    const command = `npm install --include=optional ${name}@${peers[name]}`;
    const error = `ImageError unavailable: ${problem} An operator can install it: ${command}`;
    expect(await failures(name, bytes)).toEqual([error, error]);
  });

  it.each([
    ['sharp', bitmap],
    ['onnxruntime-node', fox],
    ['@embedpdf/pdfium', makePdf([[]])],
  ])('says that %s cannot be loaded when it has no binary for the platform', async (name, bytes) => {
    const problem = `needs the package ${name}, which cannot be loaded on ${process.platform} ${process.arch}.`;
    const [error] = await failures(name, bytes, 'broken');
    expect(error).toContain('ImageError unavailable: ');
    expect(error).toContain(problem);
  });
});

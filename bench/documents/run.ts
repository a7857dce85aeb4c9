/**
 * Measures the speed and memory of conversion: a PDF of 100 pages of text, next to pymupdf4llm if `--python` names an
 * interpreter that has it, and files of 10 MB of each kind, each in a separate process.
 *
 *     npm run bench:documents -- [--python PATH]
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import type { ConvertFileReport } from './convert-file.ts';
import { makeLargeFiles, makeTextPdf } from './make-large-files.ts';

const run = promisify(execFile);

async function convertFile(file: string): Promise<ConvertFileReport> {
  const script = join(import.meta.dirname, 'convert-file.ts');
  const { stdout } = await run(process.execPath, ['--conditions=source', script, file]);
  const { seconds, cpuSeconds, peakMb, length, error } = JSON.parse(stdout) as ConvertFileReport;
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    seconds: round(seconds),
    cpuSeconds: round(cpuSeconds),
    peakMb: Math.round(peakMb),
    length,
    error,
  };
}

const peerScript = `
import importlib.metadata, json, sys, time
import pymupdf4llm
pymupdf4llm.to_markdown(sys.argv[1], pages=[0])
start = time.monotonic()
cpu = time.process_time()
pymupdf4llm.to_markdown(sys.argv[1])
print(json.dumps({"seconds": round(time.monotonic() - start, 2), "cpuSeconds": round(time.process_time() - cpu, 2), "version": importlib.metadata.version("pymupdf4llm")}))
`;

function measurePeer(python: string, file: string): unknown {
  const text = execFileSync(python, ['-c', peerScript, file], { encoding: 'utf8' });
  return JSON.parse(text.trim().split('\n').at(-1) ?? '');
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { python: { type: 'string' } } });
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-documents-'));
  try {
    const write = (name: string, bytes: Uint8Array): string => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const text = write('text.pdf', makeTextPdf(100));
    const hundredPages = await convertFile(text);
    console.log('100 pages of text', hundredPages);
    const pymupdf4llm = values.python === undefined ? undefined : measurePeer(values.python, text);
    if (pymupdf4llm !== undefined) console.log('pymupdf4llm', pymupdf4llm);
    const largeFiles: Record<string, ConvertFileReport & { readonly megabytes: number }> = {};
    for (const [name, bytes] of Object.entries(makeLargeFiles())) {
      const megabytes = Math.round((bytes.length / 1024 / 1024) * 10) / 10;
      largeFiles[name] = { megabytes, ...(await convertFile(write('large', bytes))) };
      console.log(name, largeFiles[name]);
    }
    writeBenchResult('documents', { ...describeRun(), hundredPages, pymupdf4llm, largeFiles });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();

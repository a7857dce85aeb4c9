import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Reader } from './reader.ts';

const versionsSchema = z.object({ rapidocr: z.string(), onnxruntime: z.string() });
const readingSchema = z.object({
  text: z.string(),
  rowText: z.string().optional(),
  confidence: z.number(),
  cpuSeconds: z.number(),
  failure: z.string().optional(),
});

/**
 * Starts RapidOCR with its default models in a Python process that reads an image and writes its text, one JSON line
 * each.
 *
 * @param python interpreter with the packages of `eval/ocr/requirements.txt`
 */
export async function startRapidOcr(python: string): Promise<Reader> {
  const script = new URL('./rapidocr-peer.py', import.meta.url).pathname;
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  // A process that has ended is reported when its next line is missing.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${python} exited; install RapidOCR: pip install -r eval/ocr/requirements.txt`);
    return JSON.parse(value);
  };
  const versions = versionsSchema.parse(await readLine());
  return {
    name: 'RapidOCR',
    versions,
    close: async () => void child.stdin.end(),
    async read({ bytes }) {
      const request = JSON.stringify({ image: Buffer.from(bytes).toString('base64') });
      if (!child.stdin.write(`${request}\n`)) await once(child.stdin, 'drain');
      return readingSchema.parse(await readLine());
    },
  };
}

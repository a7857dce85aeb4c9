import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { splitMarkdownWords, splitWords } from './word-f1.ts';

/** An extractor to compare with: page in, words of its main content out. */
export interface Peer {
  readonly name: string;
  readonly extract: (html: string, url: string) => Promise<string[]>;
  readonly close: () => void;
}

const nothing = () => undefined;

/** Readability's own plain text. */
export const readability: Peer = {
  name: 'Readability',
  close: nothing,
  async extract(html) {
    try {
      const { document } = parseHTML(html);
      return splitWords(Reflect.construct(Readability, [document]).parse()?.textContent ?? '');
    } catch {
      // It throws on pages without a body; then it found nothing.
      return [];
    }
  },
};

export const defuddle: Peer = {
  name: 'Defuddle',
  close: nothing,
  async extract(html, url) {
    try {
      const { document } = parseHTML(html);
      // Its own log lines would run through the table.
      const log = console.log;
      const error = console.error;
      console.log = nothing;
      console.error = nothing;
      try {
        const { content } = await Defuddle(document, url || 'https://example.org/', { markdown: true });
        return splitMarkdownWords(content);
      } finally {
        console.log = log;
        console.error = error;
      }
    } catch {
      return [];
    }
  },
};

/** @param python an interpreter that has trafilatura; one process answers line by line */
export function trafilatura(python: string): Peer {
  const script = new URL('./trafilatura-peer.py', import.meta.url).pathname;
  const process = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  // A process that ended is told of below, by the answer that does not come.
  process.stdin.on('error', nothing);
  const lines = createInterface({ input: process.stdout });
  const answers = lines[Symbol.asyncIterator]();
  return {
    name: 'trafilatura',
    close: () => process.stdin.end(),
    async extract(html, url) {
      if (!process.stdin.write(`${JSON.stringify({ html, url })}\n`)) await once(process.stdin, 'drain');
      const { value, done } = await answers.next();
      if (done)
        throw new Error(`${python} ended: has it trafilatura? pip install -r eval/web/requirements.txt`);
      const answer: { text: string } = JSON.parse(value);
      return splitWords(answer.text);
    },
  };
}

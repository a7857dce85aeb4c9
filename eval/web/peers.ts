import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { splitMarkdownWords, splitWords } from '../metrics/word-f1.ts';
import { importPeer, peerVersions } from '../peers/import-peer.ts';

/** An extractor to compare with. */
export interface WebPeer {
  readonly name: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Returns the words of the page's main content; none when the extractor fails. */
  readonly extract: (html: string, url: string) => Promise<string[]>;
  readonly close: () => void;
}

interface Linkedom {
  parseHTML(html: string): { document: object };
}

interface ReadabilityModule {
  readonly Readability: new (document: object) => { parse(): { textContent?: string | null } | null };
}

interface DefuddleModule {
  Defuddle(document: object, url: string, options: { markdown: boolean }): Promise<{ content: string }>;
}

const noop = () => undefined;

/** Loads Mozilla's Readability, which returns plain text. */
export async function loadReadability(): Promise<WebPeer> {
  const { Readability } = await importPeer<ReadabilityModule>('@mozilla/readability');
  const { parseHTML } = await importPeer<Linkedom>('linkedom');
  return {
    name: 'Readability',
    versions: peerVersions(['@mozilla/readability', 'linkedom']),
    close: noop,
    async extract(html) {
      try {
        return splitWords(new Readability(parseHTML(html).document).parse()?.textContent ?? '');
      } catch {
        // It throws on pages without a body.
        return [];
      }
    },
  };
}

/** Loads Defuddle, which returns Markdown. */
export async function loadDefuddle(): Promise<WebPeer> {
  const { Defuddle } = await importPeer<DefuddleModule>('defuddle/node');
  const { parseHTML } = await importPeer<Linkedom>('linkedom');
  return {
    name: 'Defuddle',
    versions: peerVersions(['defuddle', 'linkedom']),
    close: noop,
    async extract(html, url) {
      const { log, error } = console;
      // Defuddle logs to the console.
      console.log = noop;
      console.error = noop;
      try {
        const { document } = parseHTML(html);
        const { content } = await Defuddle(document, url || 'https://example.org/', { markdown: true });
        return splitMarkdownWords(content);
      } catch {
        return [];
      } finally {
        console.log = log;
        console.error = error;
      }
    },
  };
}

/**
 * Starts trafilatura in a Python process that reads a page and writes its text, one JSON line each.
 *
 * @param python interpreter with the packages of `eval/web/requirements.txt`
 */
export async function startTrafilatura(python: string): Promise<WebPeer> {
  const script = new URL('./trafilatura-peer.py', import.meta.url).pathname;
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  // A process that has ended is reported when its next line is missing.
  child.stdin.on('error', noop);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done)
      throw new Error(`${python} exited; install trafilatura: pip install -r eval/web/requirements.txt`);
    return value;
  };
  const { version } = JSON.parse(await readLine()) as { version: string };
  return {
    name: 'trafilatura',
    versions: { trafilatura: version },
    close: () => child.stdin.end(),
    async extract(html, url) {
      if (!child.stdin.write(`${JSON.stringify({ html, url })}\n`)) await once(child.stdin, 'drain');
      const { text } = JSON.parse(await readLine()) as { text: string };
      return splitWords(text);
    },
  };
}

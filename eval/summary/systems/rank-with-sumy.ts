import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Names of the peers in `sumy_peers.py`. */
export const sumySystems = ['textrank', 'lexrank', 'lsa'] as const;

/** A text as its sentences. */
export interface SplitText {
  readonly sentences: readonly string[];
  /** BCP 47 tag. */
  readonly language: string;
}

const scoresSchema = z.object({
  textrank: z.array(z.number().nullable()),
  lexrank: z.array(z.number().nullable()),
  lsa: z.array(z.number().nullable()),
});
const lineSchema = z.union([
  scoresSchema.extend({ id: z.string() }),
  z.object({ versions: z.record(z.string(), z.string()) }),
]);

/** Scores of the sentences of one text, by peer. */
export type SumyScores = Record<(typeof sumySystems)[number], number[]>;

/**
 * Ranks sentences with sumy, and keeps the scores of each text in a folder, so that a second run needs no Python.
 */
export class SumyRanker {
  /** Versions of the packages that computed the scores. */
  versions: Record<string, string> = {};
  readonly #folder: string;
  readonly #python: string | undefined;

  /**
   * @param folder where scores are kept; created if it does not exist
   * @param python interpreter that has `requirements.txt`; needed for texts that the folder lacks
   */
  constructor(folder: string, python?: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#python = python;
    const versionsFile = this.#pathOf('versions');
    if (existsSync(versionsFile))
      this.versions = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(versionsFile, 'utf8')));
  }

  /**
   * Ranks texts. Sentences that a peer gives no finite score have the lowest one.
   *
   * @returns in the order of the texts
   * @throws Error when Python is needed and missing, or fails
   */
  async rank(texts: readonly SplitText[]): Promise<SumyScores[]> {
    const ids = texts.map(identify);
    const missing = texts.flatMap((text, index) => {
      const id = ids[index] ?? '';
      return existsSync(this.#pathOf(id)) ? [] : [{ id, ...text }];
    });
    if (missing.length > 0) await this.#run(missing);
    return ids.map((id) => {
      const scores = scoresSchema.parse(JSON.parse(readFileSync(this.#pathOf(id), 'utf8')));
      const finite = (values: (number | null)[]) =>
        values.map((value) => (Number.isFinite(value) && value !== null ? value : Number.NEGATIVE_INFINITY));
      return {
        textrank: finite(scores.textrank),
        lexrank: finite(scores.lexrank),
        lsa: finite(scores.lsa),
      };
    });
  }

  async #run(texts: readonly ({ readonly id: string } & SplitText)[]): Promise<void> {
    if (this.#python === undefined)
      throw new Error(`${texts.length} texts are not ranked yet; name an interpreter with --python`);
    const script = join(import.meta.dirname, 'sumy_peers.py');
    const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
    const child = spawn(this.#python, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    child.stdin.end(texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
    for await (const line of createInterface({ input: child.stdout })) this.#store(line);
    const code = await exited;
    if (code !== 0) throw new Error(`${script} exited with ${code}`);
  }

  /** Writes a line of the script. Python prints NaN and infinities, which JSON lacks. */
  #store(line: string): void {
    const parsed = lineSchema.parse(JSON.parse(line.replace(/-?\b(?:NaN|Infinity)\b/g, 'null')));
    if ('versions' in parsed) {
      this.versions = parsed.versions;
      writeFileSync(this.#pathOf('versions'), JSON.stringify(parsed.versions));
    } else {
      const { id, ...scores } = parsed;
      writeFileSync(this.#pathOf(id), JSON.stringify(scores));
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}

function identify({ sentences, language }: SplitText): string {
  return createHash('sha256')
    .update(JSON.stringify([language, sentences]))
    .digest('hex')
    .slice(0, 32);
}

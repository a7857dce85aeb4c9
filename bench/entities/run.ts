/**
 * Measures the CPU time of entity extraction on prose in five languages, in milliseconds per 1,000 characters: the rules
 * alone, the encoder alone, and the task of the operation, which also detects the language and counts the tokens. The
 * three run in turns. Of each, the round with the least time counts: others share the cores.
 *
 *     npm run bench:entities
 */
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { extractEntities } from '@quern/nlp/entities/extract-entities';
import { createEntityTagger } from '@quern/nlp/entities/names/entity-tagger';
import { NativeCallGuard } from '@quern/runtime';
import { extractEntities as runTask } from '../../apps/server/src/engines/text-analysis-tasks.ts';
import { DataFiles } from '../../eval/data/data-files.ts';
import { roundToSignificant } from '../../eval/metrics/statistics.ts';
import { cpuMsOfAsync } from '../cpu-time.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { type ProseTexts, readProseTexts } from './prose-texts.ts';

const warmUpRounds = 2;
const measuredRounds = 9;
const context = {
  guard: new NativeCallGuard(),
  yieldIfDue: async () => undefined,
  transfer: () => undefined,
};

type Work = (text: string) => Promise<unknown>;

async function measureLanguage({ language, texts }: ProseTexts, tagEntities: Work) {
  const works: Record<'rules' | 'encoder' | 'task', Work> = {
    rules: (text) => extractEntities({ text, language, referenceDate: new Date(0) }),
    encoder: tagEntities,
    task: (text) => runTask({ text, referenceTimeMs: 0 }, context),
  };
  const times = { rules: [] as number[], encoder: [] as number[], task: [] as number[] };
  for (let round = -warmUpRounds; round < measuredRounds; round++)
    for (const name of ['rules', 'encoder', 'task'] as const) {
      const ms = await cpuMsOfAsync(async () => {
        for (const text of texts) await works[name](text);
      });
      if (round >= 0) times[name].push(ms);
    }
  const characters = texts.join('').length;
  const leastMs = (name: keyof typeof times) => (1000 * Math.min(...times[name])) / characters;
  return {
    characters,
    rulesMs: roundToSignificant(leastMs('rules')),
    encoderMs: roundToSignificant(leastMs('encoder')),
    taskMs: roundToSignificant(leastMs('task')),
    rulesToEncoder: roundToSignificant(leastMs('rules') / leastMs('encoder')),
    taskToEncoder: roundToSignificant(leastMs('task') / leastMs('encoder')),
  };
}

async function main(): Promise<void> {
  const data = new DataFiles();
  const prose = readProseTexts(data);
  const encoder = await loadEncoder();
  const perThousandCharacters: Record<string, Awaited<ReturnType<typeof measureLanguage>>> = {};
  for (const texts of prose) {
    const measured = await measureLanguage(texts, createEntityTagger(encoder));
    console.log(texts.language, measured);
    perThousandCharacters[texts.language] = measured;
  }
  writeBenchResult('entities', {
    ...describeRun(),
    dataHash: data.hash(),
    rounds: measuredRounds,
    perThousandCharacters,
  });
  process.exit(0);
}

await main();

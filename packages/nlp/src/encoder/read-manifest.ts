import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `manifest.json` says that the engine needs; the training writes more into it for people. */
export interface EncoderManifest {
  readonly version: string;
  /** `O`, then `B-` and `I-` of each type; `temperature` divides the logits (Guo et al. 2017). */
  readonly names: { readonly tags: readonly string[]; readonly temperature: number };
  /** `bias` is added to the negative two, the neutral and the positive two logits before they are divided. */
  readonly polarity: { readonly temperature: number; readonly bias: readonly [number, number, number] };
  readonly emotions: {
    readonly labels: readonly string[];
    /** From this probability on an emotion is told. */
    readonly thresholds: readonly number[];
    readonly temperature: number;
  };
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

/** Reads and checks the manifest of a model folder. Throws an error that says what is wrong with it. */
export async function readManifest(folder: string): Promise<EncoderManifest> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  return parseManifest(manifest);
}

/** The checked manifest of what was parsed. */
export function parseManifest(manifest: unknown): EncoderManifest {
  const root = recordOf(manifest, 'manifest');
  const names = recordOf(root['names'], 'names');
  const polarity = recordOf(root['polarity'], 'polarity');
  const emotions = recordOf(root['emotions'], 'emotions');
  const labels = listOf(emotions['labels'], 'emotions.labels', textOf);
  const thresholds = listOf(emotions['thresholds'], 'emotions.thresholds', numberOf);
  if (labels.length === 0 || labels.length !== thresholds.length)
    throw new Error(`The manifest has ${labels.length} emotions and ${thresholds.length} thresholds.`);
  return {
    version: String(root['version']),
    names: {
      tags: checkTags(listOf(names['tags'], 'names.tags', textOf)),
      temperature: temperatureOf(names['temperature'], 'names.temperature'),
    },
    polarity: {
      temperature: temperatureOf(polarity['temperature'], 'polarity.temperature'),
      bias: biasOf(polarity['bias'] ?? [0, 0, 0]),
    },
    emotions: {
      labels,
      thresholds,
      temperature: temperatureOf(emotions['temperature'] ?? 1, 'emotions.temperature'),
    },
    files: Object.fromEntries(
      Object.entries(recordOf(root['files'], 'files')).map(([name, value]) => {
        const file = recordOf(value, `files.${name}`);
        return [name, { bytes: numberOf(file['bytes'], name), sha256: textOf(file['sha256'], name) }];
      }),
    ),
  };
}

/** Every `I-` needs its `B-`, or no name could hold it. */
function checkTags(tags: readonly string[]): readonly string[] {
  const known = new Set(tags);
  const isWhole = tags.every((tag) => tag === 'O' || /^B-./.test(tag) || known.has(tag.replace(/^I-/, 'B-')));
  if (tags[0] !== 'O' || known.size !== tags.length || !isWhole)
    throw new Error(`The manifest's names.tags are no BIO tags: ${tags.join(' ')}`);
  return tags;
}

function recordOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`The manifest's ${name} is no object.`);
  return Object.fromEntries(Object.entries(value));
}

function listOf<Item>(
  value: unknown,
  name: string,
  itemOf: (value: unknown, name: string) => Item,
): readonly Item[] {
  if (!Array.isArray(value)) throw new Error(`The manifest's ${name} is no list.`);
  return value.map((item: unknown) => itemOf(item, name));
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Error(`The manifest's ${name} is no text.`);
  return value;
}

function numberOf(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new Error(`The manifest's ${name} is no number.`);
  return value;
}

function temperatureOf(value: unknown, name: string): number {
  const temperature = numberOf(value, name);
  if (temperature <= 0) throw new Error(`The manifest's ${name} is not positive: ${temperature}`);
  return temperature;
}

function biasOf(value: unknown): readonly [number, number, number] {
  const [negative, neutral, positive, ...rest] = listOf(value, 'polarity.bias', numberOf);
  if (negative === undefined || neutral === undefined || positive === undefined || rest.length > 0)
    throw new Error("The manifest's polarity.bias has not three numbers.");
  return [negative, neutral, positive];
}

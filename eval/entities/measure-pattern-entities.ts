/**
 * The entities that rules find, against sentences of our own in seven languages: exact span and type, and of the hits the
 * share with the right value; beside libraries made for it. Rules are tuned on `dev` alone;
 * `fresh` was written after they stood, and read 0.983 on its first run.
 * `node --conditions=source eval/entities/measure-pattern-entities.ts [dev|test|fresh] [errors]`.
 */
import { extractEntities } from '@quern/nlp/entities/extract-entities';
import { baselines } from './pattern-entities/baselines.ts';
import { patternEntityTypes } from './pattern-entities/pattern-entity-types.ts';
import {
  type GoldSentence,
  type LabeledSpan,
  readGoldSentences,
  referenceDate,
} from './pattern-entities/read-gold.ts';

interface Tally {
  hit: number;
  found: number;
  gold: number;
  valued: number;
  right: number;
}

const [split = 'test', errors] = process.argv.slice(2);
const sentences = readGoldSentences().filter((sentence) => sentence.split === split);

class Score {
  readonly #tallies = new Map<string, Tally>();

  add(
    sentence: GoldSentence,
    spans: readonly LabeledSpan[],
    types: ReadonlySet<string> = patternEntityTypes,
  ): string[] {
    const wrong: string[] = [];
    const overlaps = (a: LabeledSpan, b: LabeledSpan) =>
      a.startIndex < b.endIndex && b.startIndex < a.endIndex;
    const counted = spans.filter(
      (span) => types.has(span.type) && !sentence.ignoredSpans.some((open) => overlaps(span, open)),
    );
    const wanted = sentence.spans.filter((span) => types.has(span.type));
    const key = (span: LabeledSpan) => `${span.startIndex}-${span.endIndex}-${span.type}`;
    const byKey = new Map(wanted.map((span) => [key(span), span]));
    for (const span of counted) {
      const gold = byKey.get(key(span));
      const tally = this.#tally(sentence.language, span.type);
      tally.found += 1;
      if (gold === undefined) wrong.push(`+ ${shown(sentence, span)}`);
      else {
        byKey.delete(key(span));
        tally.hit += 1;
        if (gold.value === undefined) continue;
        tally.valued += 1;
        if (gold.value === span.value) tally.right += 1;
        else wrong.push(`= ${shown(sentence, span)}, not ${gold.value}`);
      }
    }
    for (const span of wanted) this.#tally(sentence.language, span.type).gold += 1;
    for (const span of byKey.values()) wrong.push(`- ${shown(sentence, span)}`);
    return wrong;
  }

  /** F1, and the share of right values among the hits that have one. */
  of(language: string | undefined, type: string | undefined): { f1: number; values: number; gold: number } {
    const all: Tally = { hit: 0, found: 0, gold: 0, valued: 0, right: 0 };
    for (const [key, tally] of this.#tallies) {
      if (language !== undefined && !key.startsWith(language)) continue;
      if (type !== undefined && !key.endsWith(`/${type}`)) continue;
      for (const field of ['hit', 'found', 'gold', 'valued', 'right'] as const) all[field] += tally[field];
    }
    return {
      f1: (2 * all.hit) / Math.max(1, all.found + all.gold),
      values: all.right / Math.max(1, all.valued),
      gold: all.gold,
    };
  }

  #tally(language: string, type: string): Tally {
    const key = `${language.slice(0, 2)}/${type}`;
    const known = this.#tallies.get(key) ?? { hit: 0, found: 0, gold: 0, valued: 0, right: 0 };
    this.#tallies.set(key, known);
    return known;
  }
}

function shown(sentence: GoldSentence, span: LabeledSpan): string {
  return `${span.type} "${sentence.text.slice(span.startIndex, span.endIndex)}" = ${span.value ?? ''}`;
}

const rules = new Score();
for (const sentence of sentences) {
  const { text, language } = sentence;
  const wrong = rules.add(sentence, await extractEntities({ text, language, referenceDate }));
  if (errors !== undefined && wrong.length > 0) console.log(`${language} ${text}\n  ${wrong.join('\n  ')}`);
}

const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
const cell = (value: number) => value.toFixed(3).padStart(7);
const header = `${''.padEnd(17)}${[...languages, 'all'].map((name) => name.padStart(7)).join('')}`;
console.log(`rules, F1 on ${split} (${sentences.length} sentences)\n${header}`);
for (const type of [undefined, ...patternEntityTypes]) {
  const cells = [...languages, undefined].map((language) => {
    const { f1, gold } = rules.of(language, type);
    return gold === 0 && f1 === 0 ? '      -' : cell(f1);
  });
  console.log(`${(type ?? 'all types').padEnd(17)}${cells.join('')}`);
}
console.log(
  `${'values of hits'.padEnd(17)}${[...languages, undefined].map((l) => cell(rules.of(l, undefined).values)).join('')}`,
);

for (const { name, types, find } of baselines) {
  const [theirs, ours] = [new Score(), new Score()];
  const answered = new Set(types);
  for (const sentence of sentences) {
    const { text, language } = sentence;
    const spans = find(text, language);
    if (spans === undefined) continue;
    theirs.add(sentence, spans, answered);
    ours.add(sentence, await extractEntities({ text, language, referenceDate }), answered);
  }
  console.log(`\n${name}, and the rules, on ${types.join(', ')}\n${header}`);
  for (const [title, score] of [
    [name, theirs],
    ['rules', ours],
  ] as const) {
    const cells = [...languages, undefined].map((language) =>
      score.of(language, undefined).gold === 0 ? '      -' : cell(score.of(language, undefined).f1),
    );
    console.log(`${title.padEnd(17)}${cells.join('')}`);
  }
}

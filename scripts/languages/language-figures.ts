import type { Language } from '../../apps/server/src/languages/language-schema.ts';
import type { Results } from '../../eval/scorecard/results.ts';

/** A level, with the measurement that it follows from. */
export type Ability = Language['operations']['extract-entities']['names'];
type Quality = NonNullable<Ability['quality']>;

/** Sets with fewer rows show too little. */
const rowsMin = 80;
/** Sets with fewer texts say little about the summaries of a language. */
const textsMin = 30;
/** A model that covers less of the way from guessing to perfect results is no better than chance. */
const skillMin = 0.15;

/** Returns the level of a measurement. @param goodMin smallest share of the way from the baseline to 1 that is good */
function rate(quality: Quality, goodMin: number): Ability {
  const { value, baseline = 0 } = quality;
  const skill = (value - baseline) / (1 - baseline);
  return { level: skill < skillMin ? 'unsupported' : skill < goodMin ? 'limited' : 'good', quality };
}

/** The languages that something was measured in. */
export type Abilities = ReadonlyMap<string, Ability>;

/** Names of persons, organizations and places by language. */
export function readNames(results: Results): Abilities {
  const path = 'languages.figures.names';
  return new Map(
    results.keys(path).flatMap((language) => {
      const samples = results.number(`${path}.${language}.rows`);
      const value = round(results.number(`${path}.${language}.f1`));
      const data = String(results.value(`${path}.${language}.set`)).replace('ner/', '');
      return samples < rowsMin ? [] : [[language, rate({ measure: 'F1', value, samples, data }, 0.7)]];
    }),
  );
}

/** Describes a set of sentiment; one without a folder is the project's own. */
function titleOf(folder: string, file: string): string {
  if (folder === '') return 'own sentences that were held out of training';
  return folder === 'emotion' ? `${file} (emotions in film subtitles)` : file;
}

/** Sentiment by language. */
export function readSentiment(results: Results): Abilities {
  const path = 'languages.figures.sentiment';
  return new Map(
    results.keys(path).flatMap((language) => {
      const number = (name: string): number => results.number(`${path}.${language}.${name}`);
      const set = String(results.value(`${path}.${language}.set`));
      const [file = '', folder = ''] = set.split('/').reverse();
      const quality = {
        measure: 'macro recall',
        value: round(number('macroRecall')),
        baseline: round(1 / number('labels')),
        samples: number('rows'),
        data: titleOf(folder, file),
      };
      return number('rows') < rowsMin ? [] : [[language, rate(quality, 0.4)]];
    }),
  );
}

/** Entities that rules find by language. */
export function readPatterns(results: Results): Abilities {
  const path = 'pattern-entities.figures.splits.fresh.f1ByLanguage';
  const data = 'sentences that were written after the rules';
  return new Map(
    results.keys(path).map((language) => {
      const value = round(results.number(`${path}.${language}`));
      return [language, rate({ measure: 'F1', value, data }, 0.9)];
    }),
  );
}

/** Extractive summaries by language: good where they are better than the first sentences. */
export function readSummaries(results: Results): Abilities {
  const path = 'summaries.figures.genres';
  const languageOf = (genre: string): string => / ([a-z]{2})(?: \(|$)/.exec(genre)?.[1] ?? '';
  const groups = Map.groupBy(results.keys(path), languageOf);
  return new Map(
    [...groups].flatMap(([language, genres]): [string, Ability][] => {
      const texts = genres.map((genre) => results.number(`${path}.${genre}.texts`));
      const samples = texts.reduce((sum, count) => sum + count, 0);
      const meanOf = (name: string): number =>
        genres.reduce(
          (sum, genre, at) => sum + (results.number(`${path}.${genre}.${name}`) * (texts[at] ?? 0)) / samples,
          0,
        );
      if (language === '' || samples < textsMin) return [];
      const [value, baseline] = [round(meanOf('quern')), round(meanOf('lead'))];
      const quality = { measure: 'ROUGE F1', value, baseline, samples, data: 'summaries by people' };
      return [[language, { level: value > baseline ? 'good' : 'limited', quality }]];
    }),
  );
}

/** Translations by target language. */
export function readTranslations(results: Results): Abilities {
  const path = 'translation.figures';
  return new Map(
    results.keys(path).flatMap((direction): [string, Ability][] => {
      const [source, target] = /^([a-z]{2})-([a-z]{2})$/.exec(direction)?.slice(1) ?? [];
      if (source === undefined || target === undefined) return [];
      const value = round(results.number(`${path}.${direction}.chrf`) / 100);
      const samples = results.number(`${path}.${direction}.sentences`);
      const data = `FLORES+ dev, ${source} to ${target}`;
      return [[target, rate({ measure: 'chrF2', value, samples, data }, 0.5)]];
    }),
  );
}

/** Pages that OCR has read, by language. */
export function readPages(results: Results): Abilities {
  const path = 'ocr.figures.sets';
  const sets = results.keys(path).filter((set) => set.startsWith('page_'));
  return new Map(
    sets.map((set) => {
      const value = round(results.number(`${path}.${set}.Quern.wordF1`));
      const samples = results.number(`${path}.${set}.images`);
      return [
        set.slice('page_'.length),
        rate({ measure: 'word F1', value, samples, data: 'rendered pages' }, 0.9),
      ];
    }),
  );
}

const round = (value: number): number => Number(value.toFixed(3));

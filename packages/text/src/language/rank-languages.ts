import { lazy } from '@quern/runtime/caching/lazy';
import { weighForeignLetters } from './classifier/foreign-letters.ts';
import { type LanguageModel, loadLanguageModel } from './classifier/language-model.ts';
import { countScripts, scriptNames, scriptOfWord } from './classifier/language-scripts.ts';
import languagesByScript from './classifier/script-languages.data.json' with { type: 'json' };
import { loadWordList, type WordList } from './classifier/word-list.ts';
import { loadPhraseLexicon, type PhraseLexicon, type WordEvidence } from './lexicon/phrase-lexicon.ts';
import { type NameForm, sentenceForm } from './weigh-name-form.ts';

/** A language and its probability. */
export interface RankedLanguage {
  /** BCP 47 tag, or `und`. */
  readonly language: string;
  readonly probability: number;
}

/** Log prior odds of the languages of each script, in nats: few texts are in a language of few writers. */
const priors: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(languagesByScript).map(([script, table]) => [script, new Map(Object.entries(table))]),
);

/** Listed words count in texts of up to this many words; longer ones have enough letters. */
const shortTextWords = 5;
/** Frequent words count in texts of up to this many words. */
const frequentTextWords = 24;
/** In texts of up to this many words priors weigh more: one in a language of few writers is most often a similar one of another. */
const fewWords = 4;
const fewWordsPriorWeight = 2.2;
/** The model counts less where the lists know the words: letters of single words are ambiguous. */
const listedModelDiscount = 0.7;
const frequentModelDiscount = 0.5;
/** Evidence of a frequent word, in nats, for the languages that list it; less where the lexicon knows it as well. */
const frequentWordEvidence = 3;
const knownWordEvidence = 1.5;
/** Texts of more words are hardly ever names or code, in nats. */
const nameWordsMax = 5;
const sentencePenalty = 3;
const fewWordsTemperature = 1.5;
const noEvidence: WordEvidence = { nats: new Map(), coverage: 0 };
/** A text of fewer letters has no language, unless its words are listed. */
const lettersMin = 3;

const undetermined = 'und';
/** Languages whose score is this far below the highest one are left out, in nats. */
const scoreRange = 7;
/** Tag of Bokmål in results. */
const bokmal = 'no';

/** Ranks the languages of words. */
export class LanguageRanker {
  readonly #model: LanguageModel;
  readonly #lexicon: PhraseLexicon;
  readonly #wordList: WordList;

  constructor(model: LanguageModel, lexicon: PhraseLexicon, wordList: WordList) {
    this.#model = model;
    this.#lexicon = lexicon;
    this.#wordList = wordList;
  }

  /**
   * Ranks the languages of the script with the most letters.
   *
   * @param words in the form of `languageWords`
   * @param form evidence from the form of the text that it is a name or code
   * @returns the most probable language first; nothing without letters of a known script
   */
  rank(words: readonly string[], form: NameForm = sentenceForm): RankedLanguage[] {
    const counts = countScripts(words);
    const [first] = counts;
    const languages = first && priors.get(first.script);
    if (!first || !languages) return [];
    if (languages.size === 1) {
      // A single letter may be a sign, as in a kaomoji; a character of Han is a word.
      if (first.letters < 2 && first.script !== 'Han') return [];
      const total = counts.reduce((sum, count) => sum + count.letters, 0);
      return [...languages.keys()].map((language) => ({ language, probability: first.letters / total }));
    }
    const script = scriptNames.indexOf(first.script);
    const ofScript = words.filter((word) => scriptOfWord(word) === script);
    if (first.letters < lettersMin && !ofScript.some((word) => this.#lexicon.has(word))) return [];
    const { nats, coverage } = ofScript.length <= shortTextWords ? this.#lexicon.weigh(ofScript) : noEvidence;
    const frequent = ofScript.length <= frequentTextWords ? this.#weighFrequentWords(ofScript) : noEvidence;
    const modelWeight =
      1 - Math.max(listedModelDiscount * coverage, frequentModelDiscount * frequent.coverage);
    const priorWeight = ofScript.length <= fewWords ? fewWordsPriorWeight : 1;
    const names = this.#model.languagesOf(first.script);
    const scores = this.#model.score(first.script, ofScript);
    const foreign = weighForeignLetters(ofScript, names);
    const undeterminedPrior =
      (first.script === 'Latin' ? 0 : -2) - (ofScript.length > nameWordsMax ? sentencePenalty : 0);
    const undeterminedBonus = undeterminedPrior + form.code + (nats.size === 0 ? form.capitals : 0);
    for (const [index, language] of names.entries()) {
      const prior =
        language === undetermined ? undeterminedBonus : (languages.get(language) ?? 0) * priorWeight;
      const listed = (nats.get(language) ?? 0) + (frequent.nats.get(language) ?? 0);
      scores[index] = (scores[index] ?? 0) * modelWeight + prior + listed - (foreign[index] ?? 0);
    }
    return toProbabilities(names, scores, temperatureOf(ofScript.length, coverage));
  }

  #weighFrequentWords(words: readonly string[]): WordEvidence {
    const nats = new Map<string, number>();
    let listedCount = 0;
    for (const word of words) {
      const languages = this.#wordList.find(word);
      if (languages.length > 0) listedCount++;
      const evidence = this.#lexicon.has(word) ? knownWordEvidence : frequentWordEvidence;
      for (const language of languages) nats.set(language, (nats.get(language) ?? 0) + evidence);
    }
    return { nats, coverage: listedCount / Math.max(words.length, 1) };
  }
}

/** Divides scores of short texts, so that probabilities are shares of right results; fitted on a development set. */
function temperatureOf(wordCount: number, coverage: number): number {
  return wordCount <= fewWords && coverage < 1 ? fewWordsTemperature : 1;
}

/** The languages whose score is near the highest one, the most probable first. */
function toProbabilities(
  names: readonly string[],
  scores: Float64Array,
  temperature: number,
): RankedLanguage[] {
  const top = scores.reduce((highest, score) => Math.max(highest, score), Number.NEGATIVE_INFINITY);
  const ranked: { language: string; odds: number }[] = [];
  let total = 0;
  for (const [index, score] of scores.entries()) {
    if (score < top - scoreRange * temperature) continue;
    const odds = Math.exp((score - top) / temperature);
    total += odds;
    const language = names[index] ?? undetermined;
    ranked.push({ language: language === 'nb' ? bokmal : language, odds });
  }
  return ranked
    .sort((left, right) => right.odds - left.odds)
    .map(({ language, odds }) => ({ language, probability: odds / total }));
}

/** Loads the model and the lists once. */
export const loadLanguageRanker = lazy(
  async () =>
    new LanguageRanker(...(await Promise.all([loadLanguageModel(), loadPhraseLexicon(), loadWordList()]))),
);

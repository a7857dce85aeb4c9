/** A set that measures an operation in one language. */
export interface LanguageSet {
  /** BCP 47 tag. */
  readonly language: string;
  /** File below the data folder, without `.jsonl.gz`. */
  readonly file: string;
  /** Only the last row of each group of this size is scored; training has used the others. */
  readonly groupSize: number;
}

const set = (language: string, file: string, groupSize = 1): LanguageSet => ({ language, file, groupSize });

/** Sentences with annotated persons, organizations and locations. */
export const nameSets: readonly LanguageSet[] = [
  set('en', 'ner/ewt.dev'),
  set('de', 'ner/germeval14-de.train', 10),
  set('pt', 'ner/uner-pt.dev'),
  set('sv', 'ner/webnews-sv.dev'),
  set('da', 'ner/uner-da.dev'),
  set('no', 'ner/norne-no.dev'),
  set('fi', 'ner/turku-fi.dev'),
  set('pl', 'ner/kpwr-pl.dev'),
  set('hr', 'ner/uner-hr.dev'),
  set('sr-Latn', 'ner/uner-sr.dev'),
  set('sk', 'ner/uner-sk.dev'),
  set('hu', 'ner/nerkor-hu.dev'),
  set('ro', 'ner/ronec-ro.dev'),
  set('tr', 'ner/wiki-tr.dev'),
  set('id', 'ner/nergrit-id.dev'),
  set('ru', 'ner/factrueval-ru.dev'),
  set('el', 'ner/spacy-el.dev'),
  set('ar', 'ner/wojood-ar.dev'),
  set('fa', 'ner/parstwiner-fa.dev'),
  set('hi', 'ner/hiner-hi.dev'),
  set('he', 'ner/uner-he.dev'),
  set('th', 'ner/thainer-th.dev'),
  set('zh', 'ner/uner-zh.dev'),
  set('ja', 'ner/wikipedia-ja.dev'),
  set('ko', 'ner/klue-ko.dev'),
];

/** Texts labeled positive, negative and, in most sets, neutral. */
export const sentimentSets: readonly LanguageSet[] = [
  set('en', 'sentiment/semeval.dev', 2),
  set('de', 'sentiment/umsab-de.dev', 2),
  set('fr', 'sentiment/umsab-fr.dev', 2),
  set('es', 'sentiment/umsab-es.dev', 2),
  set('pt', 'sentiment/umsab-pt.dev', 2),
  set('it', 'sentiment/umsab-it.dev', 2),
  set('da', 'sentiment/lcc-da.train'),
  set('hu', 'sentiment/husst-hu.dev'),
  set('id', 'sentiment/smsa-id.dev'),
  set('ru', 'sentiment/rusentne-ru.dev'),
  set('ar', 'sentiment/umsab-ar.dev', 2),
  set('hi-Latn', 'sentiment/umsab-hi.dev', 2),
  set('he', 'sentiment/omilab-he.dev'),
  set('th', 'sentiment/wisesight-th.dev'),
  set('zh', 'sentiment/sentiweibo-zh.dev'),
  set('ko', 'sentiment/nsmc-ko.dev'),
];

/** Languages without a public set: own sentences that were held out of training (`training/encoder/texts`). */
export const ownSets: readonly LanguageSet[] = [set('ja', 'ja.data.json'), set('uk', 'uk.data.json')];

/** Lines of film subtitles labeled with emotions, for languages without texts labeled by sentiment. */
export const subtitleSets: readonly LanguageSet[] = [
  ...'nl sv no fi pl cs sk hr ro tr el fa vi'
    .split(' ')
    .map((language) => set(language, `emotion/xed-${language}.dev`)),
  set('sr-Latn', 'emotion/xed-sr.dev'),
];

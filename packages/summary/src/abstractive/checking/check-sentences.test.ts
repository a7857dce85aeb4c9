import { describe, expect, it } from 'vitest';
import { checkSentences } from './check-sentences.ts';
import type { ProblemKind } from './sentence-check.ts';

async function problemsOf(language: string, text: string, sentence: string): Promise<ProblemKind[]> {
  const input = { source: { text }, title: '', language, sentences: [sentence], summaryLanguage: language };
  const [check] = await checkSentences(input);
  return check?.problems.map(({ kind }) => kind) ?? [];
}

const phone =
  'Die Halle bleibt bis Montag zu. Fragen beantwortet das Sportamt unter der Nummer 0711 23 45 60.';
const permits =
  'The museum opens at nine. Permits cost between 40 - 60 dollars, depending on the season. Guides speak English.';
const boats =
  'Hemos visto dos barcos. El del puerto sale por 8.200, con motor. Uno nuevo vale 15.000 euros en la feria.';
const families =
  'Le séjour à la ferme a lieu en mars. Pour partir, il faut trente familles inscrites. Nous en avons 19.';
const court = 'Il giudice accoglie la domanda. Liquida le spese in euro 2.750,00 oltre accessori di legge.';
const sale =
  'A board meeting was held. The price of the pump was $1,284.75 and went on the card. It ran well for a week.';
const lab = 'Freezer 7: compressor broken. All samples have to be moved. Rack 12 is full, rack 4 is empty.';
const trail =
  'La montée est belle. Ne prenez pas le sentier du lac avec des chiens : les troupeaux sont gardés. Le refuge ouvre en juin.';
const gas =
  'We will come on Friday. If you smell gas, do not use the app, leave the building and call 112. Have a good week.';
const limit =
  'The firm decides on claims. If your claim does not exceed 5,000 pounds the firm pays the costs of the expert. Other claims go to court.';
const school = 'Szkoła Muzyczna w Mielcu ogłosiła nabór. Halina Wrona prowadzi klasę skrzypiec od września.';
const cloud = '自三月起,基础账户的空间由十GB改为15GB,价格不变。超过的文件不能再上传。';
const sleep =
  'The trial measured reaction times of adult drivers after coffee breaks versus no coffee breaks at all. The roads were dry.';

describe('checkSentences', () => {
  it.each([
    ['the same number after a preposition', 'de', phone, 'Das Sportamt ist unter 0711 23 45 60 erreichbar.'],
    ['a range with spaces', 'en', permits, 'Permits cost 40-60 dollars by season.'],
    [
      'a currency that other amounts have',
      'es',
      boats,
      'El barco del puerto sale por 8.200 euros con motor.',
    ],
    [
      'a short sentence that continues',
      'fr',
      families,
      'Il faut trente familles inscrites pour partir, il y en a 19.',
    ],
    [
      'a currency before the amount',
      'it',
      court,
      'Il giudice liquida le spese in 2.750,00 euro oltre accessori.',
    ],
    ['an amount of many digits', 'en', sale, 'The board heard that $1,284.75 was paid at a meeting.'],
    [
      'a number that is a label',
      'en',
      lab,
      'The compressor of freezer 7 is broken, all samples have to be moved.',
    ],
    ['advice against something', 'fr', trail, 'Il déconseille le sentier du lac avec des chiens.'],
    ['a condition next to a prohibition', 'en', gas, 'If you smell gas, leave the building and call 112.'],
    ['an upper bound', 'en', limit, 'The firm pays the costs of the expert for claims up to 5,000 pounds.'],
    [
      'other endings of names',
      'pl',
      school,
      'Nabór Szkoły Muzycznej w Mielcu: Halinę Wronę czeka klasa skrzypiec.',
    ],
    ['a unit in Latin letters', 'zh', cloud, '基础账户的空间改为15GB,超过的文件不能再上传。'],
    [
      'a comparison with nothing',
      'en',
      sleep,
      'The trial measured reaction times of drivers after coffee breaks.',
    ],
  ])('accepts %s', async (_, language, text, sentence) => {
    expect(await problemsOf(language, text, sentence)).toEqual([]);
  });

  it.each([
    ['another telephone number', 'de', phone, 'Das Sportamt ist unter 0711 23 45 61 erreichbar.', 'number'],
    ['another range', 'en', permits, 'Permits cost 40-65 dollars by season.', 'number'],
    [
      'a currency that the text lacks',
      'es',
      boats,
      'El barco del puerto sale por 8.200 dólares con motor.',
      'number',
    ],
    [
      'a number from nowhere',
      'fr',
      families,
      'Il faut trente familles inscrites pour partir, il y en a 23.',
      'number',
    ],
    [
      'another amount',
      'it',
      court,
      'Il giudice liquida le spese in 2.570,00 euro oltre accessori.',
      'number',
    ],
    ['other digits', 'en', sale, 'The board heard that $1,248.75 was paid at a meeting.', 'number'],
    [
      'another label',
      'en',
      lab,
      'The compressor of freezer 9 is broken, all samples have to be moved.',
      'number',
    ],
    [
      'advice for what the text warns of',
      'fr',
      trail,
      'Il faut prendre le sentier du lac avec des chiens.',
      'negation',
    ],
    ['another name', 'pl', school, 'Klasę skrzypiec od września prowadzi Hanna Wrona.', 'name'],
    [
      'a negation that other sentences have',
      'en',
      'The pool opens on Monday at eight. Only two lanes are free. Still, swimmers wait outside.',
      'The pool does not open on Monday at eight, and only two lanes are free.',
      'negation',
    ],
    ['another unit', 'zh', cloud, '基础账户的空间改为15TB,超过的文件不能再上传。', 'name'],
  ] as const)('rejects %s', async (_, language, text, sentence, kind) => {
    expect(await problemsOf(language, text, sentence)).toContain(kind);
  });
});

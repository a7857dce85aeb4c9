import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

const sentences = '../shared/data/language/sentences.dev.jsonl.gz';

describe('detectLanguage', () => {
  it.each([
    ['en', 'The weather was fine, so we walked along the river all afternoon.'],
    ['pt', 'O tempo estava bom, por isso caminhámos ao longo do rio toda a tarde.'],
    ['de', 'Das Wetter war schön, also gingen wir den ganzen Nachmittag am Fluss entlang.'],
    ['fr', 'Il faisait beau, alors nous avons marché le long de la rivière tout l’après-midi.'],
    ['id', 'Cuacanya bagus, jadi kami berjalan di sepanjang sungai sepanjang sore.'],
    ['sw', 'Hali ya hewa ilikuwa nzuri, kwa hiyo tulitembea kando ya mto mchana kutwa.'],
    ['cy', "Roedd y tywydd yn braf, felly cerddon ni ar hyd yr afon drwy'r prynhawn."],
    ['kk', 'Ауа райы жақсы болды, сондықтан біз түстен кейін өзен бойымен жүрдік.'],
    ['mk', 'Времето беше убаво, па затоа цело попладне шетавме покрај реката.'],
    ['th', 'อากาศดีมาก'],
    ['ja', '天気が良かったので川沿いを歩きました。'],
    ['zh', '天气很好，我们沿着河边散步。'],
    ['ko', '날씨가 좋아서 강을 따라 걸었다.'],
    ['el', 'Ο καιρός ήταν καλός.'],
    ['he', 'מזג האוויר היה נאה.'],
    ['hy', 'Եղանակը լավ էր:'],
    ['ka', 'კარგი ამინდი იყო.'],
  ])('detects %s', async (language, text) => {
    const detected = await detectLanguage(text);
    expect(detected.language).toBe(language);
    expect(detected.confidence).toBeGreaterThan(0.5);
  });

  it.each(['', '   \n', '12345 67.8 %', '😀🎉', 'https://example.com/this/is/an/address', '§$%&/()', 'x'])(
    'returns und for a text without evidence: %j',
    async (text) => {
      expect(await detectLanguage(text)).toEqual({ language: 'und', confidence: 0 });
    },
  );

  it.each([
    ['en', 'Good morning'],
    ['pt', 'Olá, tudo bem?'],
    ['fr', 'Bonjour tout le monde'],
    ['de', 'Guten Tag'],
  ])('detects %s from a few words: %s', async (language, text) => {
    expect((await detectLanguage(text)).language).toBe(language);
  });

  it('samples the whole of a long text', async () => {
    const sentence = 'Der Fluss ist im Herbst besonders schön und ruhig gelegen. ';
    const text = `Summary in brief. ${sentence.repeat(20_000)}`;
    expect((await detectLanguage(text)).language).toBe('de');
  });

  it('returns a valid tag and a confidence in 0..1 for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 2000 }), async (text) => {
        const { language, confidence } = await detectLanguage(text);
        expect(Intl.getCanonicalLocales(language)).toEqual([language]);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });
});

describe.skipIf(!existsSync(sentences))('detectLanguage on sentences (needs ../shared)', () => {
  it('detects the language of more than 98 % of the sentences in 20 languages', async () => {
    const languages = new Set('en de fr es pt it nl pl sv da cs fi hu tr uk el ar ja zh ko'.split(' '));
    const rows = gunzipSync(readFileSync(sentences)).toString().trim().split('\n');
    const samples = rows.map((row) => JSON.parse(row)).filter(({ lang }) => languages.has(lang));
    let correct = 0;
    for (const { text, lang } of samples) if ((await detectLanguage(text)).language === lang) correct++;
    expect(correct / samples.length).toBeGreaterThan(0.98);
  });
});

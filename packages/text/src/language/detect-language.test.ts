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
  ])('tells %s', async (language, text) => {
    const detected = await detectLanguage(text);
    expect(detected.language).toBe(language);
    expect(detected.confidence).toBeGreaterThan(0.5);
  });

  it.each(['', '   \n', '12345 67.8 %', '😀🎉', 'https://example.com/this/is/an/address', '§$%&/()', 'x'])(
    'answers und where it cannot be told: %j',
    async (text) => {
      expect(await detectLanguage(text)).toEqual({ language: 'und', confidence: 0 });
    },
  );

  it.each([
    ['en', 'Good morning'],
    ['pt', 'Olá, tudo bem?'],
    ['fr', 'Bonjour tout le monde'],
    ['de', 'Guten Tag'],
  ])('tells %s from a few words: %s', async (language, text) => {
    expect((await detectLanguage(text)).language).toBe(language);
  });

  it('judges a long text by its whole, not its head', async () => {
    const text = `Summary in brief. ${'Der Fluss ist im Herbst besonders schön und ruhig gelegen. '.repeat(20_000)}`;
    const started = performance.now();
    expect((await detectLanguage(text)).language).toBe('de');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('ends with a sound answer on any text', async () => {
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
  it('is right for 98 % of the sentences in 20 large languages', async () => {
    const languages = new Set('en de fr es pt it nl pl sv da cs fi hu tr uk el ar ja zh ko'.split(' '));
    const rows = gunzipSync(readFileSync(sentences)).toString().trim().split('\n');
    const judged = rows.map((row) => JSON.parse(row)).filter(({ lang }) => languages.has(lang));
    let right = 0;
    for (const { text, lang } of judged) if ((await detectLanguage(text)).language === lang) right++;
    expect(right / judged.length).toBeGreaterThan(0.98);
  });
});

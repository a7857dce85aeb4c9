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

  it.each([
    ['ja', '2026年1月12日（月）午後3時半、会議室Bで3万5千円。電話は03-1234-5678。'],
    ['ja', '請求書番号A-2210、合計12,500円（税込）、支払期限4月30日まで'],
    ['zh', '这家店的招牌写着「いらっしゃいませ」，很有意思。'],
    ['zh', '他說「ありがとう」，我沒聽懂，你懂嗎？'],
    ['ko', '회의는 3월 5일 오후 2시 A4회의실'],
  ])('tells %s from scripts and numbers: %s', async (language, text) => {
    expect((await detectLanguage(text)).language).toBe(language);
  });

  it.each([
    ['en', 'kitchen'],
    ['es', 'perro'],
    ['de', 'Küche'],
    ['pt', 'cachorro'],
    ['nl', 'huis'],
    ['pl', 'książka'],
    ['hu', 'időjárás'],
    ['ru', 'собака'],
    ['tr', 'arkadaş'],
    ['id', 'rumah'],
    ['en', 'born on 12/05/1984'],
    ['de', 'Rechnung 2026-114 vom 3.4.2026'],
  ])('detects %s from a few words: %s', async (language, text) => {
    expect((await detectLanguage(text)).language).toBe(language);
  });

  it.each(['', '   \n', '12345 67.8 %', '😀🎉', 'https://example.com/this/is/an/address', '§$%&/()', 'x'])(
    'returns und for a text without evidence: %j',
    async (text) => {
      expect(await detectLanguage(text)).toEqual({ language: 'und', confidence: 0 });
    },
  );

  it.each([
    ['en', 'Good morning'],
    ['en', 'Hello'],
    ['de', 'Hallo'],
    ['ru', 'Привет'],
    ['ru', 'Спасибо'],
    ['uk', 'Дуже дякую'],
    ['ar', 'مرحبا'],
    ['ar', 'شكرا'],
    ['pt', 'Obrigado'],
    ['pt', 'Olá, tudo bem?'],
    ['fr', 'Bonjour tout le monde'],
    ['fr', 'Merci'],
    ['de', 'Guten Tag'],
    ['de', 'Danke'],
    ['es', 'Hola'],
    ['it', 'Ciao'],
    ['nl', 'Dank je wel'],
    ['sv', 'Tack så mycket'],
    ['no', 'Tusen takk'],
    ['da', 'Mange tak'],
    ['fi', 'Kiitos'],
    ['is', 'Góðan daginn'],
    ['pl', 'Dziękuję'],
    ['cs', 'Děkuji'],
    ['sk', 'Ďakujem'],
    ['hu', 'Köszönöm'],
    ['ro', 'Mulțumesc'],
    ['hr', 'Hvala lijepa'],
    ['sr', 'Хвала лепо'],
    ['sl', 'Nasvidenje'],
    ['bg', 'Благодаря'],
    ['mk', 'Благодарам'],
    ['be', 'Дзякуй'],
    ['sq', 'Faleminderit'],
    ['et', 'Aitäh'],
    ['lv', 'Paldies'],
    ['lt', 'Ačiū'],
    ['tr', 'Teşekkürler'],
    ['az', 'Çox sağ ol'],
    ['kk', 'Рақмет'],
    ['uz', 'Katta rahmat'],
    ['eu', 'Eskerrik asko'],
    ['ca', 'Moltes gràcies'],
    ['gl', 'Moitas grazas'],
    ['ga', 'Go raibh maith agat'],
    ['cy', 'Diolch yn fawr'],
    ['mt', 'Grazzi ħafna'],
    ['af', 'Baie dankie'],
    ['sw', 'Asante sana'],
    ['zu', 'Ngiyabonga'],
    ['yo', 'Ẹ ṣé púpọ̀'],
    ['ha', 'Na gode sosai'],
    ['so', 'Mahadsanid'],
    ['id', 'Terima kasih banyak, apa kabar?'],
    ['tl', 'Maraming salamat'],
    ['vi', 'Cảm ơn'],
    ['fa', 'خیلی ممنون'],
    ['ur', 'بہت شکریہ'],
    ['ps', 'ډېره مننه'],
    ['hi', 'बहुत धन्यवाद'],
    ['mr', 'खूप खूप धन्यवाद'],
    ['ne', 'धेरै धन्यवाद'],
    ['am', 'አመሰግናለሁ'],
    ['zh', '请'],
    ['ja', 'ありがとう'],
  ])('detects %s from a few words: %s', async (language, text) => {
    expect((await detectLanguage(text)).language).toBe(language);
  });

  it.each([
    ['hr', 'Sljedeći tjedan putujemo vlakom u Zagreb jer nas tamo očekuju.'],
    ['sr', 'Следеће недеље путујемо возом у Београд јер нас тамо очекују.'],
    ['id', 'Saya sudah beli mobil baru kemarin, tapi uangnya belum saya bayar.'],
    ['ms', 'Saya telah membeli kereta baharu semalam kerana wang saya mencukupi.'],
    ['gl', 'Onte mercamos un coche novo porque o vello non funcionaba ben.'],
    ['pt', 'Ontem comprámos um carro novo porque o velho não funcionava bem.'],
    ['es', 'Ayer compramos un coche nuevo porque el viejo no funcionaba bien.'],
    ['nn', 'Eg veit ikkje kvifor dei ikkje kjem heim i kveld.'],
    ['no', 'Jeg vet ikke hvorfor de ikke kommer hjem i kveld.'],
    ['da', 'Jeg ved ikke, hvorfor de ikke kommer hjem i aften.'],
    ['cs', 'Včera jsme si koupili nové auto, protože staré už nejezdilo.'],
    ['sk', 'Včera sme si kúpili nové auto, pretože staré už nejazdilo.'],
    ['uk', 'Учора ми купили нову машину, бо стара вже не їздила.'],
    ['ru', 'Вчера мы купили новую машину, потому что старая уже не ездила.'],
    ['bg', 'Вчера си купихме нова кола, защото старата вече не вървеше.'],
    ['fa', 'دیروز یک ماشین نو خریدیم چون ماشین قدیمی دیگر کار نمی‌کرد.'],
    ['ur', 'کل ہم نے نئی گاڑی خریدی کیونکہ پرانی اب نہیں چلتی تھی۔'],
    ['ar', 'أمس اشترينا سيارة جديدة لأن القديمة لم تعد تعمل.'],
    ['af', 'Gister het ons ’n nuwe motor gekoop omdat die oue nie meer geloop het nie.'],
    ['nl', 'Gisteren hebben we een nieuwe auto gekocht omdat de oude niet meer reed.'],
  ])('tells %s from its closest languages: %s', async (language, text) => {
    expect((await detectLanguage(text)).language).toBe(language);
  });

  it.each([
    ['de', 'VERKAUFE FAST NEUES DAMENRAD MIT KORB'],
    ['fr', 'DÉFENSE DE FUMER DANS LES COULOIRS'],
    ['ru', 'ВХОД ВОСПРЕЩЁН'],
    ['de', 'HALLO'],
  ])('reads capitals as lower case, %s: %s', async (language, text) => {
    expect((await detectLanguage(text)).language).toBe(language);
  });

  it.each([
    'Angela Merkel',
    'Coca-Cola',
    'Samsung Galaxy S23',
    'iPhone 15 Pro Max',
    'Volkswagen',
    'const x = 5;',
    'README.md',
    'IMG_20230915_142233.jpg',
    'getUserById',
    'aaaaaaaa',
    '+49 30 1234567',
    'HDMI',
    'www.example.com',
  ])('returns und for a name, code or number: %s', async (text) => {
    expect((await detectLanguage(text)).language).toBe('und');
  });

  it('is less sure of a single ambiguous word than of a sentence', async () => {
    const [word, sentence] = await Promise.all([
      detectLanguage('animal'),
      detectLanguage('The animal was asleep under the old tree.'),
    ]);
    expect(word.confidence).toBeLessThan(sentence.confidence);
  });

  it.each([
    ['one letter', 'a'.repeat(1_000_000)],
    ['one word', 'word '.repeat(200_000)],
    ['digits', '1'.repeat(1_000_000)],
    ['emoji', '😀'.repeat(500_000)],
    ['unpaired surrogates', '\ud800'.repeat(1_000_000)],
    ['control characters', '\u0000\u0007\u200b'.repeat(300_000)],
    ['combining marks', `e${'\u0301'.repeat(1_000_000)}`],
    ['dots and letters', 'a-.'.repeat(300_000)],
  ])('returns a result for a million characters: %s', async (_, text) => {
    const { confidence } = await detectLanguage(text);
    expect(confidence).toBeLessThanOrEqual(1);
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

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const golden = '../shared/data/sentences';

const texts = (text: string, language?: string) => splitSentences(text, language).map((span) => span.text);

describe('splitSentences', () => {
  it.each([
    ['en', 'Dr. Smith met J. A. Jones at 5 p.m. on Main St. in Boston.|They spoke.'],
    ['en', 'It costs $3.50 (approx. 3 euros).|See https://example.com/a.b?c=d. e.g. this one!|Really?!|Yes.'],
    ['en', '“I am here. I will stay,” she said.|He left.'],
    ['en', 'She was first… Then it rained.'.replace('… ', '…|')],
    ['en', 'No. 5 is alive.|I said no.|It was the U.S. Army.'],
    ['en', 'Results are in Table. 1.|It holds.'],
    ['ko', '세계보건기구는 지난 2020. 3. 11. 세계적 유행을 선언하였다.|따라서 중요하다.'],
    ['de', 'Am 3. Oktober kam Hr. Meier, z. B. mit dem Auto.|Das war gut.'],
    ['de', 'Gesucht wird ein Fahrer mit Führerschein Kl. B und eigenem Pkw.|Die Fa. Hellwig zahlt gut.'],
    ['de', 'Nach § 5 Abs. 2 S. 1 gilt Art. II.|Wir treffen uns um 5.|Danach ist Zeit.'],
    [
      'de',
      'Sie wohnt in der Goethestr. 5, Zimmer 12.|Frau Kern wohnt im 2. Stock.|Er kaufte Brot usw.|Peter zahlte.',
    ],
    ['fr', 'M. Dupont habite av. Foch.|Il est arrivé à 8 h.|« Bonjour ! »'],
    ['es', '¿Cómo está el Sr. López?|¡Muy bien!|Vive en EE. UU. desde 1999.'],
    ['pt', 'O Sr. Silva mora na Av. Paulista.|Ele chegou às 8 h.'],
    ['it', 'Il sig. Rossi abita a Roma.|È felice, ecc.'],
    ['nl', 'Dhr. Jansen kwam o.a. met bijv. appels.|Dat was goed.'],
    ['ja', '「はい。」と言った。|次の文です。|三番目！'],
    ['ja', '「行こう。」と言った。|「もう遅い。」|みんな帰った。'],
    ['zh', '他说：“我不来。”|她走了。|“小心！”有人喊道。|Dr. 王住在 No. 5。'],
    ['hi', 'यह एक वाक्य है।|यह दूसरा है।|ए. पी. जे. कलाम और डॉ. शर्मा आए।'],
    ['ar', 'التقى د. أحمد و أ. منى سعيد.|ثم خرجا.'],
    ['he', 'א. ב. יהושע גר בת.ד. 12.|החברה בע"מ.|הבעלים כאן.'],
    ['ko', '2024. 5. 1. 부터 시행한다.|Dr. 김이 왔다.|“가자.” 그가 말했다.'],
    [
      'ru',
      'Встреча в г. Москва, ул. Ленина, д. 5.|Он родился в 1980 г.|В 1995 г. Иванов уехал.|Это А. С. Пушкин и др.|Потом будет ужин.',
    ],
    ['uk', 'Зустріч у м. Київ, вул. Лісова, буд. 5, див. дод. А на с. 12.|Решта тощо.|Кінець.'],
    ['pl', 'Spotkanie przy ul. Długiej 5, obok pl. Wolności, zob. zał. A.|Firma Stal S.A.|Cena jest znana.'],
    [
      'cs',
      'Kostel sv. Václava stojí na nám. Míru č. 3, viz příl. A.|Cena je 5 mil. Kč.|Prst bolí.|Bolí prst.|Konec.',
    ],
    ['sv', 'Se 5 kap. 2 § i bil. A.|Det gäller lärare m.fl.|Lampan står i hörnet man går i.|Därför.'],
    ['da', 'Skt. Annæ Pl. ligger nær Kgs. Nytorv, jf. § 5, stk. 2.|»Stop!«|Ingen rørte sig.'],
    ['no', 'Hr. Berg møtte dr. Holm i Storgt. 5.|Det åpner kl. 9.'],
    ['fi', 'Ks. liite A ja s. 12.|Hra Berg asuu os. Kuninkaank. 5 C.|Hän näki sen.|Loppu.'],
    ['tr', 'Prof. Dr. Aydın, Atatürk Cad. No. 5 adresinde, 2. Ordu karşısında.|Kitap vb.|Gerisi yok.'],
    ['el', 'Ο κ. Νίκου μένει στην οδ. Ερμού 5, βλ. παράρτ. Α.|Τι λες;|Έλα στις 5 μ.μ. εδώ.'],
    ['ro', 'Str. Lungă nr. 5, bl. A, lângă Sf. Maria.|Vindem cărți etc.|Prețurile sunt mici.'],
    ['hu', 'Dr. Nagy a Fő u. 5. szám alatt lakik, ld. 12. old.|Könyvek stb.|Vége.'],
    ['id', 'Bpk. Joko tinggal di Jl. Sudirman No. 5, Kec. Menteng.|Buku, peta, dll.|Setelah itu selesai.'],
    ['vi', 'TS. Nguyễn Văn An ở Q. 1, TP. Hồ Chí Minh.|Sách, bản đồ, v.v.|Giá rẻ.'],
    ['hr', 'Vidi čl. 5 i str. B u prilogu.|To je sve.'],
    ['en', 'Plan A and plan B. Mary|likes both.'.replace(' Mary|', '|Mary ')],
    ['en', 'The room is in Bldg. C next door.|Thanks! 😊|See you.|It costs 5 U.S. dollars, etc.|John pays.'],
    [
      'fr',
      'Il a crié : « Attention ! »|Personne n’a vu l’art. 5, al. 2.|C’était de l’art.|Les gens partent.',
    ],
    ['es', 'Vivió en 1200 a. C. en EE. UU. desde niño.|¿Y el aerop. Benítez?|Cerró.'],
    ['it', 'Si veda l’art. 5 a pag. 12.|Il binario è il bin. 4 oggi.|Libri, ecc.|Paolo paga.'],
    ['ar', 'كيف حالك؟|أنا بخير.'],
  ])('splits %s: %s', (language, marked) => {
    const separator = language === 'ja' ? '' : ' ';
    expect(texts(marked.replaceAll('|', separator), language)).toEqual(marked.split('|'));
  });

  it('joins lines wrapped to a width, and splits headings, list items and paragraphs', () => {
    const wrapped =
      'Annual report\n\nThe quick brown fox jumps over the lazy dog and\nruns away from the farm. Then it\ncomes back.\n\n- first item\n- second item\n';
    expect(texts(wrapped)).toEqual([
      'Annual report',
      'The quick brown fox jumps over the lazy dog and\nruns away from the farm.',
      'Then it\ncomes back.',
      '- first item',
      '- second item',
    ]);
  });

  it.each([
    ['en', 'It was cold.|The waiter shrugged.'],
    ['en', 'Really?|Yes it was.'],
    ['he', 'השרת נפל.|אנחנו מתקנים.'],
    ['zh', '怎么办?|我不知道!|快说'],
  ])('splits %s where a space is missing: %s', (language, marked) => {
    expect(texts(marked.replaceAll('|', ''), language)).toEqual(marked.split('|'));
  });

  it.each([
    ['en', 'It runs on Node.Js today.'],
    ['de', 'Die Schule begann am 8.September wieder.'],
    ['de', 'Laut Dr. h. c. Kern ist das i. S. d. Gesetzes zulässig.'],
    ['de', 'Es gab 500 (echte?) Kunden.'],
  ])('does not split %s: %s', (language, text) => {
    expect(texts(text, language)).toEqual([text]);
  });

  it('splits a text without capital letters', () => {
    expect(texts('i went home. then i slept. it was late.')).toHaveLength(3);
  });

  it.each(['', '   ', '\n\n\t'])('returns no sentences for blank text %j', (text) => {
    expect(splitSentences(text)).toEqual([]);
  });

  it('returns exact, ordered, trimmed spans that omit only white space', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '. ',
        '! ',
        '\r\n',
        '\n\n',
        ' (',
        ') ',
        '"',
        '1. ',
        'Mr. ',
        'e.g. ',
        '。',
        '… ',
        '• ',
        '👩‍👧 ',
        '\ud800',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 40 }),
        fc.constantFrom('en', 'de', 'ja', 'xx', ''),
        (units, language) => {
          const text = units.join('');
          let position = 0;
          for (const span of splitSentences(text, language)) {
            expect(text.slice(span.startIndex, span.endIndex)).toBe(span.text);
            expect(span.text.trim()).toBe(span.text);
            expect(span.text).not.toBe('');
            expect(text.slice(position, span.startIndex).trim()).toBe('');
            position = span.endIndex;
          }
          expect(text.slice(position).trim()).toBe('');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe.skipIf(!existsSync(golden))('splitSentences on the golden rules (needs ../shared)', () => {
  const codes: Readonly<Record<string, string>> = {
    english: 'en',
    german: 'de',
    spanish: 'es',
    italian: 'it',
    russian: 'ru',
    french: 'fr',
  };
  const squash = (text: string) => text.replace(/\s+/g, '');

  it.each(
    readdirSync(existsSync(golden) ? golden : '.').filter((file) => (file.split('.')[0] ?? '') in codes),
  )('splits at least 95 %% of %s correctly', (file) => {
    const lines = gunzipSync(readFileSync(`${golden}/${file}`))
      .toString()
      .trim()
      .split('\n');
    const right = lines.filter((line) => {
      const { text, sentences } = JSON.parse(line);
      return (
        texts(text, codes[file.split('.')[0] ?? ''])
          .map(squash)
          .join('\n') === sentences.map(squash).join('\n')
      );
    });
    expect(right.length / lines.length).toBeGreaterThanOrEqual(0.95);
  });
});

import { describe, expect, it } from 'vitest';
import { extractEntities } from './extract-entities.ts';

const referenceDate = new Date('2024-05-15T09:00:00Z');

/** Sentences by language, each with the values that are expected in text order. */
const sentences: readonly (readonly [language: string, text: string, ...found: string[]])[] = [
  ['ru', 'Отчёт сдан 3 марта 2025 года, аванс 48 млрд рублей.', 'DATE 2025-03-03', 'MONEY RUB 48000000000'],
  ['ru', 'Ждём вас в половине восьмого вечера, это займёт полтора часа.', 'TIME 19:30', 'DURATION PT1H30M'],
  [
    'uk',
    'Зустріч 7 лютого 2026 р. о 18:45, квиток 250 грн.',
    'DATE 2026-02-07',
    'TIME 18:45',
    'MONEY UAH 250',
  ],
  ['pl', 'Umowa z 3 maja 2024 r. opiewa na 12,5 tys. zł.', 'DATE 2024-05-03', 'MONEY PLN 12500'],
  ['cs', 'Sejdeme se ve čtvrtek 6. června v půl osmé ráno.', 'DATE 2024-06-06', 'TIME 07:30'],
  ['sv', 'Priset steg med 4,5 procent till 1 250 kronor.', 'PERCENT 4.5%', 'MONEY SEK 1250'],
  ['da', 'Toget går kl. 7.45 og koster 120 kr.', 'TIME 07:45', 'MONEY DKK 120'],
  ['no', 'Vi sees halv åtte om kvelden den 3. juni.', 'TIME 19:30', 'DATE 2024-06-03'],
  ['fi', 'Kokous on 3. kesäkuuta 2024 klo 14.30.', 'DATE 2024-06-03', 'TIME 14:30'],
  [
    'tr',
    "Maaşı 3 Haziran 2024'te yüzde 12 artarak 45 bin lira oldu.",
    'DATE 2024-06-03',
    'PERCENT 12%',
    'MONEY TRY 45000',
  ],
  ['el', 'Στις 3 Ιουνίου 2024 πλήρωσε 12,50 ευρώ.', 'DATE 2024-06-03', 'MONEY EUR 12.50'],
  ['ar', 'في ٣ يونيو ٢٠٢٤ بلغ السعر ١٢٠ مليار ريال.', 'DATE 2024-06-03', 'MONEY SAR 120000000000'],
  ['he', 'הפגישה ב-3 ביוני 2024 בשעה 14:30.', 'DATE 2024-06-03', 'TIME 14:30'],
  ['hi', '३ जून २०२४ को शाम 5 बजे 500 रुपये देने हैं।', 'DATE 2024-06-03', 'TIME 17:00', 'MONEY INR 500'],
  [
    'zh',
    '2024年6月3日下午3点半，价格上涨6%，共¥199。',
    'DATE 2024-06-03',
    'TIME 15:30',
    'PERCENT 6%',
    'MONEY CNY 199',
  ],
  ['ja', '令和6年6月3日の午後3時に3万5千円を払う。', 'DATE 2024-06-03', 'TIME 15:00', 'MONEY JPY 35000'],
  ['ko', '2024년 6월 3일 오후 3시 반에 5만 원을 냈다.', 'DATE 2024-06-03', 'TIME 15:30', 'MONEY KRW 50000'],
  [
    'id',
    'Rapat 3 Juni 2024 pukul 14.30, biaya Rp2,5 juta.',
    'DATE 2024-06-03',
    'TIME 14:30',
    'MONEY IDR 2500000',
  ],
  [
    'vi',
    'Ngày 3 tháng 6 năm 2024 lúc 8 giờ rưỡi sáng, giá 120 nghìn đồng.',
    'DATE 2024-06-03',
    'TIME 08:30',
    'MONEY VND 120000',
  ],
  [
    'ro',
    'La 3 iunie 2024, ora 14:30, a plătit 250 de lei.',
    'DATE 2024-06-03',
    'TIME 14:30',
    'MONEY RON 250',
  ],
  [
    'hu',
    '2024. június 3-án délután fél ötkor 12 ezer forintba került.',
    'DATE 2024-06-03',
    'TIME 16:30',
    'MONEY HUF 12000',
  ],
];

describe('extractEntities in languages with a lexicon', () => {
  it.each(sentences)('%s: %s', async (language, text, ...expected) => {
    const entities = await extractEntities({ text, language, referenceDate });
    expect(entities.map(({ type, value }) => `${type} ${value}`)).toEqual(expected);
    for (const entity of entities) expect(text.slice(entity.startIndex, entity.endIndex)).toBe(entity.text);
  });

  it('reads dates of a language without a lexicon by the formats of the CLDR', async () => {
    const [date] = await extractEntities({
      text: 'Срещата е на 3 юни 2024 г.',
      language: 'bg',
      referenceDate,
    });
    expect(date).toMatchObject({ type: 'DATE', text: '3 юни 2024 г.', value: '2024-06-03' });
  });
});

describe('ambiguous dates', () => {
  it('have the other reading in English texts of no region', async () => {
    const [date] = await extractEntities({ text: 'Born on 12/05/1984 in Leeds.', language: 'en' });
    expect(date).toMatchObject({ value: '1984-12-05', alternatives: ['1984-05-12'] });
  });

  it.each([
    ['en-GB', '12/05/1984'],
    ['en', '13/05/1984'],
    ['de', '12.05.1984'],
    ['fr', '12/05/1984'],
    ['en', '05/05/1984'],
  ])('have none where one reading is possible (%s: %s)', async (language, text) => {
    const [date] = await extractEntities({ text: `Since ${text}.`, language });
    expect(date?.value).toMatch(/^1984-05-/);
    expect(date?.alternatives).toBeUndefined();
  });
});

describe('numbers that name something', () => {
  it.each([
    ['en', 'Invoice 2041 and order 1987 are for room 2012.'],
    ['de', 'Rechnung 2041 gehört zu Zimmer 2012.'],
    ['es', 'La factura 2041 es de la habitación 2012.'],
  ])('are no years (%s: %s)', async (language, text) => {
    const entities = await extractEntities({ text, language });
    expect(entities.filter(({ type }) => type === 'DATE')).toEqual([]);
  });
});

describe('ranges of times', () => {
  it.each([
    ['Office hours are 2-4pm.', ['14:00/16:00']],
    ['Office hours are 2 to 4pm.', ['14:00', '16:00']],
    ['Open 11-1pm.', ['11:00/13:00']],
    ['The pool is open 14:00-16:00.', ['14:00/16:00']],
    ['Be there at 0800 hours.', ['08:00']],
  ])('%s', async (text, values) => {
    const entities = await extractEntities({ text, language: 'en' });
    expect(entities.filter(({ type }) => type === 'TIME').map(({ value }) => value)).toEqual(values);
  });
});

describe('adjectives of a country', () => {
  it.each([
    ['sv', 'Det var 5 svenska lag.'],
    ['no', 'Det var 5 norske lag.'],
    ['cs', 'Bylo tam 5 českých týmů.'],
    ['tr', 'Orada 5 Türk takımı vardı.'],
  ])('are no currencies (%s: %s)', async (language, text) => {
    const entities = await extractEntities({ text, language });
    expect(entities.filter(({ type }) => type === 'MONEY')).toEqual([]);
  });
});

describe('hundredths without a unit', () => {
  it.each([
    ['en', 'That is £3 and 50 pence, or 4 dollars 20 with the card fee.', 'USD 4.20'],
    ['en', 'Tickets are 12 dollars 50 each.', 'USD 12.50'],
    ['en', 'It was 3 pounds 20 for a coffee.', 'GBP 3.20'],
    ['de', 'Das macht 4 Euro 20 mit Pfand.', 'EUR 4.20'],
    ['fr', 'Ça fait 4 euros 20 avec la carte.', 'EUR 4.20'],
    ['es', 'Son 4 euros 20 con tarjeta.', 'EUR 4.20'],
    ['pt', 'São 4 euros 20 com cartão.', 'EUR 4.20'],
    ['it', 'Fa 3 euro 50 con la carta.', 'EUR 3.50'],
    ['nl', 'Dat is 4 euro 20 met pin.', 'EUR 4.20'],
  ])('belong to the amount (%s: %s)', async (language, text, value) => {
    const entities = await extractEntities({ text, language });
    expect(entities.filter(({ type }) => type === 'MONEY').at(-1)?.value).toBe(value);
  });

  it.each([
    ['en', 'For 5 pounds 20 people got in.', 'GBP 5'],
    ['en', 'It cost 10 dollars 15 minutes ago.', 'USD 10'],
    ['en', 'It is 3 euros 50 percent of the time.', 'EUR 3'],
    ['en', 'They paid 4 dollars 20 withered roses.', 'USD 4'],
    ['de', 'Für 5 Euro 20 Eier.', 'EUR 5'],
    ['fr', 'Pour 10 euros 20 personnes entrent.', 'EUR 10'],
  ])('are not what is counted next (%s: %s)', async (language, text, value) => {
    const entities = await extractEntities({ text, language });
    expect(entities.find(({ type }) => type === 'MONEY')?.value).toBe(value);
  });
});

describe('amounts with a code or a smaller unit', () => {
  it.each([
    ['budget is 30-45 usd per person', 'USD 30-45'],
    ['They sent USD100.', 'USD 100'],
    ['That is £3 and 50 pence.', 'GBP 3.50'],
    ['It lost 300k dollars.', 'USD 300000'],
    ['Das macht 5 Euro 20.', 'EUR 5.20'],
    ['Le menu à 12€50.', 'EUR 12.50'],
  ])('%s', async (text, value) => {
    const entities = await extractEntities({ text, language: text.startsWith('Das') ? 'de' : 'en' });
    expect(entities.find(({ type }) => type === 'MONEY')?.value).toBe(value);
  });
});

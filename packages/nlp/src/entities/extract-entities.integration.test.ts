import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractEntities } from './extract-entities.ts';
import { expectSoundEntities } from './fixtures/expect-sound-entities.ts';
import type { EntityTagger } from './names/entity-tagger.ts';
import type { EntityType } from './rules/entity-types.ts';

const referenceDate = new Date('2024-05-15T12:00:00Z');

async function found(text: string, language = 'en'): Promise<string[]> {
  const entities = await extractEntities({ text, language, referenceDate });
  return entities.map(({ type, text: written, value }) => `${type} ${written}${value ? ` = ${value}` : ''}`);
}

describe('pattern-based entities', () => {
  it.each([
    ['en', 'due on March 15, 2024.', 'DATE March 15, 2024 = 2024-03-15'],
    ['en', 'on 03/04/2024 it', 'DATE 03/04/2024 = 2024-03-04'],
    ['en-GB', 'on 03/04/2024 it', 'DATE 03/04/2024 = 2024-04-03'],
    ['en', 'on 25/12/2024 it', 'DATE 25/12/2024 = 2024-12-25'],
    ['en', 'at 2024-02-29T10:00:00Z it', 'DATE 2024-02-29T10:00:00Z = 2024-02-29T10:00:00Z'],
    ['en', 'it was yesterday', 'DATE yesterday = 2024-05-14'],
    ['en', 'two weeks ago', 'DATE two weeks ago = 2024-05-01'],
    ['en', 'see you next Friday', 'DATE next Friday = 2024-05-17'],
    ['en', 'in the 1980s', 'DATE the 1980s = 198X'],
    ['de', 'am 3. Oktober 1990', 'DATE 3. Oktober 1990 = 1990-10-03'],
    ['de', 'am 03.04.2024', 'DATE 03.04.2024 = 2024-04-03'],
    ['fr', 'le 1er mai 2023', 'DATE 1er mai 2023 = 2023-05-01'],
    ['fr', 'il y a deux mois', 'DATE il y a deux mois = 2024-03-15'],
    ['es', 'el 5 de mayo de 2023', 'DATE 5 de mayo de 2023 = 2023-05-05'],
    ['pt', 'em 7 de setembro de 1822', 'DATE 7 de setembro de 1822 = 1822-09-07'],
    ['it', 'il 2 giugno 1946', 'DATE 2 giugno 1946 = 1946-06-02'],
    ['nl', 'op 5 mei 1945', 'DATE 5 mei 1945 = 1945-05-05'],
    ['en', 'at 2:30 pm', 'TIME 2:30 pm = 14:30'],
    ['de', 'um 14.30 Uhr', 'TIME 14.30 Uhr = 14:30'],
    ['fr', 'vers 14h30', 'TIME 14h30 = 14:30'],
    ['en', 'took 3 hours and 20 minutes', 'DURATION 3 hours and 20 minutes = PT3H20M'],
    ['de', 'seit zwei Wochen', 'DURATION zwei Wochen = P2W'],
    ['en', 'costs $1,234.50 now', 'MONEY $1,234.50 = USD 1234.50'],
    ['en', 'worth £5bn', 'MONEY £5bn = GBP 5000000000'],
    ['de', 'kostet 1.234,50 €', 'MONEY 1.234,50 € = EUR 1234.50'],
    ['de', '3,5 Millionen Euro', 'MONEY 3,5 Millionen Euro = EUR 3500000'],
    ['pt', 'por R$ 1.500,00', 'MONEY R$ 1.500,00 = BRL 1500.00'],
    ['en', 'about 12.5% more', 'PERCENT 12.5% = 12.5%'],
    ['de', 'fünfundzwanzig Prozent', 'PERCENT fünfundzwanzig Prozent = 25%'],
    ['vi', 'họp lần thứ 6 trong năm', 'ORDINAL thứ 6 = 6'],
    ['vi', 'họp vào thứ 6 này', 'DATE thứ 6 này = 2024-05-17'],
    ['vi', 'giá 14tr7 nhé', 'MONEY 14tr7 = VND 14700000'],
    ['vi', 'học phí 2tr350 mỗi tháng', 'MONEY 2tr350 = VND 2350000'],
    ['pl', 'kwota 601555936 zł', 'MONEY 601555936 zł = PLN 601555936'],
    ['en', 'weighs 70 kg', 'QUANTITY 70 kg = 70 kg'],
    ['en', 'three hundred and forty-two people', 'NUMBER three hundred and forty-two = 342'],
    ['en', 'the 3rd time', 'ORDINAL 3rd = 3'],
    ['en', 'mail A.B+c@Example.co.uk!', 'EMAIL A.B+c@Example.co.uk = a.b+c@example.co.uk'],
    [
      'en',
      '(see https://en.wikipedia.org/wiki/Ox_(animal))',
      'URL https://en.wikipedia.org/wiki/Ox_(animal) = https://en.wikipedia.org/wiki/Ox_(animal)',
    ],
    ['en', 'visit www.quern.dev.', 'URL www.quern.dev = https://www.quern.dev/'],
    ['en', 'ring +44 20 7946 0958 now', 'PHONE_NUMBER +44 20 7946 0958 = +442079460958'],
    ['de', 'Tel. 030 901820', 'PHONE_NUMBER 030 901820 = +4930901820'],
    [
      'en',
      'to 221B Baker Street, London NW1 6XE today',
      'ADDRESS 221B Baker Street, London NW1 6XE = 221B Baker Street, London NW1 6XE',
    ],
    [
      'de',
      'wohnt Hauptstraße 12, 10115 Berlin.',
      'ADDRESS Hauptstraße 12, 10115 Berlin = Hauptstraße 12, 10115 Berlin',
    ],
    ['en', 'from 192.168.1.1 it', 'IP_ADDRESS 192.168.1.1 = 192.168.1.1'],
    ['en', 'from 2001:0db8::0001 it', 'IP_ADDRESS 2001:0db8::0001 = 2001:db8::1'],
    ['en', 'card 4111 1111 1111 1111', 'CREDIT_CARD 4111 1111 1111 1111 = 4111111111111111'],
    [
      'en',
      'to DE89 3704 0044 0532 0130 00 please',
      'IBAN DE89 3704 0044 0532 0130 00 = DE89370400440532013000',
    ],
    ['en', 'at half past three', 'TIME half past three = 03:30'],
    ['de', 'um Viertel nach drei', 'TIME Viertel nach drei = 03:15'],
    ['de', 'um halb fünf', 'TIME halb fünf = 04:30'],
    ['es', 'a las tres y media', 'TIME tres y media = 03:30'],
    ['nl', 'om kwart voor vier', 'TIME kwart voor vier = 03:45'],
    ['en', 'at 15:00 UTC+2 on', 'TIME 15:00 UTC+2 = 15:00+02:00'],
    ['de', 'von 9:00–17:00 Uhr', 'TIME 9:00–17:00 Uhr = 09:00/17:00'],
    ['en', 'held 3–7 November 2023', 'DATE 3–7 November 2023 = 2023-11-03/2023-11-07'],
    ['fr', 'au XXIe siècle', 'DATE XXIe siècle = 20XX'],
    ['de', 'im dritten Quartal 2023', 'DATE dritten Quartal 2023 = 2023-Q3'],
    ['de', 'anderthalb Stunden lang', 'DURATION anderthalb Stunden = PT1H30M'],
    ['it', "per un'ora e mezza", "DURATION un'ora e mezza = PT1H30M"],
    ['en', 'from 5–10 % of', 'PERCENT 5–10 % = 5-10%'],
    ['de-CH', "kostet CHF 12'500 neu", "MONEY CHF 12'500 = CHF 12500"],
    ['es-MX', 'cuesta $1,250.50 hoy', 'MONEY $1,250.50 = MXN 1250.50'],
    [
      'es',
      'dos mil quinientos millones de euros',
      'MONEY dos mil quinientos millones de euros = EUR 2500000000',
    ],
    ['fr', 'quatre-vingt-dix-sept ans', 'DURATION quatre-vingt-dix-sept ans = P97Y'],
    ['de', 'ihr 750. Jubiläum', 'ORDINAL 750. = 750'],
    ['nl', 'de eenentwintigste keer', 'ORDINAL eenentwintigste = 21'],
    ['it', 'il ventunesimo giorno', 'ORDINAL ventunesimo = 21'],
    ['en', 'so #Proud', 'HASHTAG #Proud = proud'],
    ['en', 'thanks @jane_doe.', 'MENTION @jane_doe = jane_doe'],
  ])('%s: %s', async (language, text, expected) => {
    expect(await found(text, language)).toContain(expected);
  });

  it.each([
    ['a card number with a wrong check digit', '4111 1111 1111 1112', 'CREDIT_CARD'],
    ['an IBAN with a wrong checksum', 'DE88 3704 0044 0532 0130 00', 'IBAN'],
    ['a date that does not exist', '2023-02-30', 'DATE 2023-02-30'],
    ['an address of five parts', '1.2.3.4.5', 'IP_ADDRESS'],
    ['a part over 255', '256.1.1.1', 'IP_ADDRESS'],
    ['an order number', 'order 20240315998', 'PHONE_NUMBER'],
    ['a file name', 'see index.js and main.py', 'URL'],
    ['a time', 'at 10:30:15', 'IP_ADDRESS'],
    ['a number after a hash', '#1 in the list', 'HASHTAG'],
    ['a room', 'in room 204 today', 'NUMBER'],
    ['a model', 'an iPhone 15 user', 'NUMBER'],
    ['a section', 'see § 15 and section 4', 'NUMBER'],
    ['a result', 'won 6-4 and 3:1', 'NUMBER'],
    ['a moment', 'wait a second', 'DURATION'],
    ['a verb', 'I second that', 'ORDINAL'],
    ['names of object properties', 'the constructor toString valueOf', ''],
  ])('does not find %s', async (_, text, prefix) => {
    expect((await found(text)).filter((entity) => entity.startsWith(prefix))).toEqual([]);
  });

  it('gives relative dates no value without a reference date', async () => {
    const [entity] = await extractEntities({ text: 'yesterday', language: 'en' });
    expect(entity).toMatchObject({ type: 'DATE', text: 'yesterday' });
    expect(entity?.value).toBeUndefined();
  });
});

describe('offsets', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '👩‍👩‍👧 ',
      'e\u0301',
      '\r\n',
      '\u202eabc\u202c',
      '$5 million',
      'Mr. Smith',
      '2024-03-15',
      'a@b.com',
      '+44 20 7946 0958',
      'vor drei Jahren',
      ' in Paris, ',
      '🙂 10 km ',
    ),
  );

  it('slice to the entity, in text order and without overlap, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom('en', 'de', 'fr', 'und', 'zh'),
        async (pieces, language) => {
          const text = pieces.join('');
          expectSoundEntities(text, await extractEntities({ text, language }));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('returns no entities for empty and blank text', async () => {
    expect(await extractEntities({ text: '', language: 'en' })).toEqual([]);
    expect(await extractEntities({ text: ' \n\t ', language: 'und' })).toEqual([]);
  });
});

describe('entities of a tagger', () => {
  /** A tagger that returns the given spans at their first occurrence. */
  const tagger =
    (...spans: readonly [string, EntityType, number?][]): EntityTagger =>
    async (text) =>
      spans.map(([words, type, confidence = 0.9]) => {
        const startIndex = text.indexOf(words);
        return { startIndex, endIndex: startIndex + words.length, type, confidence };
      });

  it.each([
    [
      'a product keeps its number',
      'my iPhone 15 broke',
      tagger(['iPhone 15', 'PRODUCT']),
      ['PRODUCT iPhone 15'],
    ],
    [
      'an address keeps its names',
      'at 12 Baker Street, London NW1 6XE',
      tagger(['Baker Street', 'FACILITY'], ['London', 'LOCATION']),
      ['ADDRESS 12 Baker Street, London NW1 6XE'],
    ],
    [
      'e-mail addresses and mentions win over names inside and around them',
      'ask anna.smith@acme.com or @acme',
      tagger(['anna.smith', 'PERSON'], ['or @acme', 'ORGANIZATION']),
      ['EMAIL anna.smith@acme.com', 'MENTION @acme'],
    ],
    [
      'a month with a year is not a person',
      'in April 2024 we',
      tagger(['April', 'PERSON']),
      ['DATE April 2024'],
    ],
    [
      'a full name is not a month',
      'then April Jones sang',
      tagger(['April Jones', 'PERSON']),
      ['PERSON April Jones'],
    ],
    [
      'an event keeps its year',
      'the World Cup 2022 was',
      tagger(['World Cup 2022', 'EVENT']),
      ['EVENT World Cup 2022'],
    ],
    [
      'a name of low confidence yields to a date',
      'the Cup in May 2022 was',
      tagger(['Cup in May 2022', 'EVENT', 0.4]),
      ['DATE May 2022'],
    ],
    [
      'a work keeps its words',
      'I read 1984 again',
      tagger(['1984', 'WORK_OF_ART', 0.9]),
      ['WORK_OF_ART 1984'],
    ],
    [
      'nationalities are found without the tagger',
      'two French bakers',
      tagger(),
      ['NUMBER two', 'NATIONALITY French'],
    ],
  ])('%s', async (_, text, tagNames, expected) => {
    const entities = await extractEntities({ text, language: 'en', tagEntities: tagNames });
    expect(entities.map(({ type, text: words }) => `${type} ${words}`)).toEqual(expected);
  });

  it('finds no names that the tagger does not return', async () => {
    const entities = await extractEntities({
      text: 'Mr. Smith of Acme Inc. in Paris',
      language: 'en',
      tagEntities: tagger(),
    });
    expect(entities).toEqual([]);
  });

  it('never overlap pattern-based entities, for any spans of the tagger', async () => {
    const span = fc.record({
      startIndex: fc.nat(60),
      length: fc.nat(30),
      type: fc.constantFrom('PERSON' as const, 'EVENT' as const, 'PRODUCT' as const, 'LOCATION' as const),
      confidence: fc.double({ min: 0.01, max: 1, noNaN: true }),
    });
    const text =
      'On 3 May 2024 at 5 pm Ann (ann@x.org) paid $5 million to 12 Elm Street, Springfield, IL 62704.';
    await fc.assert(
      fc.asyncProperty(fc.array(span, { maxLength: 8 }), async (spans) => {
        const names = spans.map(({ length, ...rest }) => ({ ...rest, endIndex: rest.startIndex + length }));
        expectSoundEntities(
          text,
          await extractEntities({ text, language: 'en', tagEntities: async () => names }),
        );
      }),
      { numRuns: 60 },
    );
  });
});

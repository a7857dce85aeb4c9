import { describe, expect, it } from 'vitest';
import { foldText } from '../rules/fold-text.ts';
import { createRuleContext } from '../rules/rule-context.ts';
import { findPostalAddresses } from './find-postal-addresses.ts';

const found = (text: string, language = 'en') =>
  findPostalAddresses(foldText(text), createRuleContext({ language })).map(({ startIndex, endIndex }) =>
    text.slice(startIndex, endIndex),
  );

describe('findPostalAddresses', () => {
  it.each([
    ['en', 'ship to |12 Elm Street, Springfield, IL 62704| by Friday'],
    ['en', 'at |221B Baker Street|. Holmes'],
    ['en', '|Rose Cottage, Mill Lane, Ambridge, Borsetshire BO1 2CD| please'],
    ['en', '|Flat 3, 27 Gordon Square\nLondon\nWC1H 0PD|\nUnited'],
    ['en', '|PO Box 482, Leeds LS1 4AP|.'],
    ['en', '|PSC 1234, Box 5678\nAPO AE 09204| for'],
    ['en', 'is |6750 Koskikatu 25 Apt. 864\nArtilleros\n, CO\n 37256|'],
    ['en', 'is |Lindenstr. 212-218, 20099 Hamburg, Germany|. It'],
    ['en', 'to |14 rue des Lilas, 69003 Lyon| before'],
    ['en', 'at |Level 5, 120 Collins Street, Melbourne VIC 3000, Australia|.'],
    ['en', 'at |Flat 12B, MG Road, Bengaluru 560001| with'],
    ['en', 'at |10 Anson Road, #25-06, Singapore 079903| today'],
    ['en', 'at |the corner of Elm Street and 5th Avenue|.'],
    ['de', 'an |Musterweg 5, 89073 Ulm|. Ihre Bestellung'],
    ['de', 'in der |Hohe Str. 12, 50667 Köln|, im'],
    ['de', '|Str. des 17. Juni 135, 10623 Berlin|'],
    ['fr', 'au |12 bis, rue de la Paix, 75002 Paris| ?'],
    ['fr', 'étape partait de |59000 Lille|.'],
    ['fr', 'livré à |06000 NICE| hier'],
    ['fr', 'habite |42000 Saint-Étienne| depuis'],
    ['fr', 'à |59000 Lille Cedex 9|, merci'],
    ['tr', 'Adres: |35000 İzmir|.'],
    ['hr', 'u |10000 Zagreb|, hvala'],
    ['de', 'am |Leipziger Platz 3| um neun'],
    ['de', 'zieht in den |Alter Weg 5|, heißt es'],
    ['de', 'Büro: |Am Platz 3, 89073 Ulm|.'],
    ['es', 'la |calle Mayor, 12, 3.º B, 28013 Madrid|.'],
    ['pt', 'na |Rua das Flores, 123, Centro, São Paulo - SP, 01310-100|.'],
    ['it', 'in |Piazza del Duomo, 5, 50122 Firenze (FI)|.'],
    ['nl', 'op |Keizersgracht 123, 1015 CJ Amsterdam|.'],
    ['ru', 'адресу |г. Москва, ул. Ленина, д. 5, кв. 12|. Приходите'],
    ['uk', '|вул. Хрещатик, 22, м. Київ, 01001|.'],
    ['pl', 'przy |ul. Prosta 51/12, 00-838 Warszawa|.'],
    ['cs', 'v |Vinohradská 1200/50, 120 00 Praha 2|.'],
    ['hu', '|1052 Budapest, Váci utca 12.|'],
    ['tr', '|Caferağa Mah. Moda Cad. No: 5 D: 3 Kadıköy/İstanbul|.'],
    ['el', '|Πανεπιστημίου 30, 106 79 Αθήνα|.'],
    ['ar', 'في |شارع الحمرا، بيروت|، قريب'],
    ['he', '|רחוב הרצל 15, תל אביב|.'],
    ['hi', 'पता: |मकान नंबर 12, गांधी नगर, दिल्ली 110001|।'],
    ['zh', '住在|北京市朝阳区建国路88号|，欢迎'],
    ['ja', '住所は|〒150-0001 東京都渋谷区神宮前1-2-3|です'],
    ['ko', '주소는 |서울특별시 강남구 테헤란로 152|입니다'],
    ['id', '|Jl. Sudirman No. 12, Jakarta Selatan 12190|.'],
    ['vi', '|12 Nguyễn Huệ, Quận 1, TP. HCM|.'],
    ['sv', '|Storgatan 12, 111 22 Stockholm|. Välkommen'],
    ['da', 'bor |Nørregade 12, 2. tv., 1165 København K|.'],
    ['no', 'Besøk |Karl Johans gate 22, 0159 Oslo|.'],
    ['fi', '|Mannerheimintie 12 A 5, 00100 Helsinki|.'],
    ['ro', 'pe |str. Mihai Eminescu nr. 10, bl. A, sc. 2, ap. 15, București, sector 2|.'],
  ])('%s: finds the marked address in %j', (language, marked) => {
    const [, address] = marked.split('|');
    expect(found(marked.replaceAll('|', ''), language)).toEqual([address]);
  });

  it.each([
    ['en', 'Room 204 has 12 chairs and 3 tables.'],
    ['en', 'Between 1990 and 2000 Microsoft, IBM and Apple grew.'],
    ['en', 'The company has 3 Google Drive folders and 2 Amazon accounts.'],
    ['en', 'He won 6 Grand Slam titles, 2 in New York and 4 in London.'],
    ['en', 'Main Street suffered while Wall Street gained 300 points.'],
    ['de', 'Im Jahr 2002 kamen 12000 Besucher nach Berlin.'],
    ['de', 'Auf Platz 3 landete Bayern.'],
    ['de', 'Hinter Platz 10 wird es eng, vor Platz 2 nicht.'],
    ['de', 'Deutschland Platz 3, Italien Platz 4.'],
    ['de', 'Ulm steht auf Tabellenplatz 4 und Bahnsteig 3 ist gesperrt.'],
    ['de', 'In Zeile 3 und auf Zeile 12 fehlt ein Komma.'],
    ['fr', '59000 Lillois et 13000 Marseillais, dont 20000 à Paris.'],
    ['de', 'Die Bundesstraße 27 und die Linie 5 fahren 20 Minuten.'],
    ['fr', 'Au cours de 12 mois, le cours 3 a coûté 500 euros.'],
    ['ru', 'Дом 2 и Площадь 36 стали фильмами 2010 года.'],
    ['ja', '第3回大会は2024年5月1日に開催された。'],
  ])('%s: finds none in %j', (language, text) => {
    expect(found(text, language)).toEqual([]);
  });

  it('writes the value on one line', () => {
    const [candidate] = findPostalAddresses(
      '> 12 Elm Street\n> Springfield, IL\n> 62704\n',
      createRuleContext({ language: 'en' }),
    );
    expect(candidate?.value).toBe('12 Elm Street, Springfield, IL, 62704');
  });
});

const names = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  'Emmy Noether',
  'Carl Friedrich Gauss',
  'Marie Curie',
];
const places = ['London', 'Lisbon', 'Paris', 'Vienna', 'São Paulo', 'Kraków', 'Toronto'];
const companies = ['Acme Ltd.', 'Globex Corporation', 'Initech GmbH', 'Umbrella S.A.', 'Hooli Inc.'];

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

/** Returns different texts of some 400 characters with names, places, organizations, dates and amounts. */
export const createBatchTexts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const [name, place, company] = [pick(names, index), pick(places, index * 3), pick(companies, index * 7)];
    return [
      `On ${1 + (index % 28)} March ${1990 + (index % 30)}, ${name} met the board of ${company} in ${place}.`,
      `They agreed on a price of €${1000 + index} for the mill, and to pay ${5 + (index % 90)} % of it at once.`,
      `Letters go to office${index}@example.org, or by phone to +351 21 ${String(1_000_000 + index).slice(0, 7)}.`,
      `${pick(names, index + 1)} will open the new branch in ${pick(places, index + 2)} next Tuesday at 10:30.`,
    ].join(' ');
  });

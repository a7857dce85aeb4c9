import type { RandomSource } from '../../ocr/render/drawing/random-source.ts';

const words =
  'about after again against along already among another around autumn basket because before began behind below between board boats bridge broad brought building carried carry center chosen citizens clear close coast common considerable corner council country course crossing daily decided delivered different distance early eastern evening every expected family farmers fields finally first flour followed forest found garden general given grain great ground harbor harvest heavy highest hundred important increase inside kept known large largest later leaving letter little local longer machine market measure meeting members middle morning mountain moved narrow nearly never north number offered officer often older opened orchard order others outside passed people picture place plainly planted prepared present public quarter quickly railway reached reason received records repaired report residents return river season second selected several shipped simple small spring standing started station steady stone storage street summer supply surface taken their thousand through timber together toward traders travel under until usual valley village wagon walked water weather western wheat where which while winter within without wooden worked yellow'.split(
    ' ',
  );
const short =
  'a an and as at by for from in into it its of off on or over so than that the the the the then they this to up was were with'.split(
    ' ',
  );
const names =
  'Alder Barnes Calder Drummond Ellis Farrow Gibson Harlow Irving Jensen Keller Lowell Marsh Norton'.split(
    ' ',
  );

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Writes a sentence without meaning whose words have the lengths of English. */
export function writeSentence(random: RandomSource, lengthMin = 6, lengthMax = 20): string {
  const length = random.integer(lengthMin, lengthMax);
  const parts = Array.from({ length }, (_, index) => {
    const word = random.chance(0.05) ? random.pick(names) : random.pick(random.chance(0.45) ? short : words);
    const isInner = index > 1 && index < length - 2;
    return isInner && random.chance(0.08) ? `${word},` : word;
  });
  parts[length - 1] = random.pick(words);
  return `${capitalize(parts.join(' '))}.`;
}

/** Writes a paragraph. */
export function writeParagraph(random: RandomSource, sentencesMin = 2, sentencesMax = 6): string {
  return Array.from({ length: random.integer(sentencesMin, sentencesMax) }, () => writeSentence(random)).join(
    ' ',
  );
}

/** Writes a heading without a period. */
export function writeHeading(random: RandomSource, wordsMin = 2, wordsMax = 5): string {
  const length = random.integer(wordsMin, wordsMax);
  return capitalize(Array.from({ length }, () => random.pick(words)).join(' '));
}

/** Writes one to three words, each with a capital letter. */
export function writeLabel(random: RandomSource, wordsMax = 2): string {
  return Array.from({ length: random.integer(1, wordsMax) }, () => capitalize(random.pick(words))).join(' ');
}

/** Writes a name of a person. */
export const writeName = (random: RandomSource): string =>
  `${random.pick(['Ann', 'Carl', 'Dora', 'Emil', 'Ruth', 'Walter'])} ${random.pick(names)}`;
/** Writes an amount with two decimals. */
export const writeAmount = (random: RandomSource): string => random.number(1, 2500).toFixed(2);
/** Writes a date. */
export const writeDate = (random: RandomSource): string =>
  `${String(random.integer(1, 28)).padStart(2, '0')}.${String(random.integer(1, 12)).padStart(2, '0')}.20${random.integer(10, 25)}`;

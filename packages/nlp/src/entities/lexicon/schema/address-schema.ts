import { z } from 'zod';
import { words } from './word-lists.ts';

/** Types of streets, with their usual case. */
const streetsSchema = z.strictObject({
  /** Types in front of the name: rue, calle, ул. */
  before: words,
  /** Types after the name, as a separate word: Street, Caddesi, utca. */
  after: words,
  /** Types at the end of the name's last word: straße, gatan. */
  suffix: words,
  /** Those of the types above that are everyday words too: they need a postal code or a town. */
  weak: words,
  /** Those of the types after the name that are streets without doubt after an adjective: "Leipziger Platz 3". */
  afterAdjective: words,
  /** Streets that have no other name: Rynek, Torget. */
  unnamed: words,
  /** Types whose house numbers end with a period: "Lehel utca 14." */
  withDottedNumbers: words,
});

/** Types of buildings, whose names precede a street. */
const buildingsSchema = z.strictObject({
  /** In front of the name: Gedung, Tòa nhà. */
  before: words,
  /** After the name, as a separate word: भवन. */
  after: words,
  /** At the end of the name's last word: huset. */
  suffix: words,
  /** After the name of a building that follows its street: "İnönü Cad. Çınar Apt." */
  afterStreet: words,
});

/** Vocabulary of addresses, where `~` has no meaning. The words of all languages apply to a text of any language. */
export const addressSchema = z.strictObject({
  streets: streetsSchema.prefault({}),
  /** Words in lower case inside the name of a street: "rue de la Paix". */
  particles: words,
  /** Words with a capital in front of a number or name that begin a sentence or name something else: "In", "Room". */
  notStreetNames: words,
  /** Those of the words above that begin the name of a street where a type follows: "6 May Street". */
  namesWithType: words,
  /** Adjectives that begin a name and do not end like one: "Ny", "Gl." */
  adjectives: words,
  /** Words with a capital that end like the adjective of a town but are others: "Hinter". */
  notAdjectives: words,
  /** Particles of surnames inside the name of a street: "Frans van Mierisplein". */
  surnameParticles: words,
  /** Directions after a street, with their abbreviations. */
  directions: words,
  /** In front of a number of a building: No., д. */
  houseNumber: words,
  /** In front of the number of a flat, floor or building. */
  units: words,
  /** After such a number: "2nd floor", "3. emelet". */
  unitsAfter: words,
  /** Ordinals in front of `unitsAfter`: "Ground" in "Ground floor". */
  floorNames: words,
  buildings: buildingsSchema.prefault({}),
  postBoxes: words,
  /** In front of the name of a town: г., TP. */
  townPrefixes: words,
  /** Prepositions in front of a postal code with its town: "in 89073 Ulm". */
  prepositions: words,
  /** First words of names of towns that have several words: "San", "Bad". */
  townStarts: words,
  /** In front of the name or number of a district or region. */
  districts: words,
  /** After the name of a district or region. */
  districtsAfter: words,
  /** Large towns and some regions, as the language writes them. */
  towns: words,
  /** Names of countries that the Unicode CLDR does not have. */
  countryNames: words,
  /** Names of countries that are other words more often. */
  notCountries: words,
});

/** Vocabulary of addresses of one language. */
export type AddressWords = z.infer<typeof addressSchema>;

import { lexiconOf } from '../lexicon/lexicons.ts';
import { alternation, wordStart } from '../rules/regex-builder.ts';

const capital = "(?:St\\.[ ])?\\p{Lu}[\\p{L}\\p{M}'’.-]{0,30}";
const between =
  '(?:del|de la|de los|de las|de|des|du|la|le|les|da|do|dos|das|di|della|dei|degli|van|der|den|het|the|of|y|e|et|am|an der|an|im|in der)';
const names = (wordsMax: number) =>
  `${capital}(?:[ \\u00a0](?:${between}[ \\u00a0])?${capital}){0,${wordsMax}}`;
const houseNumber = '\\d{1,5}(?:[ ]?[-/–][ ]?\\d{1,4})?(?:[ ]?[A-Za-z](?![\\p{L}\\p{N}]))?(?![\\p{N}])';
const sep = '(?:,?[ \\u00a0\\n]{1,2}|,|[ ][-–][ ])';
const startOfNumber = '(?<![\\p{L}\\p{N}_.,$€£-])';

const ukCode = '[A-Z]{1,2}\\d[A-Z\\d]?[ ]\\d[A-Z]{2}';
const canadaCode = '[A-Z]\\d[A-Z][ ]\\d[A-Z]\\d';
const usTail = `${sep}${names(2)}${sep}(?:[A-Z]{2}|${names(1)})(?:[ ]\\d{5}(?:-\\d{4})?|[ ]${canadaCode})?`;
const ukTail = `(?:${sep}${names(2)}){0,2}${sep}${ukCode}`;
const unit = `(?:,?[ ](?:Suite|Ste\\.?|Apt\\.?|Apartment|Unit|Floor|Fl\\.?|Room|#)[ ]?[\\p{L}\\p{N}-]{1,6})?`;
const country = `(?:,[ ](?:USA|UK|United Kingdom|Deutschland|Germany|France|España|Spain|Italia|Italy|Portugal|Brasil|Brazil|Nederland|België|Belgique|Österreich|Schweiz|Suisse|Svizzera))?`;
const street = alternation(lexiconOf('en').streetTypes);

/** Postal code before town, as in continental Europe. */
const town = (code: string, wordsMax = 2) => `(?:${sep}${code}[ \\u00a0]${names(wordsMax)}${country})?`;
const codes = {
  de: '(?:D-|A-|CH-)?\\d{4,5}',
  fr: '(?:F-|B-|CH-|L-)?\\d{4,5}',
  es: '(?:E-)?\\d{5}',
  it: '(?:I-|CH-)?\\d{4,5}',
  nl: '(?:(?:NL-)?\\d{4}[ ]?[A-Z]{2}(?=[ \\u00a0])|(?:B-)?\\d{4})',
  pt: '(?:\\d{4}-\\d{3}|\\d{5}-\\d{3})',
};

const germanName = '\\p{Lu}[\\p{L}\\p{M}-]{0,40}';
/** Excludes articles and prepositions that are capitalized at the start of a sentence. */
const notArticle =
  '(?!(?:Die|Der|Das|Den|Dem|Im|In|Am|An|Auf|Zum|Zur|Bei|Von|Mit|Nach|Ein|Eine|Diese|Dieser)[ ])';
const germanStreets = `${notArticle}(?!Bundesstraße|Landstraße|Autobahn)(?:${germanName}[ ]){0,2}?${germanName}?${alternation(lexiconOf('de').streetTypes)}`;
/** "Am Markt 5" needs a town: "Im Jahr 2002" is not an address. */
const germanPlaces = `(?:Am|An der|Auf der|Auf dem|Im|In der|Zum|Zur|Unter den|Vor dem|Hinter der)[ ]${germanName}(?:[ ]${germanName})?`;
const dutchName = '\\p{Lu}[\\p{L}\\p{M}-]{0,30}';
const dutchStreets = `(?:${dutchName}[ ](?:van[ ]|de[ ]|den[ ]|der[ ]){0,2}){0,3}(?:${dutchName})?${alternation(lexiconOf('nl').streetTypes)}`;

const box = (words: readonly string[], tail: string) =>
  `${wordStart}${alternation(words)}[ ](?:n[º°]\\.?[ ])?\\d{1,4}(?:[ ]?\\d{2,3}){0,3}(?!\\d)${tail}`;

/** Pattern sources by language: street and house number in the local order, then postal code and town. */
export const postalAddressPatterns: Readonly<Record<string, readonly string[]>> = {
  en: [
    `${startOfNumber}\\d{1,5}[A-Za-z]?(?:-\\d{1,4})?[ ](?:[NSEW]\\.?[ ])?(?:${capital}[ ]|\\d{1,3}(?:st|nd|rd|th)[ ]){1,4}?${street}\\.?(?:,?[ ](?:N|S|E|W|NW|NE|SW|SE)\\.?(?![\\p{L}]))?(?![\\p{L}])${unit}(?:${ukTail}|${usTail})?${country}`,
    `${startOfNumber}\\d{1,5}[ ]Broadway(?![\\p{L}])${unit}(?:${usTail})?`,
    box(['P.O. Box', 'PO Box', 'P. O. Box', 'P.O.Box'], `(?:${ukTail}|${usTail})?`),
    `${wordStart}(?!Floor|Suite|Street|Ave|Avenue|Road|Drive)(?:${capital}[ ]){0,2}${capital},[ ][A-Z]{2}[ ]\\d{5}(?:-\\d{4})?`,
    `${wordStart}${capital}[ ]${ukCode}`,
  ],
  de: [
    `${wordStart}${germanStreets}[ ]${houseNumber}${town(codes.de)}`,
    `${wordStart}${germanPlaces}[ ]${houseNumber}${sep}${codes.de}[ \\u00a0]${names(2)}`,
    box(['Postfach'], town(codes.de)),
    `(?<=(?:^|[\\s(])(?:in|nach|aus|bei|von)[ ])(?:D-|A-|CH-)?(?!\\d{2}000)\\d{5}[ ]${germanName}(?:[ ](?:am|an der|im|in)[ ]${germanName}|/${germanName})?`,
  ],
  fr: [
    `${startOfNumber}${houseNumber}(?:[ ](?:bis|ter|quater))?,?[ ]${alternation(lexiconOf('fr').streetTypes)}[ ](?:(?:de la[ ]|de l['’]|des[ ]|du[ ]|de[ ]|d['’]|la[ ]|le[ ]|les[ ])){0,2}${names(4)}${town(codes.fr)}`,
    box(
      ['BP', 'B.P.', 'CS', 'case postale', 'Case postale', 'boîte postale', 'Boîte postale'],
      town(codes.fr),
    ),
    `${startOfNumber}(?:F-)?\\d{5}[ ]${names(2)}(?:[ ]Cedex(?:[ ]\\d{1,2})?)?`,
  ],
  es: [
    `${wordStart}${alternation(lexiconOf('es').streetTypes)}[ ]?(?:(?:de|del|de la|de los|de las)[ ])?${names(4)},?[ ](?:n[.]?[ºo°]\\.?[ ]?|#[ ]?)?(?:${houseNumber}|s/n)(?:,?[ ]\\d{1,2}\\.?[ºª°](?:[ ]?(?:[A-Z]|izda\\.?|dcha\\.?)(?![\\p{L}]))?)?${town(codes.es)}`,
    box(
      [
        'Apartado de correos',
        'apartado de correos',
        'Apartado',
        'Apdo.',
        'Apdo. de correos',
        'Apartado Postal',
      ],
      town(codes.es),
    ),
    `${startOfNumber}(?:E-)?(?:0[1-9]|[1-4]\\d|5[0-2])\\d{3}[ ]${names(2)}`,
  ],
  pt: [
    `${wordStart}${alternation(lexiconOf('pt').streetTypes)}[ ](?:(?:de|do|da|dos|das)[ ])?${names(4)},?[ ](?:n\\.?[ºo°]\\.?[ ]?)?(?:${houseNumber}|s/n)(?:,?[ ](?:\\d{1,2}\\.?[ºª°](?:[ ](?:esq\\.?|dto\\.?|andar))?|(?:apto|ap|sala|bloco)\\.?[ ]\\w{1,5}))?(?:${sep}${names(2)}){0,2}(?:${sep}[A-Z]{2}(?![\\p{L}]))?(?:${sep}(?:CEP[ ]?)?${codes.pt}(?:[ ]${names(2)})?)?`,
    box(['Caixa Postal', 'Apartado'], `(?:${sep}${codes.pt}[ ]${names(2)})?`),
    `${startOfNumber}\\d{4}-\\d{3}[ ]${names(2)}`,
  ],
  it: [
    `${wordStart}${alternation(lexiconOf('it').streetTypes)}[ ](?:(?:di|del|della|dei|delle|degli|dello|dell['’])[ ]?)?(?:(?:\\d{1,2}|[XVI]{1,5})[ ])?${names(4)},?[ ](?:n\\.?[ ]?)?${houseNumber}${town(codes.it)}(?:[ ]\\([A-Z]{2}\\))?`,
    box(
      ['Casella Postale', 'Casella postale', 'casella postale', 'C.P.'],
      `${town(codes.it)}(?:[ ]\\([A-Z]{2}\\))?`,
    ),
    `${startOfNumber}(?:I-)?\\d{5}[ ]${names(2)}(?:[ ]\\([A-Z]{2}\\))?`,
  ],
  nl: [
    `${wordStart}${dutchStreets}[ ]${houseNumber}(?:[ ]bus[ ]\\w{1,4}|[ ]?-[ ]?[IVX]{1,4}(?![\\p{L}]))?${town(codes.nl)}`,
    box(['Postbus', 'postbus'], town(codes.nl)),
    `${startOfNumber}(?:NL-)?[1-9]\\d{3}[ ]?[A-Z]{2}[ ]${names(2)}`,
  ],
};

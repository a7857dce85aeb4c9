import type { Candidate, RuleContext } from './candidate.ts';
import { anyOf, pattern, wordEnd, wordStart } from './word-pattern.ts';

const capital = "(?:St\\.[ ])?\\p{Lu}[\\p{L}\\p{M}'’-]{0,30}";
const names = (most: number) =>
  `${capital}(?:[ \\u00a0](?:${capital}|de|del|de la|des|du|la|le|les|da|do|dos|di|della|van|der|den|the|of)){0,${most}}`;
const houseNumber = '\\d{1,5}(?:[ ]?[-/–][ ]?\\d{1,4})?[ ]?[A-Za-z]?(?![\\p{L}\\p{N}])';
const sep = '(?:,?[ \\u00a0\\n]{1,2}|,)';

const streetWords = [
  'Street',
  'St',
  'Avenue',
  'Ave',
  'Road',
  'Rd',
  'Boulevard',
  'Blvd',
  'Drive',
  'Dr',
  'Lane',
  'Ln',
  'Court',
  'Ct',
  'Place',
  'Pl',
  'Square',
  'Sq',
  'Terrace',
  'Way',
  'Parkway',
  'Pkwy',
  'Highway',
  'Hwy',
  'Circle',
  'Crescent',
  'Close',
  'Broadway',
  'Row',
  'Gardens',
  'Hill',
  'Mews',
  'Plaza',
  'Trail',
];
const ukCode = '[A-Z]{1,2}\\d[A-Z\\d]?[ ]\\d[A-Z]{2}';
const usTail = `${sep}${names(2)}${sep}(?:[A-Z]{2}|${names(1)})(?:[ ]\\d{5}(?:-\\d{4})?)?`;
const ukTail = `(?:${sep}${names(2)}){0,2}${sep}${ukCode}`;
const unit = `(?:,?[ ](?:Suite|Ste\\.?|Apt\\.?|Apartment|Unit|Floor|Fl\\.?|#)[ ]?[\\p{L}\\p{N}-]{1,6})?`;
const city = (code: string) => `(?:${sep}${code}[ \\u00a0]${names(2)})?`;

const english = `(?<![\\p{L}\\p{N}_.,$-])\\d{1,5}[A-Za-z]?[ ](?:[NSEW]\\.?[ ])?(?:${capital}[ ]|\\d{1,3}(?:st|nd|rd|th)[ ]){1,4}?${anyOf(streetWords)}\\.?(?![\\p{L}])${unit}(?:${ukTail}|${usTail})?`;
const englishBroadway = `(?<![\\p{L}\\p{N}_.,$-])\\d{1,5}[ ]Broadway(?![\\p{L}])${unit}(?:${usTail})?`;
const box = `${wordStart}(?:P\\.?[ ]?O\\.?[ ]Box|Postfach|Apartado|Caixa Postal|Casella Postale|Postbus)[ ]\\d{1,7}(?:${usTail}|${city('\\d{4,5}')})?`;

/** Common postal forms; each language's street words before or after the name, house number on its own side. */
const forms: Readonly<Record<string, readonly string[]>> = {
  en: [english, englishBroadway],
  de: [
    `${wordStart}(?:\\p{Lu}[\\p{L}\\p{M}-]{0,30}[ ]){0,2}\\p{Lu}?[\\p{L}\\p{M}-]{0,30}(?:[Ss]traße|[Ss]trasse|[Ss]tr\\.|[Aa]llee|[Pp]latz|[Ww]eg|[Gg]asse|[Dd]amm|[Rr]ing|[Uu]fer|[Cc]haussee)[ ]${houseNumber}${city('(?:D-|A-|CH-)?\\d{4,5}')}`,
  ],
  fr: [
    `(?<![\\p{L}\\p{N}_.,-])${houseNumber}(?:[ ](?:bis|ter|quater))?,?[ ](?:rue|avenue|av\\.|boulevard|bd|place|allée|allées|chemin|quai|impasse|cours|route|square|passage|faubourg)[ ](?:(?:de|du|des|de la|de l['’]|d['’]|la|le|les)[ ]?){0,2}${names(4)}${city('(?:F-)?\\d{5}')}`,
  ],
  es: [
    `${wordStart}(?:Calle|C/|Avenida|Avda\\.|Av\\.|Plaza|Paseo|Carrera|Camino|Ronda|Travesía)[ ]?(?:(?:de|del|de la|de los|de las)[ ])?${names(4)},?[ ](?:n[ºo°]\\.?[ ]?)?${houseNumber}(?:,[ ]\\d{1,2}[ºª°](?:[ ]?[A-Z])?)?${city('\\d{5}')}`,
  ],
  pt: [
    `${wordStart}(?:Rua|R\\.|Avenida|Av\\.|Praça|Travessa|Alameda|Largo|Estrada)[ ](?:(?:de|do|da|dos|das)[ ])?${names(4)},?[ ](?:n[ºo°]\\.?[ ]?)?${houseNumber}(?:${sep}${names(2)})?(?:${sep}\\d{4}-\\d{3}[ ]${names(2)}|${sep}\\d{5}-\\d{3})?`,
  ],
  it: [
    `${wordStart}(?:Via|Viale|Piazza|Piazzale|Corso|Largo|Vicolo|Strada)[ ](?:(?:di|del|della|dei|delle|degli|dell['’])[ ]?)?${names(4)},?[ ](?:n\\.?[ ]?)?${houseNumber}${city('(?:I-)?\\d{5}')}`,
  ],
  nl: [
    `${wordStart}(?:\\p{Lu}[\\p{L}-]{0,30}[ ]){0,2}\\p{Lu}?[\\p{L}-]{0,30}(?:straat|laan|weg|gracht|plein|kade|singel|dijk|dreef|steeg)[ ]${houseNumber}(?:${sep}\\d{4}[ ]?[A-Z]{2}[ ]${names(2)})?`,
  ],
};

/** ADDRESS by the form of the text's language and of English. The value is the address on one line. */
export function findPostalAddresses(text: string, context: RuleContext): Candidate[] {
  const found: Candidate[] = [];
  const sources = [box, ...context.tables.flatMap((language) => forms[language] ?? [])];
  for (const source of sources) {
    for (const match of text.matchAll(pattern(`${source}${wordEnd}`, 'gu'))) {
      const written = match[0].replace(/[\s,]+$/, '');
      if (!/^\P{Ll}/u.test(written) || written.length < 6) continue;
      const value = written
        .replace(/\s*\n\s*/g, ', ')
        .replace(/[ \u00a0]+/g, ' ')
        .replace(/,,/g, ',');
      const complete = /\d{4,5}|[A-Z]\d[A-Z]/.test(written.replace(/^\d+/, ''));
      const endIndex = match.index + written.length;
      found.push({
        startIndex: match.index,
        endIndex,
        type: 'ADDRESS',
        confidence: complete ? 0.92 : 0.8,
        value,
      });
    }
  }
  return found;
}

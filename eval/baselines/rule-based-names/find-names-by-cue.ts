import type { EntityCandidate } from '@quern/nlp/entities/rules/entity-candidate';
import { alternation, cachedRegex, wordEnd, wordStart } from '@quern/nlp/entities/rules/regex-builder';
import type { RuleContext } from '@quern/nlp/entities/rules/rule-context';
import words from './name-cues.data.json' with { type: 'json' };

/** A word of a company name: `J.`, `3M`, `O'Reilly`. */
const companyWord = "(?:\\p{Lu}\\.|[\\p{Lu}\\p{N}][\\p{L}\\p{M}\\p{N}'’&-]{0,40})";
const plain = "\\p{Lu}[\\p{L}\\p{M}\\p{N}'’&-]{0,40}";
const space = '[ \\u00a0]';
const particle = `(?:(?:von|van|de|der|den|del|della|di|da|dos|du|la|le|bin|al|ibn|zu|ter|ten)${space}){0,3}`;
const person = `(?:\\p{Lu}\\.${space}?){0,3}${particle}${plain}(?:${space}${particle}(?:\\p{Lu}\\.|${plain})){0,3}`;

/** Finds PERSON, ORGANIZATION, FACILITY, EVENT and LOCATION by cue words: Dr, GmbH, Airport, Battle of, Lake. */
export function findNamesByCue(text: string, context: RuleContext): EntityCandidate[] {
  const found: EntityCandidate[] = [...titled(text)];
  found.push(...companies(text));
  found.push(...headed(text, words.organizationHeads, 'ORGANIZATION', context));
  found.push(...headed(text, words.facilityHeads, 'FACILITY', context));
  found.push(...headed(text, words.eventHeads, 'EVENT', context));
  found.push(...headed(text, words.geographicHeads, 'LOCATION', context));
  found.push(...led(text, words.facilityLeads, 'FACILITY'), ...led(text, words.eventLeads, 'EVENT'));
  found.push(...led(text, words.geographicLeads, 'LOCATION'), ...works(text));
  return found;
}

/** "Herr Müller von der Siemens AG": the company after the particle is not part of the name. */
const employer = new RegExp(
  `${space}(?:von|van|de|der|da|do|di|del|della|du)${space}.*${space}${alternation(words.companySuffixes)}$`,
  'u',
);

function* titled(text: string): Generator<EntityCandidate> {
  const source = `${wordStart}(?:${alternation(words.titles)}\\.?${space}){1,3}(${person})${wordEnd}`;
  for (const match of text.matchAll(cachedRegex(source, 'gu'))) {
    const whole = match[1] ?? '';
    const startIndex = match.index + match[0].length - whole.length;
    const name = whole.replace(employer, '');
    yield { startIndex, endIndex: startIndex + name.length, type: 'PERSON', confidence: 0.85 };
  }
}

function* companies(text: string): Generator<EntityCandidate> {
  const joint = `(?:(?:&|and|und|et|y|e|en)${space})?`;
  const source = `${wordStart}${companyWord}(?:${space}${joint}${companyWord}){0,5}?,?${space}${alternation(words.companySuffixes)}(?![\\p{L}\\p{N}])`;
  for (const match of text.matchAll(cachedRegex(source, 'gu'))) {
    const trimmed = withoutLead(match[0]);
    if (trimmed === undefined) continue;
    const startIndex = match.index + match[0].length - trimmed.length;
    yield { startIndex, endIndex: match.index + match[0].length, type: 'ORGANIZATION', confidence: 0.9 };
  }
}

/** Names whose last word is a cue: "Heathrow Airport", "Ministry of Justice". */
function* headed(
  text: string,
  heads: readonly string[],
  type: EntityCandidate['type'],
  context: RuleContext,
): Generator<EntityCandidate> {
  const of = `(?:${space}(?:of|for|de|del|des|du|da|do|der|für|di|della|van|voor)${space}(?:the${space}|la${space}|las${space}|los${space})?${plain}(?:${space}(?:and${space}|y${space}|et${space}|e${space}|und${space})?${plain}){0,3})`;
  const head = `${alternation(heads)}(?![\\p{L}\\p{N}])`;
  const source = `${wordStart}(?:(?:${plain}${space}){1,5}?${head}${of}?|${head}${of})`;
  for (const match of text.matchAll(cachedRegex(source, 'gu'))) {
    const trimmed = withoutLead(match[0]);
    if (trimmed === undefined || !/\s/.test(trimmed)) continue;
    const startIndex = match.index + match[0].length - trimmed.length;
    const confidence = context.lexiconLanguages[0] === 'de' ? 0.65 : 0.75;
    yield { startIndex, endIndex: match.index + match[0].length, type, confidence };
  }
}

function* led(
  text: string,
  leads: readonly string[],
  type: EntityCandidate['type'],
): Generator<EntityCandidate> {
  const source = `${wordStart}${alternation(leads)}(?:${space}(?:de|del|du|des|do|da|di|della|la|le|the)){0,2}${space}${plain}(?:${space}${plain}){0,2}`;
  for (const match of text.matchAll(cachedRegex(source, 'gu'))) {
    yield { startIndex: match.index, endIndex: match.index + match[0].length, type, confidence: 0.7 };
  }
}

/** WORK_OF_ART: a quoted title after a word such as "novel" or "film". */
function* works(text: string): Generator<EntityCandidate> {
  const kind = alternation(words.workKinds);
  const source = `${wordStart}${kind}(?:${space}|,${space})["“„«‘'](?:${space})?(\\p{Lu}[^"“”„«»\\n]{1,80}?)(?:${space})?["”“»’'](?![\\p{L}])`;
  for (const match of text.matchAll(cachedRegex(source, 'gu'))) {
    const title = match[1] ?? '';
    const startIndex = match.index + match[0].lastIndexOf(title);
    yield { startIndex, endIndex: startIndex + title.length, type: 'WORK_OF_ART', confidence: 0.8 };
  }
}

const notNames = new Set(words.notNames);

/** Removes leading words that are capitalized only because they begin a sentence. */
function withoutLead(name: string): string | undefined {
  let rest = name;
  for (;;) {
    const first = /^(\S+)\s+/.exec(rest);
    if (first === null || !notNames.has(first[1] ?? '')) break;
    rest = rest.slice(first[0].length);
  }
  return rest === '' || notNames.has(rest) || !/\s/.test(rest) ? undefined : rest;
}

/** Removes a title (Mr, Dr, Herr, Mme) from the start of a PERSON. */
export function stripTitle(text: string, candidate: EntityCandidate): EntityCandidate {
  if (candidate.type !== 'PERSON') return candidate;
  const name = text.slice(candidate.startIndex, candidate.endIndex);
  const title =
    cachedRegex(`^(?:${alternation(words.titles)}\\.?${space})+(?=\\p{Lu})`, 'u').exec(name)?.[0].length ?? 0;
  return title === 0 ? candidate : { ...candidate, startIndex: candidate.startIndex + title };
}

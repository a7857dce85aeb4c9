import type { EntityCandidate } from '../rules/entity-candidate.ts';

/** Between the parties of a case: "Miller v. Acme Corp.", "Dupont c. Martin", "Rossi c/ Bianchi". */
const versusPattern = /\s+(?:vs?\.?|c\.|c\/)\s+(?=\p{Lu})/u;
const organizationPattern =
  /(?:^|\s)(?:Inc|Corp|Co|Ltd|LLC|LLP|PLC|GmbH|AG|SE|SA|SAS|SpA|BV|NV|KG|Company|Bank|Board|Commission|Department|Ministry|University|Union|Association|Council|Group|Holdings?|Trust|Insurance|Society|Foundation|Railway|Airlines?)(?:[.,\s]|$)|S\.(?:A|p\.A|r\.l)\.?$|&/u;
const placePattern =
  /^(?:the )?(?:State|City|County|Republic|Kingdom|Commonwealth) of |^United (?:States|Kingdom)$/;
/** A surname, or a name of up to three words. */
const personPattern = /^\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}.'’-]*){0,2}$/u;

/** Splits the name of a court case, which the encoder tags as a whole, into those of its parties. */
export function splitCaseParties(text: string, candidate: EntityCandidate): readonly EntityCandidate[] {
  const name = text.slice(candidate.startIndex, candidate.endIndex);
  const separator = versusPattern.exec(name);
  if (separator === null) return [candidate];
  const [first, second] = [name.slice(0, separator.index), name.slice(separator.index + separator[0].length)];
  return [
    { ...candidate, endIndex: candidate.startIndex + first.length, type: typeOf(first, candidate.type) },
    { ...candidate, startIndex: candidate.endIndex - second.length, type: typeOf(second, candidate.type) },
  ];
}

function typeOf(party: string, fallback: EntityCandidate['type']): EntityCandidate['type'] {
  if (placePattern.test(party)) return 'LOCATION';
  if (organizationPattern.test(party)) return 'ORGANIZATION';
  return personPattern.test(party) ? 'PERSON' : fallback;
}

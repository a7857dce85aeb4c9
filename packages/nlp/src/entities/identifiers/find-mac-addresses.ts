import { candidateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';

const mac =
  /(?<![\p{L}\p{N}_:.-])(?:[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})(?![\p{L}\p{N}_:-]|\.[\p{L}\p{N}])/giu;

/** Two separators around a pair or a group of four, which every address has. */
const part = /[:-][0-9a-f]{2}[:-]|\.[0-9a-f]{4}\./i;

/** Finds MAC_ADDRESS entities: EUI-48 with colons, hyphens or the periods of Cisco; the value as in IEEE 802, `00-1A-2B-3C-4D-5E`. */
export function findMacAddresses(text: string): EntityCandidate[] {
  if (!part.test(text)) return [];
  return [...text.matchAll(mac)].map((match) => {
    const digits = match[0].replace(/[^0-9a-f]/gi, '').toUpperCase();
    const value = (digits.match(/../g) ?? []).join('-');
    return candidateFromMatch(match, 'MAC_ADDRESS', match[0].includes('.') ? 0.85 : 0.95, value);
  });
}

import ipaddr from 'ipaddr.js';
import type { EntityCandidate } from '../rules/entity-candidate.ts';

const v4 = /(?<![\p{L}\p{N}_.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?![\p{L}\p{N}_]|\.\d)/gu;
const v6 =
  /(?<![\p{L}\p{N}_:.])[0-9a-f:]{2,39}(?:\d{0,3}(?:\.\d{1,3}){3})?(?:%[0-9a-z]{1,15})?(?:\/\d{1,3})?(?![\p{L}\p{N}_:])/giu;

/** Finds IP_ADDRESS entities: IPv4 in four parts, IPv6 in any form (value as in RFC 5952), each with or without a prefix length. */
export function findIpAddresses(text: string): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  for (const match of text.matchAll(v4)) {
    const [address = '', prefix] = match[0].split('/');
    if (!ipaddr.IPv4.isValidFourPartDecimal(address) || Number(prefix ?? 0) > 32) continue;
    found.push(candidate(match.index, match[0], match[0]));
  }
  for (const match of text.includes(':') ? text.matchAll(v6) : []) {
    const [address = '', prefix] = match[0].split('/');
    // "::" alone and times such as 10:30:15 are not addresses.
    if (!/[0-9a-f]/i.test(address) || (address.match(/:/g) ?? []).length < 2) continue;
    if (!ipaddr.IPv6.isValid(address) || Number(prefix ?? 0) > 128) continue;
    const value = ipaddr.IPv6.parse(address).toRFC5952String() + (prefix === undefined ? '' : `/${prefix}`);
    found.push(candidate(match.index, match[0], value));
  }
  return found;
}

function candidate(startIndex: number, text: string, value: string): EntityCandidate {
  return { startIndex, endIndex: startIndex + text.length, type: 'IP_ADDRESS', confidence: 0.95, value };
}

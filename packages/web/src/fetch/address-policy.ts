import ipaddr from 'ipaddr.js';

/** Decides which hosts, ports and IP addresses may be connected to. */
export interface AddressPolicy {
  /** Whether the operator allowed this host (with this port) by name; its addresses then need no further check. */
  allowsHost(hostname: string, port: number): boolean;
  /** Whether a socket may be opened to this IP address. */
  allowsAddress(address: string): boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Global unicast of IPv6 as assigned by IANA; all other prefixes are special-purpose or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** The well-known prefix of NAT64 (RFC 6052): the last 32 bits are the IPv4 address that is reached. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Builds the policy. Public unicast addresses are allowed; loopback, private, link-local (cloud metadata),
 * carrier-grade NAT, multicast, documentation, benchmark and reserved networks of the IANA special-purpose
 * registries are not, unless an entry of `allow` covers them.
 *
 * @param allow CIDRs (`10.0.0.0/8`), addresses, hosts (`wiki.intern`) or `host:port`
 * @throws Error when an entry has none of these forms
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const networks: Network[] = [];
  const hosts = new Set<string>();
  for (const entry of allow) addEntry(entry.trim(), networks, hosts);
  return {
    allowsHost: (hostname, port) => {
      const host = normalizeHost(hostname);
      return hosts.has(host) || hosts.has(`${host}:${port}`);
    },
    allowsAddress: (text) => {
      if (!ipaddr.isValid(text)) return false;
      const address = embeddedAddress(ipaddr.parse(text));
      return isPublic(address) || networks.some((network) => covers(network, address));
    },
  };
}

function addEntry(entry: string, networks: Network[], hosts: Set<string>): void {
  if (entry === '') return;
  const bare = entry.replace(/^\[|\]$/g, '');
  if (isCidr(bare)) {
    networks.push(ipaddr.parseCIDR(bare));
  } else if (isAddress(bare)) {
    const address = ipaddr.parse(bare);
    networks.push([address, address.kind() === 'ipv4' ? 32 : 128]);
  } else if (isHost(entry)) {
    hosts.add(normalizeHost(entry));
  } else {
    throw new Error(`'${entry}' is not a CIDR, an IP address, a host or host:port`);
  }
}

/** Whether a text is a CIDR. Abbreviated addresses such as `10.0.0/8` are ambiguous, and rejected. */
const isCidr = (text: string): boolean =>
  ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);

const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** A host, optionally with a port. A name that ends in a number would be an IPv4 address, which it is not. */
function isHost(text: string): boolean {
  if (/^\[[0-9a-f:.]+\]:\d{1,5}$/i.test(text)) return isAddress(text.slice(1, text.indexOf(']')));
  const name = /^([\p{L}\p{N}._-]+)(:\d{1,5})?$/u.exec(text)?.[1];
  if (name === undefined) return false;
  return !/(^|\.)\d+\.?$/.test(name) || isAddress(name);
}

/** Host names are compared in lower case, without the trailing dot and the brackets of IPv6 literals. */
function normalizeHost(host: string): string {
  return host.toLowerCase().replace('[', '').replace(']', '').replace(/\.$/, '');
}

/** IPv4 embedded in IPv6 (mapped, NAT64) is checked as the IPv4 address that the packet reaches. */
function embeddedAddress(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(nat64)) return ipaddr.fromByteArray(address.toByteArray().slice(12));
  return address;
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

function covers(network: Network, address: Address): boolean {
  return network[0].kind() === address.kind() && address.match(network);
}

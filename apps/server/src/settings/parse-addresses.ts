import { isIP } from 'node:net';
import { createAddressPolicy } from '@quern/web/fetch/address-policy';
import { InvalidSettingError } from './invalid-setting-error.ts';

/** Names of networks that the HTTP framework knows. */
const networkNames: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Validates an entry of the trusted proxies: `true`, `false`, an address, a CIDR or a named network.
 *
 * @throws InvalidSettingError
 */
export function parseTrustedProxy(entry: string): string {
  if (entry === 'true' || entry === 'false' || networkNames.includes(entry)) return entry;
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isNetwork = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  if (rest.length === 0 && bits > 0 && isNetwork) return entry;
  throw new InvalidSettingError(
    `${JSON.stringify(entry)} is not an IP address or CIDR, such as 10.0.0.0/8 or 192.168.1.10; \`true\` trusts all`,
  );
}

/**
 * Validates an entry of the addresses and hosts that may be fetched.
 *
 * @throws InvalidSettingError
 */
export function parseFetchPermission(entry: string): string {
  try {
    createAddressPolicy([entry]);
    return entry;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidSettingError(`${reason}, such as 10.0.0.0/8, 192.168.1.10 or wiki.example.org:8080`);
  }
}

/**
 * Validates the address to listen on, without a port.
 *
 * @throws InvalidSettingError
 */
export function parseListenHost(text: string): string {
  if (isIP(text) !== 0 || /^(?!.*\.\.)[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)) return text;
  throw new InvalidSettingError(
    'must be an IP address or a host name without a port, such as 0.0.0.0; the port is PORT',
  );
}

import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from './address-policy.ts';

const publicOnly = createAddressPolicy([]);

describe('createAddressPolicy', () => {
  it.each(['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34', '64:ff9b::5db8:d822'])(
    'allows the public address %s',
    (address) => {
      expect(publicOnly.allowsAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '4000::1',
    'nonsense',
  ])('forbids %s', (address) => {
    expect(publicOnly.allowsAddress(address)).toBe(false);
  });

  it('allows addresses and networks that the operator names, in either form of IPv4', () => {
    const policy = createAddressPolicy(['10.1.0.0/16', ' 192.168.0.5 ', '[fd00::7]', '']);
    expect(['10.1.2.3', '::ffff:10.1.2.3', '192.168.0.5', 'fd00::7'].every(policy.allowsAddress)).toBe(true);
    expect(['10.2.0.1', '192.168.0.6', 'fd00::8'].some(policy.allowsAddress)).toBe(false);
  });

  it('allows hosts by name on any port, or on the port that is given', () => {
    const policy = createAddressPolicy(['wiki.intern', 'Build.intern:8080']);
    expect(policy.allowsHost('WIKI.intern.', 443)).toBe(true);
    expect([policy.allowsHost('build.intern', 8080), policy.allowsHost('build.intern', 80)]).toEqual([
      true,
      false,
    ]);
    expect(policy.allowsHost('sub.wiki.intern', 443)).toBe(false);
  });

  it.each([
    'http://example.org/',
    'a b',
    '10.0.0.0/99',
    '10.0.0/8',
    '10/8',
    '10.0.0',
    '256.1.1.1:80',
    'host:port',
  ])('rejects the entry %s', (entry) => {
    expect(() => createAddressPolicy([entry])).toThrow(entry);
  });
});

import { describe, expect, it } from 'vitest';
import { findMacAddresses } from './find-mac-addresses.ts';

const found = (text: string) => findMacAddresses(text).map(({ value }) => value);

describe('findMacAddresses', () => {
  it.each(['00:1a:2B:3c:4d:5e', '00-1A-2B-3C-4D-5E', '001a.2b3c.4d5e'])('finds %s', (address) => {
    expect(found(`from ${address}.`)).toEqual(['00-1A-2B-3C-4D-5E']);
  });

  it.each(['00:1a:2b:3c:4d', '00:1a:2b:3c:4d:5e:6f', '00-1a:2b-3c:4d-5e', '1234.5678.9012.3456', '12:30:45'])(
    'does not find %s',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );
});

import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type AddressPolicy, createAddressPolicy } from '../fetch/address-policy.ts';
import { createPinnedScopeDialer } from './pinned-network-scope.ts';

/** A dialer over a made-up network: names are in `addresses`, and what is connected to is written down. */
function dialerOver(addresses: Readonly<Record<string, string>>) {
  const reached: string[] = [];
  const connect = async (target: string, rule: AddressPolicy): Promise<Socket> => {
    const address = addresses[target] ?? '';
    if (!rule.allowsAddress(address)) throw new Error(`${target} is refused`);
    reached.push(target);
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    return socket;
  };
  const [wide, narrow] = [createAddressPolicy(['10.0.0.0/8']), createAddressPolicy([])];
  return {
    dial: createPinnedScopeDialer({ operatorPolicy: wide, publicOnlyPolicy: narrow, connect }),
    reached,
  };
}

const network = {
  stranger: '93.184.216.34',
  library: '93.184.216.35',
  intranet: '10.0.0.5',
  wiki: '10.0.0.6',
};

describe('connections of one page', () => {
  it('reach nothing private once the page came from a public address, though the operator allows it', async () => {
    const { dial, reached } = dialerOver(network);
    await dial('stranger');
    await dial('library');
    await expect(dial('intranet')).rejects.toThrow('refused');
    expect(reached).toEqual(['stranger', 'library']);
  });

  it('reach public and allowed addresses from a page of the intranet', async () => {
    const { dial, reached } = dialerOver(network);
    for (const target of ['intranet', 'library', 'wiki']) await dial(target);
    expect(reached).toHaveLength(3);
  });

  it('wait for the first, so that a quick second is no way round', async () => {
    const { dial, reached } = dialerOver(network);
    const all = await Promise.allSettled(['stranger', 'intranet', 'library', 'wiki'].map(dial));
    expect(all.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(reached).toEqual(['stranger', 'library']);
  });

  it('begin anew when the first failed', async () => {
    const { dial } = dialerOver(network);
    const all = await Promise.allSettled(['nowhere', 'stranger', 'intranet'].map(dial));
    expect(all.map((one) => one.status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });
});

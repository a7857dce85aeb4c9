import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type AddressPolicy, createAddressPolicy } from '../fetch/address-policy.ts';
import { createPinnedScopeDialer } from './pinned-network-scope.ts';

/** A dialer over a fake network that resolves targets from `addresses` and records the connections. */
function dialerOver(addresses: Readonly<Record<string, string>>) {
  const reached: string[] = [];
  const connect = async (target: string, policy: AddressPolicy): Promise<Socket> => {
    const address = addresses[target] ?? '';
    if (!policy.allowsAddress(address)) throw new Error(`${target} is refused`);
    reached.push(target);
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    return socket;
  };
  return {
    dial: createPinnedScopeDialer({
      operatorPolicy: createAddressPolicy(['10.0.0.0/8']),
      publicOnlyPolicy: createAddressPolicy([]),
      connect,
    }),
    reached,
  };
}

const network = {
  publicPage: '93.184.216.34',
  publicCdn: '93.184.216.35',
  intranet: '10.0.0.5',
  wiki: '10.0.0.6',
};

describe('createPinnedScopeDialer', () => {
  it('reaches no private address after a public first one, even if the operator allows it', async () => {
    const { dial, reached } = dialerOver(network);
    await dial('publicPage');
    await dial('publicCdn');
    await expect(dial('intranet')).rejects.toThrow('refused');
    expect(reached).toEqual(['publicPage', 'publicCdn']);
  });

  it('reaches public and allowed addresses after a private first one', async () => {
    const { dial, reached } = dialerOver(network);
    for (const target of ['intranet', 'publicCdn', 'wiki']) await dial(target);
    expect(reached).toHaveLength(3);
  });

  it('lets concurrent connections wait for the first one', async () => {
    const { dial, reached } = dialerOver(network);
    const all = await Promise.allSettled(['publicPage', 'intranet', 'publicCdn', 'wiki'].map(dial));
    expect(all.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(reached).toEqual(['publicPage', 'publicCdn']);
  });

  it('lets the next connection decide when the first one failed', async () => {
    const { dial } = dialerOver(network);
    const all = await Promise.allSettled(['nowhere', 'publicPage', 'intranet'].map(dial));
    expect(all.map((one) => one.status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });
});

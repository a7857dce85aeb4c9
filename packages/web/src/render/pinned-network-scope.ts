import type { Socket } from 'node:net';
import type { AddressPolicy } from '../fetch/address-policy.ts';

export interface PinnedNetworkScopeOptions {
  /** What the operator allows. */
  readonly operatorPolicy: AddressPolicy;
  /** Public addresses alone. */
  readonly publicOnlyPolicy: AddressPolicy;
  readonly connect: (target: string, rule: AddressPolicy) => Promise<Socket>;
}

/**
 * Opens the connections of one page. The first one, which is for the page itself, settles how far the others
 * may reach: from a public address to public addresses alone, judged by the address really connected to.
 */
export function createPinnedScopeDialer({
  operatorPolicy: wide,
  publicOnlyPolicy: narrow,
  connect,
}: PinnedNetworkScopeOptions): (target: string) => Promise<Socket> {
  let settled: Promise<AddressPolicy | undefined> | undefined;
  return async (target) => {
    while (settled !== undefined) {
      const rule = await settled;
      if (rule !== undefined) return connect(target, rule);
    }
    const first = connect(target, wide);
    settled = first.then(
      (socket) => (narrow.allowsAddress(socket.remoteAddress ?? '') ? narrow : wide),
      () => {
        // It settled nothing: the next one is the first.
        settled = undefined;
        return undefined;
      },
    );
    return first;
  };
}

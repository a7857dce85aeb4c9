import type { Socket } from 'node:net';
import type { AddressPolicy } from '../fetch/address-policy.ts';
import { targetAddressOf } from '../fetch/target-address.ts';

/** The two address policies of a page, and the function that connects under one of them. */
export interface PinnedNetworkScopeOptions {
  /** Allows public addresses and the private ones that the operator allowed. */
  readonly operatorPolicy: AddressPolicy;
  /** Allows public addresses only. */
  readonly publicOnlyPolicy: AddressPolicy;
  /** Opens a socket to the host of a URL, as far as the policy allows it. */
  readonly connect: (target: string, policy: AddressPolicy) => Promise<Socket>;
}

/**
 * Creates a function that opens the connections of one page. The first connection, which is for the page itself,
 * decides the policy of all others: if its address is public, they may reach public addresses only.
 */
export function createPinnedScopeDialer({
  operatorPolicy,
  publicOnlyPolicy,
  connect,
}: PinnedNetworkScopeOptions): (target: string) => Promise<Socket> {
  let pinned: Promise<AddressPolicy | undefined> | undefined;
  return async (target) => {
    while (pinned !== undefined) {
      const policy = await pinned;
      if (policy !== undefined) return connect(target, policy);
    }
    const first = connect(target, operatorPolicy);
    pinned = first.then(
      (socket) =>
        publicOnlyPolicy.allowsAddress(targetAddressOf(socket)) ? publicOnlyPolicy : operatorPolicy,
      () => {
        // A failed connection decides nothing: the next one is the first.
        pinned = undefined;
        return undefined;
      },
    );
    return first;
  };
}

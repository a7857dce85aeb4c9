import type { Socket } from 'node:net';
import type { AddressRule } from '../fetch/address-rule.ts';

export interface NarrowingDialerParts {
  /** What the operator allows. */
  readonly wide: AddressRule;
  /** Public addresses alone. */
  readonly narrow: AddressRule;
  readonly connect: (target: string, rule: AddressRule) => Promise<Socket>;
}

/**
 * Opens the connections of one page. The first one, which is for the page itself, settles how far the others
 * may reach: from a public address to public addresses alone, judged by the address really connected to.
 */
export function createNarrowingDialer({
  wide,
  narrow,
  connect,
}: NarrowingDialerParts): (target: string) => Promise<Socket> {
  let settled: Promise<AddressRule | undefined> | undefined;
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

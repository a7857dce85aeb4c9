import type { Socket } from 'node:net';

/** Addresses that tunnels lead to; the remote address of their sockets is that of the proxy. */
const tunnelTargets = new WeakMap<Socket, string>();

/** Records the address that a tunnel leads to. */
export function setTargetAddress(socket: Socket, address: string): void {
  tunnelTargets.set(socket, address);
}

/** Returns the IP address that a socket exchanges data with, behind a proxy too; '' if it is not connected. */
export function targetAddressOf(socket: Socket): string {
  return tunnelTargets.get(socket) ?? socket.remoteAddress ?? '';
}

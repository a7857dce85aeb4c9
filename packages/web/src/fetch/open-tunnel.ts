import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { FetchError } from './fetch-error.ts';
import { setTargetAddress } from './target-address.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';

/** The end of a tunnel. */
export interface TunnelTarget {
  /** IP address; the proxy resolves no names, so that it connects to the address that was checked. */
  readonly address: string;
  readonly port: number;
  /** URL for errors. */
  readonly url: string;
}

/**
 * Opens a connection to an address through a proxy: by CONNECT (RFC 9110, section 9.3.6) or SOCKS 5 (RFC 1928, RFC 1929).
 *
 * @throws FetchError `connect` or `timeout`, without the address and the credentials of the proxy
 */
export async function openTunnel(
  proxy: UpstreamProxy,
  target: TunnelTarget,
  timeoutMs: number,
): Promise<Socket> {
  const open = proxy.protocol === 'socks5' ? openSocksTunnel : openHttpTunnel;
  const socket = await open(proxy, target, timeoutMs);
  setTargetAddress(socket, target.address);
  return socket;
}

function openHttpTunnel(
  { protocol, hostname, port, username, password }: UpstreamProxy,
  target: TunnelTarget,
  timeoutMs: number,
): Promise<Socket> {
  const authority = `${isIPv6(target.address) ? `[${target.address}]` : target.address}:${target.port}`;
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const send = protocol === 'https' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const request = send({
      host: hostname,
      port,
      method: 'CONNECT',
      path: authority,
      agent: false,
      headers: {
        host: authority,
        ...((username !== '' || password !== '') && { 'proxy-authorization': `Basic ${credentials}` }),
      },
    });
    const timer = setTimeout(() => {
      request.destroy();
      reject(new FetchError('timeout', target.url, 'The proxy of this service did not respond in time'));
    }, timeoutMs);
    request.once('connect', ({ statusCode = 0 }, socket, head) => {
      clearTimeout(timer);
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        // A socket of an HTTP client; its type is that of any duplex stream.
        resolve(socket as Socket);
        return;
      }
      socket.destroy();
      reject(proxyError(target.url, `refused the connection with status ${statusCode}`));
    });
    request.once('response', (response) => {
      clearTimeout(timer);
      response.destroy();
      reject(proxyError(target.url, 'does not support CONNECT'));
    });
    request.once('error', (cause) => {
      clearTimeout(timer);
      reject(proxyError(target.url, 'is not available', cause));
    });
    request.end();
  });
}

async function openSocksTunnel(
  { hostname, port, username, password }: UpstreamProxy,
  target: TunnelTarget,
  timeoutMs: number,
): Promise<Socket> {
  const { SocksClient } = await import('socks');
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: {
        host: hostname,
        port,
        type: 5,
        ...((username !== '' || password !== '') && { userId: username, password }),
      },
      command: 'connect',
      destination: { host: target.address, port: target.port },
      timeout: timeoutMs,
    });
    return socket;
  } catch (cause) {
    throw proxyError(target.url, 'did not open the connection', cause);
  }
}

/** Errors of the libraries may contain the address and the credentials of the proxy; only their code is kept. */
function proxyError(url: string, problem: string, cause?: unknown): FetchError {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new FetchError('connect', url, `The proxy of this service ${problem}${code}`);
}

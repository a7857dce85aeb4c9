import type { FastifyRequest } from 'fastify';

/** Headers that proxies add. */
const proxyHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];
const loopbackAddress = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/;
/** Other names could be those of a site that resolves to this machine (DNS rebinding). */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request was sent on this machine, by a page of this service or by no page: its connection and its host are
 * local, no proxy forwarded it, and no other site sent it.
 */
export function isLocalRequest({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  const { host = '', origin } = headers;
  return (
    loopbackAddress.test(raw.socket.remoteAddress ?? '') &&
    loopbackHost.test(host) &&
    !proxyHeaders.some((name) => headers[name] !== undefined) &&
    (origin === undefined || origin === `http://${host}`)
  );
}

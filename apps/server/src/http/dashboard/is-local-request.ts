import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

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
 * Whether a request was sent by a page of this service that was opened on this machine: its connection, its host and its
 * origin are local, and no proxy forwarded it. The origin is that of the address bar, so it also reveals a proxy on this
 * machine that adds no headers and replaces the host. Browsers send it with each POST.
 */
export function isLocalRequest({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  const { host = '', origin } = headers;
  return (
    loopbackAddress.test(raw.socket.remoteAddress ?? '') &&
    loopbackHost.test(host) &&
    !proxyHeaders.some((name) => headers[name] !== undefined) &&
    origin === `http://${host}`
  );
}

/**
 * Whether the settings name a proxy or a public address. A local connection can then be that of a client elsewhere, whatever
 * its headers are.
 */
export function isPublished({ trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>): boolean {
  const trustsProxy = typeof trustProxy === 'boolean' ? trustProxy : trustProxy.length > 0;
  return trustsProxy || (publicUrl !== undefined && !loopbackHost.test(new URL(publicUrl).host));
}

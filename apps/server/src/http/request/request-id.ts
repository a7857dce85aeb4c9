import type { FastifyReply, FastifyRequest } from 'fastify';
import { createId } from '../../ids/create-id.ts';

/** Returns the client's X-Request-Id if it consists of 1 to 128 letters, digits, and `_.:/+=-`; else a new id. */
export function resolveRequestId(header: string | string[] | undefined): string {
  if (typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header)) return header;
  return createId('req');
}

/** Determines the id of a request, and sets the header of its response. */
export function assignRequestId(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', resolveRequestId(request.headers['x-request-id']));
}

/** Returns the id that was assigned to a request. */
export function requestIdOf(request: FastifyRequest, reply: FastifyReply): string {
  const assigned = reply.getHeader('x-request-id');
  // A path that cannot be decoded is an error before the first hook.
  return typeof assigned === 'string' ? assigned : resolveRequestId(request.headers['x-request-id']);
}

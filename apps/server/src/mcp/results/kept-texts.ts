import { createId } from '../../ids/create-id.ts';
import { isResourceId } from '../../ids/resource-id.ts';
import { readBlobBytes } from '../../storage/blobs/read-blob-bytes.ts';
import type { McpSession } from '../session/mcp-session.ts';

/** Texts of results that are too long for one message. They are kept as long as results of jobs are. */
type KeptTextSession = Pick<McpSession, 'context' | 'key' | 'origin'>;

/**
 * Keeps a text, so that its parts can be read.
 *
 * @param operation whose result it is
 * @returns its id
 */
export async function keepText(
  text: string,
  operation: string,
  { context, key, origin }: KeptTextSession,
): Promise<string> {
  const { store, now, retentionMs } = context;
  const staged = await store.results.stage([Buffer.from(text)], origin.controller.signal);
  const id = createId('out');
  const createdAt = now();
  try {
    const owner = { accountId: key.accountId, operation };
    await store.results.save(staged, owner, createdAt + retentionMs, { id, createdAt });
  } catch (error) {
    await store.results.discard(staged);
    throw error;
  }
  return id;
}

/** Reads a kept text. @returns undefined if this account has none with the id, or it has expired */
export async function findText(
  id: string,
  operation: string,
  { context, key, origin }: KeptTextSession,
): Promise<string | undefined> {
  if (!isResourceId(id)) return undefined;
  const owner = { accountId: key.accountId, operation };
  const blob = await context.store.results.find(id, owner, context.now());
  return blob && (await readBlobBytes(blob, origin.controller.signal)).toString();
}

import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from './sha256-hex.ts';

/** Returns whether a token has a SHA-256, in constant time. */
export const hasHash = (token: string, hash: Buffer): boolean =>
  timingSafeEqual(Buffer.from(sha256Hex(token), 'hex'), hash);

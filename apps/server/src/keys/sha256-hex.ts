import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 of a secret as hex. A fast hash is enough for secrets with 178 random bits; slow hashes protect
 * secrets that can be guessed.
 */
export function sha256Hex(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

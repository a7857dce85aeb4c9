import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** Creates a secret: `whsec_` and 32 random bytes in Base64 (Standard Webhooks, "Signature scheme"). */
export const createWebhookSecret = (): string =>
  `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;

/** A message to sign. */
export interface WebhookMessage {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestampSeconds: number;
  readonly body: string;
}

/**
 * Returns the headers of a message, signed with each of the secrets (Standard Webhooks 1.0): HMAC-SHA-256 over the id, the
 * time and the body.
 */
export function signWebhook(
  { id, timestampSeconds, body }: WebhookMessage,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createWebhookSecret, signWebhook } from './sign-webhook.ts';

describe('signWebhook', () => {
  // clock: the verifier rejects messages that are older than five minutes by it.
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const message = { id: 'msg_1', timestampSeconds, body: '{"type":"job.succeeded","data":{"text":"é"}}' };

  it('creates headers that the reference implementation verifies, with each of the secrets', () => {
    const [secret, oldSecret, other] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()];
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const headers = signWebhook(message, [secret, oldSecret]);
    for (const known of [secret, oldSecret]) {
      expect(new Webhook(known).verify(message.body, headers)).toEqual(JSON.parse(message.body));
    }
    expect(() => new Webhook(other).verify(message.body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(`${message.body} `, headers)).toThrow('No matching signature');
    const later = { ...headers, 'webhook-timestamp': String(timestampSeconds + 1) };
    expect(() => new Webhook(secret).verify(message.body, later)).toThrow('No matching signature');
  });
});

import { describe, expect, it } from 'vitest';
import { AdminTokenVerifier } from './admin-token.ts';

/** Settings in memory; `beforeWrite` runs before a value is stored. */
function createSettings(beforeWrite: (values: Map<string, string>) => void = () => undefined) {
  const values = new Map<string, string>();
  return {
    values,
    get: async (name: string) => values.get(name),
    setIfAbsent: async (name: string, value: string) => {
      beforeWrite(values);
      if (values.has(name)) return false;
      values.set(name, value);
      return true;
    },
  };
}

describe('AdminTokenVerifier', () => {
  it('accepts the configured token only, and stores nothing', async () => {
    const settings = createSettings();
    const verifier = await AdminTokenVerifier.load('configured-token-0123', settings);
    expect(verifier.newToken).toBeUndefined();
    expect(verifier.identify('configured-token-0123')).toBe('admin');
    expect(verifier.identify('configured-token-0124')).toBeUndefined();
    expect(verifier.identify('')).toBeUndefined();
    expect(settings.values.size).toBe(0);
  });

  it('generates a token at the first start and accepts it after later starts, from its stored hash', async () => {
    const settings = createSettings();
    const first = await AdminTokenVerifier.load(undefined, settings);
    const token = first.newToken ?? '';
    expect(token).toMatch(/^qn_admin_[0-9A-Za-z]{32}$/);
    expect([...settings.values.values()].join()).not.toContain(token);
    const second = await AdminTokenVerifier.load(undefined, settings);
    expect(second.newToken).toBeUndefined();
    expect([first.identify(token), second.identify(token)]).toEqual(['admin', 'admin']);
  });

  it('accepts the token of the node that stored its hash first', async () => {
    const other = createSettings();
    const winner = await AdminTokenVerifier.load(undefined, other);
    const settings = createSettings((values) => {
      for (const [name, value] of other.values) values.set(name, value);
    });
    const loser = await AdminTokenVerifier.load(undefined, settings);
    expect(loser.newToken).toBeUndefined();
    expect(loser.identify(winner.newToken ?? '')).toBe('admin');
  });
});

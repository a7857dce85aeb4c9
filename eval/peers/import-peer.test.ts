import { describe, expect, it } from 'vitest';
import { hasPeer, importPeer, peerVersion } from './import-peer.ts';

describe('importPeer', () => {
  it('names the command that installs a missing library', async () => {
    await expect(importPeer('@scope/no-such-library/part')).rejects.toThrow(
      '@scope/no-such-library is not installed: run "npm run eval:install"',
    );
  });

  it.skipIf(!hasPeer('chrono-node'))(
    'imports an installed library and reads its version (needs eval:install)',
    async () => {
      expect(await importPeer<object>('chrono-node')).toHaveProperty('casual');
      expect(peerVersion('chrono-node')).toMatch(/^\d+\.\d+\.\d+$/);
    },
  );
});

import { makeZip } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { openZip } from './open-zip.ts';

describe('openZip', () => {
  const zip = makeZip({ 'a/b.xml': 'content', 'c.xml': '' });

  it('lists the files and unpacks one by its name', () => {
    const archive = openZip(zip);
    expect(archive.names).toEqual(['a/b.xml', 'c.xml']);
    expect(archive.read('a/b.xml', 100)?.toString()).toBe('content');
    expect(archive.read('missing.xml', 100)).toBeUndefined();
  });

  it('reads an archive with bytes after its end', () => {
    expect(openZip(Buffer.concat([zip, Buffer.from('trailing')])).names).toHaveLength(2);
  });

  it('rejects a file that unpacks to more than the maximum', () => {
    expect(() => openZip(zip).read('a/b.xml', 3)).toThrow('more than 3 bytes');
  });

  it('rejects a file that is stored without compression and has more than the maximum', () => {
    const stored = makeZip({ mimetype: 'content' }, 'stored');
    expect(openZip(stored).read('mimetype', 7)?.toString()).toBe('content');
    expect(() => openZip(stored).read('mimetype', 3)).toThrow('more than 3 bytes');
  });

  it('rejects a damaged archive', () => {
    expect(() => openZip(Buffer.from('PK\x03\x04 and nothing more'))).toThrow('damaged');
  });
});

import { makeCompoundFile } from '@quern/testing/documents/make-compound-file';
import { describe, expect, it } from 'vitest';
import { openCompoundFile } from './open-compound-file.ts';

describe('openCompoundFile', () => {
  it('reads small and large streams, and those of storages, by names without case', () => {
    const large = Buffer.from(Array.from({ length: 20_000 }, (_, index) => index % 251));
    const file = makeCompoundFile({
      Small: Buffer.from('small'),
      Large: large,
      Inner: { Deep: { a: large } },
    });
    const root = openCompoundFile(file);
    expect(root.streamNames.toSorted()).toEqual(['Large', 'Small']);
    expect(root.stream('small')?.toString()).toBe('small');
    expect(root.stream('Large')?.equals(large)).toBe(true);
    expect(root.storage('inner')?.storage('Deep')?.stream('a')?.equals(large)).toBe(true);
    expect(root.stream('Inner')).toBeUndefined();
    expect(root.storage('Small')).toBeUndefined();
  });

  it('ends chains that are circular at the size of the stream', () => {
    const file = makeCompoundFile({ Large: Buffer.alloc(8192, 1) });
    const table = file.length - 512;
    file.writeUInt32LE(0, table);
    expect(openCompoundFile(file).stream('Large')?.length).toBe(8192);
  });

  it('reads what a truncated file still has', () => {
    const file = makeCompoundFile({ Small: Buffer.from('small'), Large: Buffer.alloc(8192, 1) });
    const moved = Buffer.concat([file, Buffer.alloc(0)]);
    // The last sectors of the stream are past the end.
    moved.writeUInt32LE(5000, file.length - 512 + 4);
    expect(openCompoundFile(moved).stream('Large')?.length).toBe(1024);
  });

  it('rejects a stream that is read so often that all are much longer than the file', () => {
    const root = openCompoundFile(makeCompoundFile({ Large: Buffer.alloc(2_000_000) }));
    const readAll = () => {
      for (let count = 0; count < 6; count++) root.stream('Large');
    };
    expect(readAll).toThrow(expect.objectContaining({ code: 'too_complex' }));
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a header alone', makeCompoundFile({}).subarray(0, 512)],
    [
      'a header with an unknown size of sectors',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    ],
  ])('rejects %s', (_, bytes) => {
    expect(() => openCompoundFile(bytes)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  });
});

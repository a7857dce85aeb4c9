import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ByteCollector } from './byte-collector.ts';

describe('ByteCollector', () => {
  it('returns the bytes of all chunks in order, and starts again', () => {
    const collector = new ByteCollector();
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 1500 }), { maxLength: 30 }), (chunks) => {
        for (const chunk of chunks) collector.append(chunk);
        const expected = Buffer.concat(chunks);
        expect(collector.length).toBe(expected.length);
        expect(collector.take().equals(expected)).toBe(true);
        expect(collector.length).toBe(0);
      }),
    );
  });

  it('keeps no chunk, so that its memory can be used again', () => {
    const chunk = Buffer.from('received');
    const collector = new ByteCollector();
    collector.append(chunk);
    chunk.fill(0);
    expect(collector.take().toString()).toBe('received');
  });

  it('allocates few blocks for many small chunks', () => {
    const collector = new ByteCollector();
    const byte = Buffer.from('x');
    const alloc = vi.spyOn(Buffer, 'alloc');
    for (let at = 0; at < 1_000_000; at += 1) collector.append(byte);
    const sizes = alloc.mock.calls.map(([size]) => size);
    alloc.mockRestore();
    expect(sizes.length).toBeLessThan(20);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
  });
});

import { describe, expect, it } from 'vitest';
import { encodeJsonFields, wrapJsonFields } from './json-fields.ts';
import { JsonFragment } from './json-fragment.ts';

describe('encodeJsonFields and wrapJsonFields', () => {
  it('carry the fields at the paths as JSON and leave the others as they are', () => {
    const value: Record<string, unknown> = { count: 2, analysis: { label: 'a', items: [1, 2] } };
    const buffers = encodeJsonFields(value, ['analysis.items']);
    const crossed: Record<string, unknown> = structuredClone(value, { transfer: buffers });
    wrapJsonFields(crossed, ['analysis.items']);
    const { items, label } = crossed['analysis'] as { items: JsonFragment; label: string };
    expect(items).toBeInstanceOf(JsonFragment);
    expect(Buffer.from(items.bytes).toString()).toBe('[1,2]');
    expect([crossed['count'], label]).toEqual([2, 'a']);
  });
});

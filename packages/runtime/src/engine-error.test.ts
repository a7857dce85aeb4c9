import { describe, expect, it } from 'vitest';
import { EngineError } from './engine-error.ts';

describe('EngineError', () => {
  it('keeps its identifier and message across structured cloning', () => {
    const error = new EngineError('document', 'unreadable', 'The file is damaged.');
    const restored = EngineError.deserialize(structuredClone(error.serialize()));
    expect(restored).toBeInstanceOf(EngineError);
    expect(restored).toMatchObject({ id: 'document.unreadable', message: 'The file is damaged.' });
  });
});

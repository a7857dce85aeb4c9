import { describe, expect, it } from 'vitest';
import { describeFailure } from './describe-failure.ts';

describe('describeFailure', () => {
  it('joins the messages of an error and its causes in one line, without stack traces', () => {
    const cause = new Error('connect\nECONNREFUSED');
    expect(describeFailure(new Error('the database is not available', { cause }))).toBe(
      'the database is not available: connect ECONNREFUSED',
    );
  });
  it('removes the query, the fragment, and the credentials of each URL', () => {
    const message = 'https://user:pass@a.example/p?token=1#x responded with 404; see http://b.example/?q';
    expect(describeFailure(new Error(message))).toBe(
      'https://a.example/p responded with 404; see http://b.example/',
    );
  });
  it('omits a cause with the same message', () => {
    expect(describeFailure(new Error('same', { cause: new Error('same') }))).toBe('same');
  });
  it('limits the line to 500 characters', () => {
    expect(describeFailure(new Error('a'.repeat(10_000)))).toHaveLength(500);
  });
});

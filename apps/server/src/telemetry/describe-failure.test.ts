import { describe, expect, it } from 'vitest';
import { describeFailure, removeUrlSecrets } from './describe-failure.ts';

describe('removeUrlSecrets', () => {
  it('removes the query, the fragment, and the credentials of each URL', () => {
    expect(
      removeUrlSecrets('https://user:pass@a.example/p?token=1#x responded with 404; see http://b.example/?q'),
    ).toBe('https://a.example/p responded with 404; see http://b.example/');
  });
  it('keeps text without URLs, and paths that contain an @', () => {
    expect(removeUrlSecrets('does it work? yes #1')).toBe('does it work? yes #1');
    expect(removeUrlSecrets('https://a.example/@user/1')).toBe('https://a.example/@user/1');
  });
});

describe('describeFailure', () => {
  it('joins the messages of an error and its causes in one line, without stack traces', () => {
    const cause = new Error('connect\nECONNREFUSED');
    expect(describeFailure(new Error('the database is not available', { cause }))).toBe(
      'the database is not available: connect ECONNREFUSED',
    );
  });
  it('omits a cause with the same message', () => {
    expect(describeFailure(new Error('same', { cause: new Error('same') }))).toBe('same');
  });
  it('limits the line to 500 characters', () => {
    expect(describeFailure(new Error('a'.repeat(10_000)))).toHaveLength(500);
  });
});

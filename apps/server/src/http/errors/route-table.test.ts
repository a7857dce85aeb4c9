import { describe, expect, it } from 'vitest';
import { RouteTable } from './route-table.ts';

describe('RouteTable', () => {
  const routes = new RouteTable();
  routes.add('GET', '/keys');
  routes.add('POST', '/keys');
  routes.add('GET', '/keys/:id');
  routes.add(['DELETE'], '/keys/:id');
  routes.add('POST', '/keys/:id/rotate');

  it('returns all methods of a path, with and without a trailing slash', () => {
    expect(routes.findMethods('/keys')).toEqual(['GET', 'POST']);
    expect(routes.findMethods('/keys/')).toEqual(['GET', 'POST']);
  });
  it('matches parameters in the last and in inner segments', () => {
    expect(routes.findMethods('/keys/key_1')).toEqual(['GET', 'DELETE']);
    expect(routes.findMethods('/keys/key_1/rotate')).toEqual(['POST']);
  });
  it('returns no method for an unknown path', () => {
    expect(routes.findMethods('/keys/key_1/rotate/now')).toEqual([]);
    expect(routes.findMethods('/key')).toEqual([]);
  });
});

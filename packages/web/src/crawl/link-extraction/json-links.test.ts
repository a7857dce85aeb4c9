import { describe, expect, it } from 'vitest';
import { extractRouteLinks, findScriptRedirect } from './json-links.ts';

const routesOf = (script: string) => extractRouteLinks(script).map(({ href }) => href);

describe('extractRouteLinks', () => {
  it('finds routes in properties and in lists', () => {
    const data = { nav: [{ href: '/a', label: 'A' }], routes: ['/b', '/c?d=1'], pages: ['/e', 7, null] };
    expect(routesOf(`window.data = ${JSON.stringify(data)}`)).toEqual(['/a', '/b', '/c?d=1', '/e']);
    expect(routesOf('{"links":["\\/x","\\/y"]}')).toEqual(['/x', '/y']);
  });

  it('skips patterns, other hosts, and texts that are not routes', () => {
    expect(
      routesOf('{"routes":["/user/:id","/[slug]","/*","//cdn.example/x","about","https://a.example/"]}'),
    ).toEqual([]);
    expect(routesOf('{"names":["/a"],"colors":["/b"]}')).toEqual([]);
  });

  it('reads each part of a script once, also with many lists that do not end', () => {
    const script = '"pages":["/a",'.repeat(50_000);
    expect(routesOf(script)).toEqual([]);
  });

  it('returns at most 2,000 routes', () => {
    const routes = Array.from({ length: 5000 }, (_, index) => `/r${index}`);
    expect(extractRouteLinks(JSON.stringify({ routes }))).toHaveLength(2000);
  });
});

describe('findScriptRedirect', () => {
  it.each([
    'window.location.href = "/home"',
    "location='/home'",
    'document.location = "/home";',
    'window.location.replace("/home")',
    'if (a) { top.location.assign( "\\/home" ) }',
  ])('finds the target of %s', (script) => {
    expect(findScriptRedirect(script)).toBe('/home');
  });

  it.each([
    'if (location.href == "/home") a()',
    'location.hash = "/home"',
    'mylocation = "/home"',
    'a.location = "/home"',
    'location.href = base + "/home"',
    '',
  ])('finds none in %s', (script) => {
    expect(findScriptRedirect(script)).toBe('');
  });
});

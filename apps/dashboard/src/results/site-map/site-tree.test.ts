import { expect, it } from 'vitest';
import { buildSiteTree } from './site-tree.ts';

it('groups pages by host and path, and counts those below each folder', () => {
  const urls = [
    'https://a.example/',
    'https://a.example/x/1',
    'https://a.example/x/y/2',
    'https://b.example/x/',
    'odd',
  ];
  const tree = buildSiteTree(urls.map((url) => ({ url })));
  expect(tree.count).toBe(5);
  expect(tree.pages.map(({ url }) => url)).toEqual(['odd']);
  expect(tree.folders.map(({ name, count }) => [name, count])).toEqual([
    ['a.example', 3],
    ['b.example', 1],
  ]);
  expect(tree.folders[0]?.folders[0]).toMatchObject({
    name: 'x',
    count: 2,
    folders: [{ name: 'y', count: 1 }],
  });
});

it('is not deeper than six folders, however long the path is', () => {
  let folder = buildSiteTree([{ url: `https://a.example/${'a/'.repeat(5000)}` }]);
  let depth = 0;
  for (; folder.folders[0] !== undefined; depth += 1) folder = folder.folders[0];
  expect([depth, folder.pages.length]).toEqual([6, 1]);
});

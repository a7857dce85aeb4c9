import { describe, expect, it } from 'vitest';
import { listPageUrls, PageSelection } from './page-selection.ts';
import { buildSiteTree } from './site-tree.ts';

const urls = ['https://a.example/', 'https://a.example/x/1', 'https://a.example/x/y/2', 'https://b.example/'];
const tree = buildSiteTree(urls.map((url) => ({ url })));

describe('a selection of pages', () => {
  it('is changed by folder, with all folders below it', () => {
    const selection = new PageSelection();
    const [host, other] = tree.folders.map(listPageUrls);
    const below = (tree.folders[0]?.folders ?? []).flatMap(listPageUrls);
    selection.set(below, true);
    expect([...selection.urls].sort()).toEqual(urls.slice(1, 3));
    expect([host, other, below].map((group = []) => selection.stateOf(group))).toEqual([
      'some',
      'none',
      'all',
    ]);
    selection.set(host ?? [], false);
    expect(selection.urls.size).toBe(0);
  });
  it('has none of an empty group', () => {
    expect(new PageSelection().stateOf([])).toBe('none');
  });
  it('keeps a page once, however often it is added', () => {
    const selection = new PageSelection();
    selection.set(['https://a.example/', 'https://a.example/'], true);
    expect(selection.urls.size).toBe(1);
  });
});

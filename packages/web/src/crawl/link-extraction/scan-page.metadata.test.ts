import { describe, expect, it } from 'vitest';
import { extractPage } from '../../extract/extract-page.ts';
import { scanPage } from './scan-page.ts';

const url = 'https://example.org/';

describe('title, description and language', () => {
  it.each([
    [
      'the elements of the page without Open Graph',
      '<html xml:lang="fr"><title> Element \n title</title><meta name="description" content="Own">',
      { title: 'Element title', description: 'Own', language: 'fr' },
    ],
    [
      'the first of several values, and meta elements for a missing lang attribute',
      '<html><meta property="og:title" content=""><meta property="og:title" content="One"><meta property="og:title" content="Two"><meta property="og:locale" content="pt_BR">',
      { title: 'One', description: '', language: 'pt-BR' },
    ],
  ])('come from %s, in extraction and in maps alike', async (_name, html, expected) => {
    expect(await scanPage(html, url)).toMatchObject(expected);
    expect((await extractPage({ html, url })).metadata).toMatchObject(expected);
  });

  it('come from Open Graph first in extraction, and from the page first in maps', async () => {
    const html =
      '<html lang="de"><title>Element</title><meta property="og:description" content="Shared text"><meta property="og:title" content="Shared"><meta name="description" content="Own">';
    expect((await extractPage({ html, url })).metadata).toMatchObject({
      title: 'Shared',
      description: 'Shared text',
    });
    expect(await scanPage(html, url)).toMatchObject({ title: 'Element', description: 'Own', language: 'de' });
  });
});

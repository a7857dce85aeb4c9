import { describe, expect, it } from 'vitest';
import { analyzePage } from '../analyze-page.ts';
import { isComment, matchExcludeRule } from './exclude-rules.ts';

const prose =
  'The ferry crossed the upper lake on Sunday, for the first time in nine years, with a brass band on the rear deck.';
const article = `<article class="comments-open"><h1>Ferry</h1>${`<p>${prose}</p>`.repeat(12)}</article>`;

async function ruleOf(html: string, text: string) {
  const { blocks, features } = await analyzePage({
    html: `<body>${html}</body>`,
    url: 'https://example.org/news/ferry',
  });
  const container = blocks.blocks.find((block) => block.text.includes(text))?.container ?? 0;
  return {
    rule: matchExcludeRule(container, features.elementFeatures, blocks.parents),
    isComment: isComment(blocks, container, features),
  };
}

describe('isComment', () => {
  it('finds comments after the text, and nothing in an article with such a class name', async () => {
    const html = `${article}<ol class="comment-list"><li><p>I was there, and it was cold.</p></li></ol>`;
    expect((await ruleOf(html, 'it was cold')).isComment).toBe(true);
    expect((await ruleOf(html, 'brass band')).isComment).toBe(false);
  });

  it('finds no comments on a page that consists of them', async () => {
    const thread = `<div class="comments">${`<p>${prose}</p>`.repeat(3)}</div>`;
    expect((await ruleOf(thread, 'brass band')).isComment).toBe(false);
  });
});

describe('matchExcludeRule', () => {
  it('excludes a small newsletter box, but no text in a large element of that name', async () => {
    const box = '<div class="newsletter-box"><h3>News by mail</h3></div>';
    expect((await ruleOf(article + box, 'News by mail')).rule).toBe('newsletter');
    const issue = `<div class="newsletter-post">${`<p>${prose}</p>`.repeat(12)}</div>`;
    expect((await ruleOf(issue, 'brass band')).rule).toBeUndefined();
  });

  it('excludes hidden dialogs and small advertisements', async () => {
    const dialog = '<div class="modal" hidden><p>Accept all</p></div>';
    expect((await ruleOf(article + dialog, 'Accept all')).rule).toBe('hidden dialog');
    const advertisement = '<div class="ad-slot"><p>Two pairs of boots</p></div>';
    expect((await ruleOf(article + advertisement, 'boots')).rule).toBe('advertisement');
  });
});

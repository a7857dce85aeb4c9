import { describe, expect, it } from 'vitest';
import { detectLateContent, hasSiteFrame } from './detect-late-content.ts';

const script = (code: string) => `<script>${code}</script>`;
const fill = script(
  "fetch('/posts').then((r) => r.text()).then((t) => { document.querySelector('#posts').innerHTML = t; })",
);

describe('detectLateContent', () => {
  it.each([
    ['<p>Text</p><ul id="posts"></ul>', fill],
    ['<p>Text</p><div id="posts"><ul></ul></div>', fill],
    ['<p>Text</p><div aria-busy="true"><table></table></div>', ''],
    ['<p>Text</p><span class="card-skeleton wide"></span>', ''],
    [
      '<p>Text</p><tbody id=rows></tbody>',
      // clock: text of a page, which is not run.
      script('setTimeout(() => { document.getElementById("rows").innerHTML = x }, 9)'),
    ],
  ])('finds a place for content in %s', (html, code) => {
    expect(detectLateContent(html + code, 100)).toBeDefined();
    expect(detectLateContent(html + code, 5000)).toBeUndefined();
  });

  it.each([
    ['<p>Text</p><ul id="posts"><li>There</li></ul>', fill],
    ['<p>Text</p><ul id="other"></ul>', fill],
    ['<p>Text</p><ul id="posts"></ul>', script("console.log('#posts')")],
    [
      '<p>Text</p><ul id="posts"></ul>',
      '<script type="application/json">{"a":"fetch(#posts).innerHTML = "}</script>',
    ],
    ['<p aria-busy="false">Text</p>', ''],
    ['<p class="skeleton">A skeleton of text</p>', ''],
    ['<p>A skeleton in the closet, aria-busy</p>', ''],
  ])('does not find one in %s', (html, code) => {
    expect(detectLateContent(html + code, 100)).toBeUndefined();
  });
});

it('hasSiteFrame finds frames of the same site only', () => {
  const found = (src: string) =>
    hasSiteFrame(`<iframe src="${src}"></iframe>`, 'https://www.example.co.uk/a');
  expect(found('/inner')).toBe(true);
  expect(found('https://docs.example.co.uk/')).toBe(true);
  expect(found('https://other.co.uk/')).toBe(false);
  expect(found('javascript:void(0)')).toBe(false);
});

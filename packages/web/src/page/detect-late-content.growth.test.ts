import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { detectLateContent } from './detect-late-content.ts';

const fill =
  "<script>fetch('/posts').then((r) => r.text()).then((t) => { document.querySelector('#posts').innerHTML = t; })</script>";

it.each([
  ['open tags', (count: number) => `${'<div id=a class=x '.repeat(count)}skeleton ${fill}`],
  ['elements', (count: number) => `${'<div id="posts">'.repeat(count)}skeleton${fill}`],
  ['class names', (count: number) => `<i class="${'skeleton-'.repeat(count)}">${fill}`],
  ['assignments', (count: number) => `${fill}${'.innerHTML'.repeat(count)}${' '.repeat(count)}aria-busy`],
])('detectLateContent does work proportional to a page of %s', async (_, pageOf) => {
  const detect = (html: string) => detectLateContent(html, 0);
  expect(await growthRatio(detect, pageOf(5000), pageOf(20_000))).toBeLessThan(9);
});

import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { parseRobots, robotsLengthMax } from './parse-robots.ts';

describe('work of parseRobots', () => {
  const path = `/${'a'.repeat(1900)}`;
  it.each([
    ['wildcards before every character', 'Disallow: /*a*a*a*a*a*a*a*a*a*a*b\n'],
    ['the longest rules', `Disallow: /${'*a'.repeat(900)}b$\n`],
    ['rules that almost match', `Disallow: *${'a'.repeat(900)}b\n`],
    ['the shortest rules', 'Allow:*b\n'],
    ['plain rules', 'Disallow: /private/\n'],
  ])('grows linearly with a file of %s', async (_, rule) => {
    const fileOf = (length: number) => `User-agent: *\n${rule.repeat(length / rule.length)}`;
    const check = (text: string) => expect(parseRobots(text, 'Quern').allows(path)).toBe(true);
    expect(await growthRatio(check, fileOf(robotsLengthMax / 4), fileOf(robotsLengthMax))).toBeLessThan(8);
  });
});

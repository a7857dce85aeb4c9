import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { readTextBlocks } from './read-text-blocks.ts';

/** Units that are repeated; each could make a careless pattern take quadratic time. */
const units: Readonly<Record<string, string>> = {
  prose: 'The mill was built in 1820 and ground wheat. ',
  'wrapped prose': 'The mill was built in 1820 and it ground wheat until the river\ndried up. ',
  'short lines': 'a\n',
  'blank lines': '\n',
  spaces: ' ',
  tabs: 'a\t',
  'open emphasis': '*a ',
  'open strong emphasis': '**a ',
  'open brackets': '[',
  'open links': '[a](',
  'open images': '![a',
  'code spans': '`a``b',
  'open tags': '<a ',
  paragraphs: '<p>',
  scripts: '<p><script>',
  comments: '<!-- a\n',
  quotations: '> ',
  'deep quotations': `${'>'.repeat(100)}a\n`,
  fences: '```a\n',
  'long fences': '````\na\n',
  items: '1. a\n',
  'lettered items': 'a) b\n',
  turns: 'Anna: hello there you.\n',
  'header fields': 'From: a\n',
  messages: 'From: a\nTo: b\n\nhello world this.\n',
  cues: '1\n00:00:01,000 --> 00:00:02,000\nhello\n\n',
  signatures: '--\na\n',
  attributions: 'On 3 May x wrote:\n',
  closings: 'Best regards,\n\n',
  leaders: '.',
  'hyphenated lines': 'exam-\nple wor\n',
  'titles without text': 'Heading One\n',
  'page breaks': 'Head of page\n1\fthe mill was built in\n',
  'one word': 'a',
  'Chinese lines': '磨坊建于一八二〇年磨坊建于一八二〇年磨坊建于\n',
  apostrophes: "''a ",
  surrogates: '\ud800',
  references: '[1] Smith, J. 2010 some title of it.\n',
};

describe('readTextBlocks', () => {
  for (const [name, unit] of Object.entries(units)) {
    it(`does work linear in the length of ${name}`, async () => {
      const text = (length: number) => unit.repeat(Math.ceil((growthScale * length) / unit.length));
      expect(await growthRatio(readTextBlocks, text(10_000), text(80_000))).toBeLessThan(24);
    });
  }
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitMarkdown } from './split-markdown.ts';

describe('the parts of Markdown', () => {
  it('are the Markdown again when they are joined', () => {
    const line = fc.constantFrom('', 'text', '```', '~~~~', '# Title', '    code', ' ');
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 0, max: 40 }), (lines, lengthMin) => {
        const markdown = lines.join('\n');
        expect(splitMarkdown(markdown, lengthMin).join('\n')).toBe(markdown);
      }),
    );
  });
  it('end at blank lines, but not within code', () => {
    const code = '```js\na\n\nb\n```';
    expect(splitMarkdown(`one\n\n${code}\n\ntwo`, 1)).toEqual(['one\n', `${code}\n`, 'two']);
  });
  it('are as long as a paragraph without blank lines', () => {
    const paragraph = 'line\n'.repeat(1000);
    expect(splitMarkdown(`${paragraph}\nend`, 10)).toEqual([paragraph, 'end']);
  });
});

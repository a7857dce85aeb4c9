import { expect, it } from 'vitest';
import { findReadmeExamples } from './readme-examples.ts';

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;

it('finds js blocks with their line and the output in the text block that follows', () => {
  const markdown = `# Title\n\n${block('js', "console.log('a');")}\nIt prints:\n\n${block('text', 'a')}`;
  expect(findReadmeExamples(markdown)).toEqual([{ line: 3, source: "console.log('a');\n", output: 'a\n' }]);
});

it('has no output for a js block that is followed by another block or by none', () => {
  const markdown = `${block('js', 'one();')}${block('ts', 'two();')}${block('text', 'x')}${block('js', 'three();')}`;
  expect(findReadmeExamples(markdown).map(({ source, output }) => [source, output])).toEqual([
    ['one();\n', undefined],
    ['three();\n', undefined],
  ]);
});

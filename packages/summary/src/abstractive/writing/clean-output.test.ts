import { describe, expect, it } from 'vitest';
import { cleanOutput } from './clean-output.ts';

const plain = ['The mill reopens in May.', 'It cost 3 million dollars.'];
const prose = plain.join(' ');

describe('cleanOutput', () => {
  it.each([
    ['plain prose', prose],
    ['an introduction', `Here is the summary:\n\n${prose}`],
    ['a polite introduction', `Sure! ${prose}`],
    ['a label', `**Summary:** ${prose}`],
    ['a heading', `# The mill\n\n${prose}`],
    ['a list', `- ${plain[0]}\n- ${plain[1]}`],
    ['a numbered list with bold text', `1. **${plain[0]}**\n2. ${plain[1]}`],
    ['a code fence', `\`\`\`\n${prose}\n\`\`\``],
    ['JSON', JSON.stringify({ title: 'Mill', summary: prose })],
    ['a JSON array', JSON.stringify(plain)],
    ['quotation marks', `"${plain[0]}" ${plain[1]}`],
    ['a link and emphasis', 'The [mill](https://x.example) *reopens* in May. It cost `3 million` dollars.'],
    ['a quote with an afterword', `> ${prose}\n\nNote: I left out the history.`],
    ['a repeated sentence', `${prose} ${plain[0]}`],
  ])('returns the sentences of %s', (_, output) => {
    const sentences = cleanOutput(output, 'en', false);
    expect(sentences.join(' ')).toBe(prose);
  });

  it('removes an incomplete last sentence of a text that was cut off', () => {
    expect(cleanOutput(`${plain[0]} It cost 3 mil`, 'en', true)).toEqual([plain[0]]);
  });

  it.each([
    ['de', 'Hier entsteht ein Museum.'],
    ['en', 'Here the river turns north.'],
    ['en', 'The board said: "We will not sell."'],
    ['en', 'Profit rose by 5 * 3 million & more.'],
  ])('leaves a sentence of %s alone: %s', (language, sentence) => {
    expect(cleanOutput(sentence, language, false)).toEqual([sentence]);
  });

  it('joins lines that are wrapped to a width', () => {
    const wrapped = 'The old mill on the river reopens as a museum\nin May of the next year.';
    expect(cleanOutput(wrapped, 'en', false)).toEqual([wrapped.replace('\n', ' ')]);
  });

  it('decodes entities', () => {
    expect(cleanOutput('The &quot;old&quot; mill &amp; the new one.', 'en', false)).toEqual([
      'The "old" mill & the new one.',
    ]);
  });

  it('reads deeply nested JSON as text', () => {
    const output = `${'{"a":'.repeat(5000)}"x"${'}'.repeat(5000)}`;
    expect(() => cleanOutput(output, 'en', false)).not.toThrow();
  });
});

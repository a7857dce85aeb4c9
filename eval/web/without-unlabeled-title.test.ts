import { describe, expect, it } from 'vitest';
import { withoutUnlabeledTitle } from './without-unlabeled-title.ts';

const markdown = '# The mill *turns* again\n\nThe wheel is made of oak.\n';

describe('withoutUnlabeledTitle', () => {
  it('removes a title that the gold text leaves out', () => {
    expect(withoutUnlabeledTitle(markdown, 'The mill turns again', 'The wheel is made of oak.')).toBe(
      '\nThe wheel is made of oak.\n',
    );
  });

  it('keeps a title that the gold text has after a kicker', () => {
    const gold = 'Culture\nThe mill turns again\nThe wheel is made of oak.';
    expect(withoutUnlabeledTitle(markdown, 'The mill turns again', gold)).toBe(markdown);
  });

  it('keeps a heading that is not the title, and a title that does not come first', () => {
    expect(withoutUnlabeledTitle(markdown, 'Imprint', 'The wheel')).toBe(markdown);
    const later = `By Ada\n\n${markdown}`;
    expect(withoutUnlabeledTitle(later, 'The mill turns again', 'The wheel')).toBe(later);
  });
});

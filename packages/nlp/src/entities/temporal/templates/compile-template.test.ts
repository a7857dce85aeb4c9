import { describe, expect, it } from 'vitest';
import { compileTemplate } from './compile-template.ts';

const slots = { values: { d: '\\d{1,2}', month: 'May|June' }, words: { of: 'of' } };
const matches = (template: string, text: string) =>
  new RegExp(`^${compileTemplate(template, slots)}$`, 'iu').exec(text)?.groups;

describe('compileTemplate', () => {
  it('captures slots by name', () => {
    expect(matches('{d}. {month}', '12. June')).toMatchObject({ d: '12', month: 'June' });
  });

  it.each([
    ['{d}[th] {month}', '4th May'],
    ['{d}[th] {month}', '4 May'],
    ['{month}~ {d}', 'May. 4'],
    ['{d}_{month}', '4May'],
    ['{d}·{month}', '4-May'],
    ['{of} {d} {of} {month}', 'of 4 of May'],
    ['(on|at) {d}–{month}', 'at 4 – May'],
  ])('%s matches %s', (template, text) => {
    expect(matches(template, text)).toMatchObject({ d: '4', month: 'May' });
  });

  it('looks around without matching', () => {
    const source = compileTemplate('<from |until >{d}> May<', slots);
    expect(new RegExp(source, 'u').exec('from 4 May')?.[0]).toBe('4');
    expect(new RegExp(source, 'u').exec('at 4 May')).toBeNull();
  });

  it('names an unknown slot', () => {
    expect(() => compileTemplate('{day} {month}', slots)).toThrow(
      'unknown slot {day} in the template "{day} {month}"',
    );
  });
});

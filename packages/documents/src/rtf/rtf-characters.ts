/** Control words and symbols that stand for characters. */
const characters: Readonly<Record<string, string>> = {
  '\\': '\\',
  '{': '{',
  '}': '}',
  '~': '\u00a0',
  _: '\u2011',
  '-': '',
  line: '\n',
  lbr: '\n',
  softline: '\n',
  tab: '\t',
  '\t': '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  zwj: '\u200d',
  zwnj: '\u200c',
  zwbo: '',
  zwnbo: '',
  ltrmark: '',
  rtlmark: '',
};

/** @returns the character of a control word or symbol; undefined for others */
export function characterOf(name: string): string | undefined {
  return Object.hasOwn(characters, name) ? characters[name] : undefined;
}

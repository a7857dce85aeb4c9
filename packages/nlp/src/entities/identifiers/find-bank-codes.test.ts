import { describe, expect, it } from 'vitest';
import { findBankCodes } from './find-bank-codes.ts';

const found = (text: string) => findBankCodes(text).map(({ value }) => value);

describe('findBankCodes', () => {
  it('finds codes of 8 and 11 characters after the words', () => {
    expect(found('BIC: DEUTDEFF, SWIFT code COBADEFFXXX')).toEqual(['DEUTDEFF', 'COBADEFFXXX']);
  });

  it.each(['the word ABSOLUTE alone', 'BIC: ABCDZQ12', 'SWIFT is a network of banks. COBADEFFXXX'])(
    'finds none in %j',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );
});

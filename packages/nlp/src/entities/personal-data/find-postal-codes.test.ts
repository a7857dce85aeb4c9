import { describe, expect, it } from 'vitest';
import { findPostalCodes } from './find-postal-codes.ts';

const found = (text: string) => findPostalCodes(text).map(({ value }) => value);

describe('findPostalCodes', () => {
  it.each([
    ['My zip code is 6780', '6780'],
    ['PLZ 89073', '89073'],
    ['CEP: 01310-100', '01310-100'],
    ['код не нужен, индекс 101000', '101000'],
    ['郵便番号は〒150-0001です', '150-0001'],
    ['邮编100020', '100020'],
    ['the code SW1A 1AA', 'SW1A 1AA'],
    ['from Paris 75001.', '75001'],
    ['kod pocztowy 00-838', '00-838'],
  ])('finds the code in %j', (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it.each([
    '12345 people',
    'in Paris 2024',
    'the number 62704',
    'room 12345',
    'Berlin 15000 runners',
    'id 12-345-6',
  ])('finds none in %j', (text) => {
    expect(found(text)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { createRuleContext } from '../rules/rule-context.ts';
import { findAges } from './find-ages.ts';

const found = (text: string, language: string) =>
  findAges(text, createRuleContext({ language })).map(
    ({ startIndex, endIndex, value }) => `${text.slice(startIndex, endIndex)} = ${value}`,
  );

describe('findAges', () => {
  it.each([
    ['en', 'She is 34 years old.', '34 years old = 34'],
    ['en', 'a man aged 34 was', 'aged 34 = 34'],
    ['en', 'the 34-year-old driver', '34-year-old = 34'],
    ['en', 'Patient is a 62 y/o male', '62 y/o = 62'],
    ['en', 'Age: 41', '41 = 41'],
    ['en', 'He retired at the age of 65.', '65 = 65'],
    ['en', 'a baby 0.5 years old', '0.5 years old = 0.5'],
    ['de', 'die 34-jährige Ärztin', '34-jährige = 34'],
    ['de', 'im Alter von 34 Jahren', '34 Jahren = 34'],
    ['fr', 'Elle a 34 ans.', '34 ans = 34'],
    ['es', 'Tiene 34 años y vive aquí', '34 años = 34'],
    ['pt', 'Ela tem 34 anos.', '34 anos = 34'],
    ['it', 'Ha 34 anni.', '34 anni = 34'],
    ['nl', 'Zij is 34 jaar oud', '34 jaar oud = 34'],
    ['ru', 'Ей 34 года, 34', '34 года = 34'],
    ['ru', '34-летний мужчина', '34-летний = 34'],
    ['uk', 'Йому 34 роки.', '34 роки = 34'],
    ['pl', 'Ma 34 lata.', '34 lata = 34'],
    ['cs', 'Je mu 34 let.', '34 let = 34'],
    ['sv', 'Hon är 34 år gammal', '34 år gammal = 34'],
    ['da', 'en 34-årig mand', '34-årig = 34'],
    ['no', 'En 34-åring ble', '34-åring = 34'],
    ['fi', '34-vuotias mies', '34-vuotias = 34'],
    ['tr', '34 yaşında bir adam', '34 yaşında = 34'],
    ['el', 'είναι 34 ετών', '34 ετών = 34'],
    ['ar', 'عمره 34 سنة', '34 سنة = 34'],
    ['hi', '34 वर्षीय महिला', '34 वर्षीय = 34'],
    ['zh', '他今年34岁。', '34岁 = 34'],
    ['ja', '34歳の男性', '34歳 = 34'],
    ['ko', '34세 남성', '34세 = 34'],
    ['id', 'berusia 34 tahun', '34 tahun = 34'],
    ['vi', 'chị 34 tuổi', '34 tuổi = 34'],
    ['ro', 'are 34 de ani', '34 de ani = 34'],
    ['hu', '34 évesen halt meg', '34 évesen = 34'],
  ])('%s: %s', (language, text, expected) => {
    expect(found(text, language)).toEqual([expected]);
  });

  it.each([
    ['en', 'It happened 34 years ago, after 5 years.'],
    ['en', 'He turned 34 pages and scored 12.'],
    ['fr', 'Il y a 34 ans, depuis 5 ans'],
    ['de', 'seit 34 Jahren, vor 5 Jahren'],
    ['it', 'ha 34 anni di esperienza'],
    ['ru', '5 лет назад'],
    ['ko', '21세기'],
    ['en', 'version 3.4, 300 years old'],
  ])('%s: finds none in %s', (language, text) => {
    expect(found(text, language)).toEqual([]);
  });
});

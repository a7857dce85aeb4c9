import { describe, expect, it } from 'vitest';
import { createRuleContext } from '../../rules/rule-context.ts';
import { findPersonalNumbers } from './find-personal-numbers.ts';

async function found(text: string): Promise<string[]> {
  const candidates = await findPersonalNumbers(text, createRuleContext({ language: 'en' }));
  return candidates.map(
    ({ type, startIndex, endIndex, value }) => `${type} ${text.slice(startIndex, endIndex)} = ${value}`,
  );
}

describe('findPersonalNumbers', () => {
  it.each([
    ['My SSN is 378-74-2396.', 'NATIONAL_ID 378-74-2396 = 378742396'],
    ['EIN: 91-1144442', 'TAX_ID 91-1144442 = 911144442'],
    ['routing number 021000021', 'BANK_ACCOUNT 021000021 = 021000021'],
    ['NINO: AB 12 34 56 C', 'NATIONAL_ID AB 12 34 56 C = AB123456C'],
    ['NHS number 943 476 5919', 'NATIONAL_ID 943 476 5919 = 9434765919'],
    ['her DNI 12345678Z', 'NATIONAL_ID 12345678Z = 12345678Z'],
    ['con X1234567L firmado', 'NATIONAL_ID X1234567L = X1234567L'],
    ['CF RSSMRA85T10A562S', 'NATIONAL_ID RSSMRA85T10A562S = RSSMRA85T10A562S'],
    ['P. IVA 00743110157', 'TAX_ID 00743110157 = 00743110157'],
    ['Steuer-ID: 36 574 261 809', 'NATIONAL_ID 36 574 261 809 = 36574261809'],
    ['USt-IdNr. DE136695976', 'TAX_ID DE136695976 = DE136695976'],
    ['AHV-Nr. 756.9217.0769.85', 'NATIONAL_ID 756.9217.0769.85 = 7569217076985'],
    ['PESEL: 44051401359', 'NATIONAL_ID 44051401359 = 44051401359'],
    ['NIP 856-734-62-15', 'TAX_ID 856-734-62-15 = 8567346215'],
    ['rodné číslo 710319/2745', 'NATIONAL_ID 710319/2745 = 7103192745'],
    ['personnummer 811228-9874', 'NATIONAL_ID 811228-9874 = 8112289874'],
    ['CPR-nr. 211062-5629', 'NATIONAL_ID 211062-5629 = 2110625629'],
    ['HETU on 131052-308T.', 'NATIONAL_ID 131052-308T = 131052308T'],
    ['T.C. kimlik no: 17291716060', 'NATIONAL_ID 17291716060 = 17291716060'],
    ['ΑΜΚΑ: 01013099997', 'NATIONAL_ID 01013099997 = 01013099997'],
    ['CNP 1630615123457', 'NATIONAL_ID 1630615123457 = 1630615123457'],
    ['adószám: 12892312-2-41', 'TAX_ID 12892312-2-41 = 12892312241'],
    ['СНИЛС 112-233-445 95', 'NATIONAL_ID 112-233-445 95 = 11223344595'],
    ['ИНН 7707083893', 'TAX_ID 7707083893 = 7707083893'],
    ['身份证号11010519491231002X。', 'NATIONAL_ID 11010519491231002X = 11010519491231002X'],
    ['マイナンバーは1234 5678 9018です', 'NATIONAL_ID 1234 5678 9018 = 123456789018'],
    ['Aadhaar 2341 2341 2346', 'NATIONAL_ID 2341 2341 2346 = 234123412346'],
    ['CPF 123.456.789-09', 'NATIONAL_ID 123.456.789-09 = 12345678909'],
    ['CURP BOXW310820HNERXN09', 'NATIONAL_ID BOXW310820HNERXN09 = BOXW310820HNERXN09'],
    ['CUIT 20-05536168-2', 'TAX_ID 20-05536168-2 = 20055361682'],
    ['NRIC S1234567D', 'NATIONAL_ID S1234567D = S1234567D'],
    ['ABN 51 824 753 556', 'TAX_ID 51 824 753 556 = 51824753556'],
    ['SIN 046-454-286', 'NATIONAL_ID 046-454-286 = 046454286'],
    ['Passport no. X1234567 expires 2027-01-01', 'PASSPORT_NUMBER X1234567 = X1234567'],
    ["driver's license number is Y27343822381713", 'DRIVER_LICENSE Y27343822381713 = Y27343822381713'],
    ['Kennzeichen M-AB 1234 gesehen', 'LICENSE_PLATE M-AB 1234 = MAB1234'],
    ['con matrícula 1234 BCD.', 'LICENSE_PLATE 1234 BCD = 1234BCD'],
    ['车牌号京A12345', 'LICENSE_PLATE 京A12345 = 京A12345'],
    ['차량번호 12가 3456', 'LICENSE_PLATE 12가 3456 = 12가3456'],
    ['Account number: 12345678', 'BANK_ACCOUNT 12345678 = 12345678'],
  ])('finds the number in %j', async (text, expected) => {
    expect(await found(text)).toContain(expected);
  });

  it.each([
    'order 20240315998 has shipped',
    'call 020 7946 0958 or +44 20 7946 0958',
    'between 12345678901 and 44051401350 rows',
    'on 2024-118-4471 and 12.05.2024, 10:30',
    'passport expires 2027-01-01',
    'the account has 12 open orders for 3400 units',
    'his car does 180 km/h',
    '1 234 567 890 people',
    'version 10.2.1-4 of model AB-123',
    'ключі в сусідки, її номер 0505550177',
    'её номер 89161234567',
    'Kennzeichen 123456789',
  ])('finds none in %j', async (text) => {
    expect(await found(text)).toEqual([]);
  });

  it('is less confident without a cue, and without a correct checksum', async () => {
    const confidenceOf = async (text: string) =>
      (await findPersonalNumbers(text, createRuleContext({ language: 'en' })))[0]?.confidence ?? 0;
    const cued = await confidenceOf('CPF 123.456.789-09');
    const bare = await confidenceOf('ver 123.456.789-09');
    const wrong = await confidenceOf('ver 123.456.789-00');
    expect(cued).toBeGreaterThan(bare);
    expect(bare).toBeGreaterThan(wrong);
  });
});

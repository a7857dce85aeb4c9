import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compressSentence } from './compress-sentence.ts';

function compress(sentence: string, language = 'en', isFirst = false): string {
  return compressSentence(sentence, { language, isFirst }).text;
}

describe('compressSentence', () => {
  it.each([
    ['en', 'However, the board rejected the offer.', 'The board rejected the offer.'],
    ['en', 'So, well, the pump was replaced.', 'The pump was replaced.'],
    ['en', 'But Maria signed the lease.', 'Maria signed the lease.'],
    ['de', 'Aber der Rat hat den Antrag abgelehnt.', 'Der Rat hat den Antrag abgelehnt.'],
    ['fr', "Cependant, l'usine rouvrira en mars.", "L'usine rouvrira en mars."],
    ['es', 'Sin embargo, la obra costará dos millones.', 'La obra costará dos millones.'],
    ['pt', 'No entanto, a ponte reabre em maio.', 'A ponte reabre em maio.'],
    ['it', 'Quindi il comune pagherà la metà.', 'Il comune pagherà la metà.'],
    ['ru', 'Однако суд отменил прежнее решение.', 'Суд отменил прежнее решение.'],
    [
      'tr',
      'Bu nedenle konser ertelendi ve biletler iade edilecek.',
      'Konser ertelendi ve biletler iade edilecek.',
    ],
    ['zh', '但是，委员会否决了这个方案。', '委员会否决了这个方案。'],
    ['ja', 'しかし、会議は来週の月曜日に延期された。', '会議は来週の月曜日に延期された。'],
  ])('leaves out connectives at the beginning: %s %s', (language, sentence, expected) => {
    expect(compress(sentence, language)).toBe(expected);
  });

  it.each([
    ['en', 'So far the trial has cost nothing.'],
    ['en', 'But for the rain the game would have begun.'],
    ['en', 'Otherwise, the fee is due in full.'],
    ['en', 'Instead, the school will stay open.'],
    ['de', 'Außerdem beschloss der Rat den Haushalt.'],
    ['tr', 'Ancak üç kişi bu kursa katılabilir.'],
    ['pl', 'Dlatego że most jest zamknięty, autobus jedzie objazdem.'],
    ['zh', '但愿明天的比赛可以按时开始。'],
  ])('keeps what the sentence needs: %s %s', (language, sentence) => {
    expect(compress(sentence, language)).toBe(sentence);
  });

  it('leaves out datelines at the beginning of paragraphs only', () => {
    const news = 'BERLIN (dpa) - Die Bahn streicht im Winter vierzig Züge.';
    expect(compress(news, 'de', true)).toBe('Die Bahn streicht im Winter vierzig Züge.');
    expect(compress(news, 'de')).toBe(news);
    expect(compress('OSLO, May 3 (NTB) — Two ferries collided on Sunday.', 'en', true)).toBe(
      'Two ferries collided on Sunday.',
    );
    expect(compress('A result - The lamp is broken again today.', 'en', true)).toBe(
      'A result - The lamp is broken again today.',
    );
  });

  it('leaves out numbers in brackets at the beginning', () => {
    expect(compress('[12] The landlord must repay the deposit.')).toBe(
      'The landlord must repay the deposit.',
    );
    expect(compress('[n] is the size of the array here.')).toBe('[n] is the size of the array here.');
  });

  it('leaves out hesitations, fillers between commas, and words said twice by accident', () => {
    expect(compress('We, um, moved the the launch to, uh, Friday.')).toBe('We moved the launch to Friday.');
    expect(compress('In May, uh the price went up and uh.')).toBe('In May, the price went up and.');
    expect(compress('It was, you know, the last one we had.')).toBe('It was the last one we had.');
    expect(compress('Do you know the way to the station?')).toBe('Do you know the way to the station?');
    expect(compress('Das hat er mir gestern noch gesagt.', 'de')).toBe('Das hat er mir gestern noch gesagt.');
    expect(compress('La lettre date de De Gaulle et du gouvernement.', 'fr')).toBe(
      'La lettre date de De Gaulle et du gouvernement.',
    );
  });

  it('leaves out references, and keeps parentheses that say something', () => {
    expect(compress('The yield doubled [3, 7-9] in both fields (see Table 2).')).toBe(
      'The yield doubled in both fields.',
    );
    expect(compress('Sleep improves memory (Meyer et al., 2019; Roe, 2020) in mice.')).toBe(
      'Sleep improves memory in mice.',
    );
    for (const kept of [
      'The fee (excluding tax) is forty euros a month.',
      'The trial (June 2019) ended without a result.',
      'The World Health Organization (WHO) changed its advice.',
      'Call rows[n+1] or fill(row) to read one of them.',
    ])
      expect(compress(kept)).toBe(kept);
  });

  it('leaves out attributions and non-restrictive clauses where a verb follows', () => {
    expect(compress('The bridge, the mayor said, will close on Monday.')).toBe(
      'The bridge will close on Monday.',
    );
    expect(compress('The contract, which nobody had read, was signed in May.')).toBe(
      'The contract was signed in May.',
    );
    expect(compress('El museo, según la alcaldesa, está cerrado hasta junio.', 'es')).toBe(
      'El museo está cerrado hasta junio.',
    );
    for (const [language, kept] of [
      // Commas do not tell restrictive clauses in German.
      ['de', 'Die Kinder, die krank waren, haben eine Nachprüfung.'],
      // The second comma belongs to the attribution.
      ['en', 'The risk is small, according to Ana Ruiz, of the regional university.'],
      ['en', 'The loan, which costs 4,000 euros, is due in June.'],
      ['en', 'He wrote that "the plan, she said, is dead" in his notes.'],
    ] as const)
      expect(compress(kept, language)).toBe(kept);
  });

  it('keeps the sentence if too little is left', () => {
    expect(compress('So, um, well, yes.')).toBe('So, um, well, yes.');
    expect(compress('')).toBe('');
  });

  it('names exactly the ranges that are kept, for any text and language', () => {
    const pieces = [
      'However, ',
      'um, ',
      'the the ',
      ', said Ana, ',
      ' (see 3)',
      ', which is, ',
      'is ',
      '[1]',
      'BERLIN (x) - ',
      'A',
      'ß',
      '😀',
      ' ',
      '.',
    ];
    const sentence = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((list) => list.join(''));
    fc.assert(
      fc.property(
        sentence,
        fc.constantFrom('en', 'de', 'zh', 'xx', '__proto__'),
        fc.boolean(),
        (text, language, isFirst) => {
          const { kept, text: compressed } = compressSentence(text, { language, isFirst });
          const joined = kept.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex)).join('');
          expect(compressed.toLowerCase()).toBe(joined.toLowerCase());
          for (const [at, { startIndex, endIndex }] of kept.entries()) {
            expect(startIndex).toBeGreaterThanOrEqual(kept[at - 1]?.endIndex ?? 0);
            if (text !== '') expect(endIndex).toBeGreaterThan(startIndex);
          }
        },
      ),
    );
  });

  it.each([
    ['en', 'the lease was signed on Monday.', 'The lease was signed on Monday.'],
    ['de', 'übrigens ist der Umbau genehmigt.', 'Übrigens ist der Umbau genehmigt.'],
    ['ru', 'договор подписан вчера вечером.', 'Договор подписан вчера вечером.'],
    ['tr', 'ihale dün akşam sonuçlandı.', 'İhale dün akşam sonuçlandı.'],
    ['en', 'iOS 19 is dropped from version 3.', 'iOS 19 is dropped from version 3.'],
    ['en', '"we accept the offer", she wrote on Monday.', '"We accept the offer", she wrote on Monday.'],
    ['en', '40 boxes are missing since Monday.', '40 boxes are missing since Monday.'],
  ])(
    'begins a sentence after a salutation with a capital letter in %s: %s',
    (language, sentence, expected) => {
      const { text, kept } = compressSentence(sentence, { language, isFirst: true, isAfterSalutation: true });
      expect(text).toBe(expected);
      expect(kept).toEqual([{ startIndex: 0, endIndex: sentence.length }]);
    },
  );
});

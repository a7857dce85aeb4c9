import { describe, expect, it } from 'vitest';
import { lines, outline, textsOf } from './fixtures/outline-source.ts';
import { readTextBlocks } from './read-text-blocks.ts';

describe('readTextBlocks on messages', () => {
  it('reads the parts of an e-mail', () => {
    const text = lines(
      'From: Jane Doe <jane@example.org>',
      'To: Tom Miller <tom@example.org>',
      'Subject: Re: Budget for the bridge',
      '',
      'Hi Tom,',
      '',
      'thanks for the numbers. We decided to move the opening to May 12',
      'because the steel arrives two weeks late.',
      '',
      'Best regards,',
      'Jane',
      '',
      '-- ',
      'Harbor Authority, Pier 4',
      '',
      'On Fri, Jan 31, 2025 at 5:01 PM Tom Miller <tom@example.org>',
      'wrote:',
      '',
      '> The steel is delayed. What should',
      '> we do?',
    );
    expect(outline(text).filter((block) => !block.startsWith('aside'))).toEqual([
      'title | Budget for the bridge',
      'prose | thanks for the numbers. We decided to move the opening to May 12 because the steel arrives two weeks late.',
      'quotation | The steel is delayed. What should we do?',
    ]);
  });

  it('sets footers of a thread aside: repeated lines at the ends of messages, and addresses after a ruler', () => {
    const footer = ['Sent through the Northgate relay.', 'Do not print this message without need.'];
    const thread = lines(
      'From: Ada Berg <ada@example.org>',
      'Subject: Kiln',
      '',
      'The kiln is paid. It arrives on 4 June.',
      '',
      ...footer,
      '',
      'From: Bea Holm <bea@example.org>',
      'Subject: Re: Kiln',
      '',
      'Then I clear the shed on 2 June.',
      '',
      ...footer,
      '_____________________',
      'potters mailing list',
      'https://lists.example/potters',
    );
    expect(outline(thread).filter((block) => block.startsWith('prose'))).toEqual([
      'prose Ada Berg | The kiln is paid. It arrives on 4 June.',
      'prose Bea Holm | Then I clear the shed on 2 June.',
    ]);
  });

  it('keeps messages that a later one quotes in full without marks', () => {
    const first = ['From: Ada', 'Subject: Kiln', '', 'The kiln is paid. It arrives on 4 June.', ''];
    const thread = lines('From: Bea', 'Subject: Re: Kiln', '', 'I clear the shed.', '', ...first, ...first);
    const said = outline(thread).filter((block) => block.includes('The kiln is paid.'));
    expect(said.some((block) => block.startsWith('prose'))).toBe(true);
  });

  it.each([
    ['en', 'From: Anna\nSubject: Chairs\n\nDear Tom,\n\nWe take the chairs.\n\nKind regards\nAnna'],
    [
      'de',
      'Von: Anna\nBetreff: Stühle\n\nSehr geehrter Herr Klein,\n\nWir nehmen die Stühle.\n\nMit freundlichen Grüßen\nAnna',
    ],
    ['fr', 'De : Anna\nObjet : Chaises\n\nBonjour Tom,\n\nNous prenons les chaises.\n\nCordialement,\nAnna'],
    ['es', 'De: Anna\nAsunto: Sillas\n\nEstimado Tom:\n\nCompramos las sillas.\n\nUn saludo,\nAnna'],
    [
      'pt',
      'De: Anna\nAssunto: Cadeiras\n\nPrezado Tom,\n\nVamos comprar as cadeiras.\n\nAtenciosamente,\nAnna',
    ],
    ['it', 'Da: Anna\nOggetto: Sedie\n\nGentile Tom,\n\nPrendiamo le sedie.\n\nCordiali saluti\nAnna'],
    [
      'nl',
      'Van: Anna\nOnderwerp: Stoelen\n\nBeste Tom,\n\nWij nemen de stoelen.\n\nMet vriendelijke groet,\nAnna',
    ],
    ['pl', 'Od: Anna\nTemat: Krzesła\n\nDzień dobry,\n\nBierzemy krzesła.\n\nPozdrawiam\nAnna'],
    ['ru', 'От: Анна\nТема: Стулья\n\nЗдравствуйте, Том!\n\nМы берём стулья.\n\nС уважением,\nАнна'],
    ['sv', 'Från: Anna\nÄmne: Stolar\n\nHej Tom,\n\nVi tar stolarna.\n\nMed vänliga hälsningar\nAnna'],
    ['da', 'Fra: Anna\nEmne: Stole\n\nKære Tom,\n\nVi tager stolene.\n\nVenlig hilsen\nAnna'],
    ['vi', 'Từ: Anna\nChủ đề: Ghế\n\nKính gửi Tom,\n\nChúng tôi mua ghế.\n\nTrân trọng,\nAnna'],
    [
      'tr',
      'Kimden: Anna\nKonu: Sandalyeler\n\nMerhaba Tom,\n\nSandalyeleri alıyoruz.\n\nSaygılarımla,\nAnna',
    ],
    ['ar', 'من: آنا\nالموضوع: الكراسي\n\nعزيزي توم،\n\nسنشتري الكراسي.\n\nمع تحياتي\nآنا'],
    ['he', 'מאת: אנה\nנושא: כיסאות\n\nשלום תום,\n\nנקנה את הכיסאות.\n\nבברכה,\nאנה'],
    ['hi', 'प्रेषक: अन्ना\nविषय: कुर्सियाँ\n\nनमस्ते टॉम,\n\nहम कुर्सियाँ लेंगे।\n\nसादर,\nअन्ना'],
    ['zh', '发件人：安娜\n主题：椅子\n\n您好，\n\n我们买这些椅子。\n\n此致\n安娜'],
    ['ja', '差出人：アンナ\n件名：椅子\n\nこんにちは、\n\n椅子を買います。\n\nよろしくお願いします\nアンナ'],
    ['ko', '보낸 사람: 안나\n제목: 의자\n\n안녕하세요,\n\n의자를 사겠습니다.\n\n감사합니다\n안나'],
    ['th', 'จาก: แอนนา\nเรื่อง: เก้าอี้\n\nสวัสดี,\n\nเราจะซื้อเก้าอี้.\n\nขอบคุณ\nแอนนา'],
  ])('leaves the content of an e-mail in %s', (_language, text) => {
    const found = readTextBlocks(text);
    expect(found.filter(({ role }) => role === 'title')).toHaveLength(1);
    expect(found.filter(({ role }) => role === 'prose').map((block) => block.text)).toEqual([
      text.split('\n')[5],
    ]);
  });

  it.each([
    ['a memo', 'To: Everyone\nFrom: Rosa Hale\nDate: 3 May\nRe: The office in the mill\n\n'],
    ['a forum', 'Board: Heating › Pumps\nThread: The office in the mill\ndormouse71 · Sat 21:14\n'],
    ['a forum in Dutch', '[Onderwerp] The office in the mill\njelmer · 212 berichten\n'],
    ['a forum in Spanish', 'Título: The office in the mill\n\n'],
  ])('finds the title of %s', (_, head) => {
    const body = 'We move there in May. The rent is 900 euros, and the contract ends after two years.';
    const titles = readTextBlocks(`${head}${body}`).filter(({ role }) => role === 'title');
    expect(titles.map(({ text }) => text)).toEqual(['The office in the mill']);
  });

  it('takes no field of a later line, and no sentence, for the topic of a forum', () => {
    const body =
      'We move there in May. The rent is 900 euros.\n\nIt is near.\n\nWe know it.\n\nIt is old.\n\nTopic: the mill';
    expect(readTextBlocks(body).some(({ role }) => role === 'title')).toBe(false);
    expect(readTextBlocks('Topic: We move to the mill in May.').some(({ role }) => role === 'title')).toBe(
      false,
    );
  });

  it('reads the senders of a thread as speakers, and its first subject as the title', () => {
    const text = lines(
      'Wallace, William: Pipelining',
      'Does anybody know a browser that supports it?',
      '',
      'tom@example.org: Re: Pipelining',
      '> Does anybody know',
      'The latest version of Opera does.',
    );
    expect(outline(text)).toEqual([
      'title | Pipelining',
      'prose Wallace, William | Does anybody know a browser that supports it?',
      'aside | tom@example.org: Re: Pipelining',
      'quotation | Does anybody know',
      'prose tom@example.org | The latest version of Opera does.',
    ]);
  });
});

describe('readTextBlocks on transcripts', () => {
  it('reads speakers, times and stage directions', () => {
    const text = lines(
      '[00:00:03] Anna Smith: Good morning, everyone.',
      '[00:00:09] Tom: Morning.',
      '(laughter)',
      '[00:00:12] Anna Smith: The roof leaks.',
    );
    expect(outline(text)).toEqual([
      'prose Anna Smith | Good morning, everyone.',
      'prose Tom | Morning.',
      'aside Tom | (laughter)',
      'prose Anna Smith | The roof leaks.',
    ]);
  });

  it('reads names that occur once if all lines are turns', () => {
    expect(outline('Matt: Thank you, Sam.\nSam: Wait.\nLiam: I have a thing.')).toEqual([
      'prose Matt | Thank you, Sam.',
      'prose Sam | Wait.',
      'prose Liam | I have a thing.',
    ]);
  });

  it.each([
    [
      'Japanese',
      ['佐藤(議長):では始めます。', '高橋:予算は三万円です。', '佐藤:承認します。', '高橋:以上です。'],
    ],
    ['Chinese', ['陈主任（主持）：现在开会。', '刘洋：费用是两万元。', '陈主任：那就通过。', '刘洋：谢谢。']],
    ['Thai', ['มานี:เริ่มประชุมได้แล้วครับ', 'ชูใจ:งบประมาณปีนี้สองหมื่นบาทค่ะ', 'มานี:ที่ประชุมอนุมัติแล้วครับ', 'ชูใจ:ขอบคุณค่ะ']],
  ])('reads speakers of a script without spaces: %s', (_, turns) => {
    const blocks = readTextBlocks(turns.join('\n'));
    const names = turns.map((turn) => /^[^:：（(]+/u.exec(turn)?.[0]);
    expect(blocks.map(({ speaker }) => speaker)).toEqual(names);
    expect(blocks.map(({ text }) => text)).toEqual(turns.map((turn) => turn.replace(/^.*?[:：]/u, '')));
  });

  it('does not take labels, properties and addresses for speakers', () => {
    const text =
      'Note: The pump must not run at night.\nWarning: The valve is hot.\nhttps://example.org: it has details.';
    expect(outline(text)).toEqual(text.split('\n').map((line) => `prose | ${line}`));
    const properties = 'Name: Anna\nDate: 3 May 2024\nPlace: Berlin\n\nWe discussed the roof, which leaks.';
    expect(textsOf(properties, 'prose')).toEqual(['We discussed the roof, which leaks.']);
    expect(readTextBlocks(properties).every(({ speaker }) => speaker === undefined)).toBe(true);
    const unspaced = '日時:午後三時から五時まで。\n会場:公民館の一階。\n参加費:三百円。\n締切:五月末まで。';
    expect(readTextBlocks(unspaced).every(({ speaker }) => speaker === undefined)).toBe(true);
  });

  it('joins the sentences of subtitles', () => {
    const text = lines(
      '1',
      '00:00:01,000 --> 00:00:04,000',
      'The harbor was built in the year',
      '',
      '2',
      '00:00:04,500 --> 00:00:07,000',
      '1820 by <i>merchants</i>.',
      '',
      '3',
      '00:00:08,000 --> 00:00:10,000',
      '[music]',
    );
    expect(outline(text)).toEqual([
      'prose | The harbor was built in the year 1820 by merchants.',
      'aside | [music]',
    ]);
    expect(outline('WEBVTT\n\n00:01.000 --> 00:04.000\n<v Anna>Welcome to\nthe meeting.')).toEqual([
      'aside | WEBVTT',
      'prose Anna | Welcome to the meeting.',
    ]);
  });
});

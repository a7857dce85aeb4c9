import { describe, expect, it } from 'vitest';
import { readTextBlocks } from './read-text-blocks.ts';

/** Blocks as `role | text`, with the level of headings and the speaker. */
function outline(source: string, title = ''): string[] {
  return readTextBlocks(source, { title }).map(
    ({ role, level, speaker, text }) =>
      `${role}${role === 'heading' ? level : ''}${speaker === undefined ? '' : ` ${speaker}`} | ${text}`,
  );
}

/** Texts of the blocks of a role. */
function textsOf(source: string, role: string): string[] {
  return readTextBlocks(source)
    .filter((block) => block.role === role)
    .map(({ text }) => text);
}

const lines = (...all: readonly string[]) => all.join('\n');

describe('readTextBlocks on prose', () => {
  it('joins wrapped lines and hyphenated words', () => {
    const text = lines(
      'Most of the growth of the harbor came from con-',
      'tainers, which were delivered by the line from Lisbon. The long-',
      'term plan foresees a pier. A long plan and a term are not enough.',
      '',
      'It was paid by the city.',
    );
    expect(outline(text)).toEqual([
      'prose | Most of the growth of the harbor came from containers, which were delivered by the line from Lisbon. The long-term plan foresees a pier. A long plan and a term are not enough.',
      'prose | It was paid by the city.',
    ]);
  });

  it('joins wrapped Chinese lines without a space', () => {
    const text =
      '磨坊建于一八二〇年，它一直磨面粉，直到河水干涸为\n止。今天它是一座博物馆，展示面粉是如何制成的。很\n多学生每年都来参观。';
    expect(outline(text)).toEqual([`prose | ${text.replaceAll('\n', '')}`]);
  });

  it('removes soft hyphens and normalizes white space', () => {
    expect(outline('The\u00a0mu\u00adse\u00adum  is\topen   today.')).toEqual([
      'prose | The museum is open today.',
    ]);
  });

  it('separates a title from the sentence after it', () => {
    expect(outline('The Mill at the River\nThe mill was built in 1820. It is a museum today.')).toEqual([
      'title | The Mill at the River',
      'prose | The mill was built in 1820. It is a museum today.',
    ]);
  });

  it.each([
    ['a chat', 'hey there you\nare you coming to the station\ni think the battery is great\nok see you'],
    ['a poem', 'The rain falls on the roof\nand nobody sleeps\nThe river is rising\nover the old stones'],
    [
      'reviews',
      'battery life is great and it charges fast\nthe screen is too small for my eyes\nI love the color',
    ],
    ['Thai', 'วันนี้อากาศดีมาก ฉันไปตลาดกับแม่\nเราซื้อผลไม้และปลาสด แล้วกลับบ้านตอนเย็น'],
    ['one line', 'The Mill at the River'],
  ])('keeps the lines of %s as prose', (_name, text) => {
    expect(outline(text)).toEqual(text.split('\n').map((line) => `prose | ${line}`));
  });

  it('keeps signs that are no markup', () => {
    const text =
      'In C# 2 * 3 * 4 is 24, snake_case_name and __init__ stay, so do #hashtag, $5 and a < b > c.';
    expect(outline(text)).toEqual([`prose | ${text}`]);
  });

  it('finds short titles between paragraphs, but none where sentences have no marks', () => {
    const body = 'The islands were formed during the last ice age, and most of them are flat.';
    expect(outline(lines(body, 'Get in', body, 'Get around', body))).toEqual([
      `prose | ${body}`,
      'heading3 | Get in',
      `prose | ${body}`,
      'heading3 | Get around',
      `prose | ${body}`,
    ]);
    const unmarked = body.replace('.', '');
    expect(textsOf(lines(unmarked, 'Get in', unmarked), 'heading')).toEqual([]);
  });
});

describe('readTextBlocks on markup', () => {
  it('reads Markdown', () => {
    const text = lines(
      '---',
      'title: Kiln guide',
      '---',
      '# Kiln guide',
      '',
      '[![build](https://x.org/b.svg)](https://x.org)',
      '',
      'The **kiln** has `120` liters and is *very* [hot](https://x.org "Hot") &amp; heavy[^1].',
      '',
      'Setext heading',
      '--------------',
      '',
      '> A quoted line',
      '> goes on here.',
      '',
      '1. First step',
      '   goes on',
      '2. Second step',
      '- [x] Done',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '',
      '```js',
      'const x = 1;',
      '```',
      '',
      '[^1]: The footnote.',
    );
    expect(outline(text)).toEqual([
      'aside | title: Kiln guide',
      'title | Kiln guide',
      'prose | The kiln has 120 liters and is very hot & heavy.',
      'heading2 | Setext heading',
      'quotation | A quoted line goes on here.',
      'item | First step goes on',
      'item | Second step',
      'item | Done',
      'aside | | a | b |',
      'aside | | 1 | 2 |',
      'aside | const x = 1;',
      'aside | The footnote.',
    ]);
  });

  it('reads HTML', () => {
    const text =
      '<html><style>p { color: red }</style><nav>Home</nav><h1>Bridge opens</h1><p>The <b>new</b> bridge is open.<br>It rained.</p><ul><li>One item</ul><table><tr><td>a</table><!-- no --></html>';
    expect(outline(text)).toEqual([
      'aside | Home',
      'title | Bridge opens',
      'prose | The new bridge is open.',
      'prose | It rained.',
      'item | One item',
      'aside | a',
    ]);
  });

  it('reads headings of wikis', () => {
    expect(
      outline('Ein Dreieck ist ein Polygon.\n== Einteilung\n=== Formeln ===\nEs hat drei Seiten.'),
    ).toEqual([
      'prose | Ein Dreieck ist ein Polygon.',
      'heading1 | Einteilung',
      'heading2 | Formeln',
      'prose | Es hat drei Seiten.',
    ]);
  });
});

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

  it('does not take labels, properties and addresses for speakers', () => {
    const text =
      'Note: The pump must not run at night.\nWarning: The valve is hot.\nhttps://example.org: it has details.';
    expect(outline(text)).toEqual(text.split('\n').map((line) => `prose | ${line}`));
    const properties = 'Name: Anna\nDate: 3 May 2024\nPlace: Berlin\n\nWe discussed the roof, which leaks.';
    expect(textsOf(properties, 'prose')).toEqual(['We discussed the roof, which leaks.']);
    expect(readTextBlocks(properties).every(({ speaker }) => speaker === undefined)).toBe(true);
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

describe('readTextBlocks on copied pages', () => {
  it('sets running heads, numbers of pages and tables of contents aside', () => {
    const page = (number: number) => ['', `${number}`, 'Annual Report 2023    Harbor Authority', ''];
    const text = lines(
      'Introduction .............. 3',
      'The harbor grew, and the plan foresees a pier that is',
      ...page(3),
      'paid by the city. The board approved it in May.',
      ...page(4),
      '2.1 Staff',
      'The staff of the harbor has 300 members, and twenty of them are new.',
      ...page(5),
    );
    expect(outline(text).filter((block) => !block.startsWith('aside'))).toEqual([
      'prose | The harbor grew, and the plan foresees a pier that is paid by the city. The board approved it in May.',
      'heading3 | 2.1 Staff',
      'prose | The staff of the harbor has 300 members, and twenty of them are new.',
    ]);
  });

  it.each([
    [
      'en',
      'By Jane Doe',
      'Published: March 3, 2024',
      'Figure 1: The bridge',
      'Read more: More',
      '© 2024 City Press',
    ],
    [
      'de',
      'Von Jana Klein',
      'Veröffentlicht am 3. März 2024',
      'Abb. 1: Die Brücke',
      'Lesen Sie auch: Mehr',
      'Alle Rechte vorbehalten',
    ],
    [
      'fr',
      'Par Jeanne Dupont',
      'Publié le 3 mars 2024',
      'Photo : Jean Martin',
      'Lire aussi : Plus',
      'Tous droits réservés',
    ],
    [
      'es',
      'Por Juana Pérez',
      'Publicado el 3 de marzo de 2024',
      'Figura 1: El puente',
      'Leer más',
      'Todos los derechos reservados',
    ],
    [
      'pt',
      'Por Joana Silva',
      'Publicado em 3 de março de 2024',
      'Foto: João Silva',
      'Leia mais',
      'Todos os direitos reservados',
    ],
    [
      'it',
      'Di Anna Rossi',
      'Pubblicato il 3 marzo 2024',
      'Foto: Anna Rossi',
      'Leggi anche: Altro',
      'Tutti i diritti riservati',
    ],
    [
      'nl',
      'Door Jan Bakker',
      'Gepubliceerd op 3 maart 2024',
      'Afbeelding 1: De brug',
      'Lees ook: Meer',
      'Alle rechten voorbehouden',
    ],
    [
      'pl',
      'Autor: Jan Kowalski',
      'Opublikowano: 3 marca 2024',
      'Rys. 1: Most',
      'Czytaj także: Więcej',
      'Wszelkie prawa zastrzeżone',
    ],
    [
      'ru',
      'Автор: Иван Петров',
      'Опубликовано: 3 марта 2024',
      'Рис. 1: Мост',
      'Читайте также: Ещё',
      'Все права защищены',
    ],
    [
      'sv',
      'Av Anna Berg',
      'Publicerad: 3 mars 2024',
      'Figur 1: Bron',
      'Läs också: Mer',
      'Alla rättigheter förbehållna',
    ],
    [
      'da',
      'Af Anna Berg',
      'Opdateret: 3. marts 2024',
      'Figur 1: Broen',
      'Læs også: Mere',
      'Alle rettigheder forbeholdes',
    ],
    [
      'vi',
      'Tác giả: Nguyễn An',
      'Đăng ngày 3 tháng 3 năm 2024',
      'Hình 1: Cây cầu',
      'Xem thêm',
      'Bảo lưu mọi quyền',
    ],
    [
      'tr',
      'Yazan: Ayşe Kaya',
      'Güncelleme: 3 Mart 2024',
      'Şekil 1: Köprü',
      'Devamını oku',
      'Tüm hakları saklıdır',
    ],
    ['ar', 'بقلم: سامي', 'تاريخ النشر: 3 مارس 2024', 'الشكل 1: الجسر', 'اقرأ المزيد', 'جميع الحقوق محفوظة'],
    ['he', 'מאת: דנה', 'פורסם: 3 במרץ 2024', 'איור 1: הגשר', 'קראו עוד', 'כל הזכויות שמורות'],
    ['hi', 'प्रकाशित: 3 मार्च 2024', 'चित्र 1: पुल', 'और पढ़ें', 'विज्ञापन', 'सर्वाधिकार सुरक्षित'],
    ['zh', '作者：王小明', '发布时间：2024年3月3日', '图1：大桥', '阅读更多', '版权所有'],
    ['ja', '執筆：山田太郎', '公開日：2024年3月3日', '図1：橋', '続きを読む', '無断転載'],
    ['ko', '글: 김철수', '입력: 2024년 3월 3일', '그림 1: 다리', '더 보기', '무단 전재'],
    ['th', 'โดย: สมชาย', 'เผยแพร่เมื่อ 3 มีนาคม 2024', 'รูปที่ 1: สะพาน', 'อ่านต่อ', 'สงวนลิขสิทธิ์'],
  ])('sets bylines, dates, captions and boilerplate aside in %s', (_language, ...asides) => {
    const sentence = 'The bridge was opened on Sunday, and thousands of people walked across it.';
    const text = asides.map((aside) => `${aside}\n\n${sentence}`).join('\n\n');
    expect(textsOf(text, 'aside')).toEqual(asides);
    expect(textsOf(text, 'prose')).toEqual(asides.map(() => sentence));
  });

  it('sets navigation, cookie notices, code, logs, fields, tables and bibliographies aside', () => {
    const asides = [
      'Home | News | Contact',
      'We use cookies to improve your experience.',
      'import x from "y";\nconst a = b(c);',
      '2024-01-01 10:00:00 INFO started\n2024-01-01 10:00:01 ERROR failed',
      'Month\tLoans\nMarch\t66',
      '[1] J. Smith, Bridges, 2010.\n[2] A. Doe, Rivers of the World, 2012.',
    ];
    const sentence = 'The bridge was opened on Sunday, and thousands of people walked across it.';
    expect(textsOf(asides.map((aside) => `${sentence}\n\n${aside}\n\n`).join(''), 'prose')).toEqual(
      asides.map(() => sentence),
    );
  });

  it.each([
    ['1. DEFINITIONS', '2. TERM'],
    ['Article 5: Fees', 'Chapter 2'],
    ['§ 4 Vorstand', 'Kapitel 2'],
    ['2.3 Results', 'METHODS'],
    ['第一章 总则', '第二章 资金'],
  ])('reads %s and %s as headings', (first, second) => {
    const sentence = 'The customer pays the price of the goods within thirty days of delivery.';
    expect(
      outline(lines(sentence, first, sentence, second, sentence)).map((block) =>
        block.replace(/\d? \|.*/, ''),
      ),
    ).toEqual(['prose', 'heading', 'prose', 'heading', 'prose']);
  });

  it('reads "Figure 3 shows" as prose', () => {
    expect(outline('Figure 3 shows the bridge at night. It is lit by lamps.')).toEqual([
      'prose | Figure 3 shows the bridge at night. It is lit by lamps.',
    ]);
  });
});

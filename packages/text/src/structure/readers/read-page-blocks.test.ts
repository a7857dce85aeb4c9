import { describe, expect, it } from 'vitest';
import { lines, outline, textsOf } from './fixtures/outline-source.ts';

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

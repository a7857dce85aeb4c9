import { describe, expect, it } from 'vitest';
import { readTextBlocks } from './read-text-blocks.ts';

/** Blocks as `role | text`. */
function outline(source: string): string[] {
  return readTextBlocks(source).map(({ role, text }) => `${role} | ${text}`);
}

/** Texts of the blocks that are content. */
function contentOf(source: string): string[] {
  return readTextBlocks(source)
    .filter(({ role }) => role === 'prose' || role === 'item')
    .map(({ text }) => text);
}

const lines = (...all: readonly string[]) => all.join('\n');

describe('readTextBlocks on news', () => {
  const english =
    'The first ferry of the year left the harbor on Monday with 240 passengers on board. It was late.';
  const upper = `El paro registrado bajó en 38.230 personas en marzo, según los datos del Ministerio de Trabajo.`;
  it.each([
    ['LONDON (Reuters) - ', english],
    ['(CNN)', english],
    ['NEW JERSEY (WABC) -- ', english],
    ['LEIPZIG, Germany – March 4, 2025 – ', english],
    ['UTRECHT - ', english],
    ['FERRARA. ', english],
    ['KRAKÓW (PAP). ', english],
    ['Münster, 12.05.2024. ', english],
    [
      'КАЗАНЬ, 12 июн — РИА Новости. ',
      'В Казани в среду открыли новый мост через реку, строительство которого заняло четыре года.',
    ],
    ['Madrid, 2 abr (EFE).- ', upper],
    [
      '【大阪＝山田太郎】',
      '大阪市は1日、市立中央図書館を来年4月から24時間開館すると発表した。深夜は無人で運営する。',
    ],
    [
      '(서울=연합뉴스) 홍길동 기자 = ',
      '서울시는 내년 1월부터 심야버스를 20개 노선으로 확대한다고 5일 밝혔다. 배차 간격은 평균 15분으로 줄어든다.',
    ],
    [
      '新华社上海5月20日电（记者 王明）',
      '上海市交通委员会20日宣布，地铁十八号线二期将于明年底通车，全长8.1公里，设6座车站。',
    ],
  ])('drops the dateline "%s"', (dateline, sentence) => {
    expect(contentOf(dateline + sentence)).toEqual([sentence]);
  });

  it.each([
    english,
    'NASA – the agency that launched the probe in May – said on Monday that it had lost contact with it.',
    'Anna Berg, who led the project for two years, said that the ferry would leave the harbor on Monday.',
    'March 4, 2025 was the day on which the ferry left the harbor for the first time after the repairs.',
  ])('keeps the start of "%s"', (sentence) => {
    expect(contentOf(sentence)).toEqual([sentence]);
  });

  it('drops the agency at the end', () => {
    expect(contentOf(`${english}\n\n${english} EFE`)).toEqual([english, english]);
  });

  it('sets captions, credits and requests to subscribe aside', () => {
    const asides = [
      "A dog jumps from the pier during Saturday's training. (Photo by Tom Hardy/Staff)",
      'MORE NEWS: Ferry returns to the lake',
      'Click here to subscribe to our newsletter.',
      'Lea también: Los salarios suben un 3 % en el primer trimestre',
      '▶ 관련기사: 지하철 막차 시간 연장 검토',
      '图为施工人员在隧道内作业。新华社记者 李华 摄',
      '（2024年4月1日　朝日新聞デジタル）',
    ];
    for (const aside of asides)
      expect(contentOf(lines(english, '', aside, '', english))).toEqual([english, english]);
  });

  it('reads the rest of a caption as part of it', () => {
    const text = lines(
      english,
      '',
      'Fig. 1. Map of the study area. Circles mark streams with dams, squares streams without',
      'dams.',
      '',
      'Table 1',
      'Mean temperatures in July.',
      '',
      english,
    );
    expect(contentOf(text)).toEqual([english, english]);
  });
});

describe('readTextBlocks on press releases, letters and papers', () => {
  const first = 'Acme Robotics opened its first plant in Europe, which will build 3,000 robot arms a year.';
  const second = 'Production begins in May with one shift, and a second one will follow in autumn.';

  it('sets the description of the company, notices and contacts aside', () => {
    const text = lines(
      'Acme Robotics Opens Plant',
      '',
      first,
      '',
      second,
      '',
      'About Acme Robotics',
      'Acme Robotics is a leading provider of light robot arms. It has 1,900 employees.',
      '',
      'Forward-Looking Statements',
      'This release contains statements about the future. Actual results may differ.',
      '',
      'Media Contact:',
      'Jane Miller',
      '+1 412 555 0100',
    );
    expect(contentOf(text)).toEqual([first, second]);
  });

  it('keeps "About us" of a job advertisement', () => {
    const about = 'We run the booking platform of 1,400 ferries in northern Europe, with forty people.';
    expect(contentOf(lines('Engineer wanted', '', 'About us', about, '', first, '', second))).toContain(
      about,
    );
  });

  it('sets the address, closing formula and name of a letter aside', () => {
    const text = lines(
      'Madame, Monsieur,',
      '',
      'Par la présente, je vous informe de ma décision de résilier le contrat à compter du 30 juin.',
      '',
      'Je vous demande de me rembourser la part de la prime déjà versée, soit 86 euros.',
      '',
      "Je vous prie d'agréer, Madame, Monsieur, l'expression de mes salutations distinguées.",
      '',
      'Claire Dubois',
    );
    expect(contentOf(text).map((sentence) => sentence.slice(0, 8))).toEqual(['Par la p', 'Je vous ']);
  });

  it('sets authors and affiliations above an abstract aside', () => {
    const text = lines(
      'Effects of dams on small streams',
      'Lena Berg a,*, Tomas Åkesson b',
      'a Department of Earth Sciences, Uppsala University, 752 36 Uppsala, Sweden',
      '',
      'A B S T R A C T',
      'Dams change the temperature of streams. We measured 24 streams for two summers.',
      'Keywords: dams, streams',
    );
    expect(contentOf(text)).toEqual([
      'Dams change the temperature of streams. We measured 24 streams for two summers.',
    ]);
  });

  it('drops a title whose line break was lost', () => {
    expect(contentOf('Highlights No one else has the experience to do it for you.')).toEqual([
      'No one else has the experience to do it for you.',
    ]);
    expect(contentOf('Background checks are required for all who work there.')).toHaveLength(1);
  });

  it('drops run-in headings and labels of abstracts', () => {
    expect(contentOf('Abstract—We present a method that reads scanned letters on small computers.')).toEqual([
      'We present a method that reads scanned letters on small computers.',
    ]);
    expect(
      contentOf(
        lines(
          '1. TERM. This agreement begins in May and ends after two years.',
          '2. FEES. The fees are due.',
        ),
      ),
    ).toEqual(['This agreement begins in May and ends after two years.', 'The fees are due.']);
  });
});

describe('readTextBlocks on lists', () => {
  it('joins the items of a list to the sentence that goes on in them', () => {
    const text = lines(
      'The following things are needed:',
      '',
      '- a new roof over bays 1 to 4;',
      '- gutters that do not leak;',
      '- a permit from the city.',
    );
    const [block] = readTextBlocks(text);
    expect(outline(text)).toEqual([
      'prose | The following things are needed: a new roof over bays 1 to 4; gutters that do not leak; a permit from the city.',
    ]);
    expect(block?.range).toEqual({ startIndex: 0, endIndex: text.length });
  });

  it('reads the last of three lettered items', () => {
    const text = lines(
      'It may be used for:',
      '(a) Repairs of the roof.',
      '(b) Repairs of the pier.',
      '(c) Nothing else.',
    );
    expect(outline(text).slice(1)).toEqual([
      'item | Repairs of the roof.',
      'item | Repairs of the pier.',
      'item | Nothing else.',
    ]);
  });

  it('reads questions before answers as headings', () => {
    const answer = 'Orders placed before noon leave our warehouse on the same day.';
    expect(
      outline(lines('How long does it take?', answer, '', 'Can I return an item?', `Yes. ${answer}`)),
    ).toEqual([
      expect.stringMatching(/^(?:title|heading) \| How long does it take\?$/),
      `prose | ${answer}`,
      'heading | Can I return an item?',
      `prose | Yes. ${answer}`,
    ]);
    const text = lines('Q: Do you ship abroad?', `A: ${answer}`, 'Q: Is it free?', `A: ${answer}`);
    expect(contentOf(text)).toEqual([answer, answer]);
  });

  it('sets lists of links and notes aside', () => {
    const sentence = 'The parser follows the specification, and it can be extended by new rules.';
    const text = lines(
      sentence,
      '',
      '- [Install](#install)',
      '- [Usage](#usage)',
      '',
      '(*) presets define rules.',
      '',
      sentence,
    );
    expect(contentOf(text)).toEqual([sentence, sentence]);
  });
});

describe('readTextBlocks on titles', () => {
  it('finds the title before a byline where sentences have no marks', () => {
    const text = lines(
      'กรุงเทพฯ เปิดสวนสาธารณะแห่งใหม่',
      'โดย สมชาย ใจดี',
      'กรุงเทพมหานครเปิดสวนสาธารณะแห่งใหม่ขนาด 30 ไร่ริมแม่น้ำเจ้าพระยาเมื่อวันศุกร์ โดยใช้งบประมาณ 250 ล้านบาท',
    );
    expect(outline(text).map((block) => block.replace(/ \|.*/, ''))).toEqual(['title', 'aside', 'prose']);
  });

  it('sets notes of encyclopedias and photographers aside, and drops links to edit', () => {
    const sentence = 'A windmill converts wind power into rotational energy using vanes called sails.';
    const text = lines(
      'For other uses, see Windmill (disambiguation).',
      sentence,
      'History[edit]',
      'fot. J. Nowak',
      sentence,
    );
    expect(outline(text)).toEqual([
      'aside | For other uses, see Windmill (disambiguation).',
      `prose | ${sentence}`,
      'heading | History',
      'aside | fot. J. Nowak',
      `prose | ${sentence}`,
    ]);
  });

  it('keeps sentences that begin with words for pictures', () => {
    const sentence = 'Photo albums from the attic were sold at the market on Monday.';
    expect(outline(sentence)).toEqual([`prose | ${sentence}`]);
  });
});

describe('readTextBlocks on recognized text', () => {
  it('joins a sentence with a blank line inside, but not a title', () => {
    const end = 'digits should be displayed after the point. It is not allowed for integers.';
    expect(outline(lines('The precision is a decimal integer indicating how many', '', end))).toEqual([
      `prose | The precision is a decimal integer indicating how many ${end}`,
    ]);
    expect(
      outline(lines('Quarterly Review of Field Operations North', '', end, '', end.replace('d', 'D'))),
    ).toHaveLength(3);
  });
});

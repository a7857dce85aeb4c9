import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

const head = [
  'From: =?utf-8?q?J=C3=B6rg?= <j@x.y>',
  'To: Ann <a@x.y>',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'Date: Tue, 5 Mar 2024 10:00:00 +0100',
  'MIME-Version: 1.0',
];
const makeEml = (...lines: string[]) => Buffer.from([...head, ...lines].join('\r\n'));
const top =
  '# Grüße\n\n**From:** Jörg \\<j@x.y>\\\n**To:** Ann \\<a@x.y>\\\n**Date:** Tue, 5 Mar 2024 10:00:00 +0100\n\n';

describe('convertDocument of an e-mail', () => {
  it('writes subject, addresses and date, joins wrapped lines, and quotes replies', async () => {
    const wrapped = 'These lines were wrapped by the program of the sender at seventy or so';
    const eml = makeEml(
      '',
      wrapped,
      'characters.',
      '',
      '- one',
      '- two',
      '',
      '> Why?',
      '> > Because.',
      '',
      'Best',
      'Jörg',
    );
    const { markdown, metadata } = await convertDocument(eml);
    expect(markdown).toBe(
      `${top}${wrapped} characters.\n\n- one\n- two\n\n> Why?\n>\n> > Because.\n\nBest\\\nJörg`,
    );
    expect(metadata).toMatchObject({ title: 'Grüße', author: 'Jörg', createdAt: '2024-03-05T09:00:00Z' });
  });

  it('reads the HTML part and lists the attachments', async () => {
    const eml = makeEml(
      'Content-Type: multipart/mixed; boundary="m"',
      '',
      '--m',
      'Content-Type: multipart/alternative; boundary=a',
      '',
      '--a',
      'Content-Type: text/plain',
      '',
      'Hello *Ann*',
      '--a',
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>Hello <b>Ann</b>, gr=FC=DFe</p>',
      '--a--',
      '--m',
      'Content-Type: application/pdf; name="a.pdf"',
      'Content-Disposition: attachment; filename="a.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.alloc(3000).toString('base64'),
      '--m--',
    );
    expect((await convertDocument(eml)).markdown).toBe(
      `${top}Hello **Ann**, grüße\n\nAttachments:\n\n- a.pdf (application/pdf, 3 KB)`,
    );
  });

  it('reads attachments and forwarded messages under their names, with pages', async () => {
    const forwarded = [
      'From: Bob <b@x.y>',
      'To: j@x.y',
      'Subject: Re: plan',
      'Date: Mon, 4 Mar 2024 09:00:00 +0000',
    ];
    const eml = makeEml(
      ...['Content-Type: multipart/mixed; boundary=m', '', '--m', '', 'See below', '--m'],
      ...['Content-Type: text/csv; name="a.csv"', 'Content-Disposition: attachment; filename="a.csv"', ''],
      ...['name,size', 'mill,2', 'barn,3', '--m', 'Content-Type: message/rfc822', '', ...forwarded],
      ...['MIME-Version: 1.0', '', 'The plan is good', '--m--'],
    );
    const { markdown, pages, warnings } = await convertDocument(eml);
    expect(markdown).toBe(
      [
        `${top}See below`,
        'Attachments:',
        '- a.csv (text/csv, 24 bytes)\n- Forwarded message (message/rfc822, 119 bytes)',
        ...['## a.csv', '| name | size |\n| --- | --- |\n| mill | 2 |\n| barn | 3 |', '## Forwarded message'],
        ...[
          '### Re: plan',
          '**From:** Bob \\<b@x.y>\\\n**To:** j@x.y\\\n**Date:** Mon, 4 Mar 2024 09:00:00 +0000',
        ],
        'The plan is good',
      ].join('\n\n'),
    );
    expect(pages.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(warnings).toEqual([]);
    expect((await convertDocument(eml, { pages: '3' })).markdown).toMatch(/^## Forwarded message/);
  });

  it.each([
    [
      'S/MIME',
      [
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data',
        'Content-Transfer-Encoding: base64',
        '',
        'MIIB',
      ],
    ],
    [
      'PGP/MIME',
      [
        'Content-Type: multipart/encrypted; boundary=x',
        '',
        '--x',
        'Content-Type: application/pgp-encrypted',
        '',
        'Version: 1',
        '--x--',
      ],
    ],
    ['PGP', ['', '-----BEGIN PGP MESSAGE-----', 'abc']],
  ])('rejects a message that is encrypted with %s', async (_, lines) => {
    await expect(convertDocument(makeEml(...lines))).rejects.toMatchObject({ code: 'encrypted' });
  });

  it.each([
    [
      'parts',
      ['Content-Type: multipart/mixed; boundary=x', '', ...Array.from({ length: 3000 }, () => '--x')],
    ],
    ['lines', ['', 'a\r\n'.repeat(120_000)]],
    [
      'levels',
      Array.from({ length: 200 }, (_, index) => [
        `Content-Type: multipart/mixed; boundary=b${index}`,
        '',
        `--b${index}`,
      ]).flat(),
    ],
  ])('rejects a message of too many %s', async (_, lines) => {
    await expect(convertDocument(makeEml(...lines))).rejects.toMatchObject({ code: 'too_complex' });
  });
});

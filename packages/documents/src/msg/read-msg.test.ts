import { type MsgInput, makeMsg } from '@quern/testing/documents/make-msg';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { decompressRtf } from './decompress-rtf.ts';

/** 2024-03-05T09:00:00Z in units of 100 ns since 1601. */
const time = (BigInt(Date.parse('2024-03-05T09:00:00Z')) + 11_644_473_600_000n) * 10_000n;
/** The example of [MS-OXRTFCP] 4.1.1. */
const compressed = Buffer.from(
  '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0'.replace(
    ' ',
    '',
  ),
  'hex',
);
const head: MsgInput['properties'] = {
  '0037001F': 'Grüße',
  '0042001F': 'Jörg',
  '5D02001F': 'j@x.y',
  '00390040': time,
};
const top = '# Grüße\n\n**From:** Jörg \\<j@x.y>\\\n';
const convert = (input: MsgInput) => convertDocument(makeMsg(input));

describe('convertDocument of an Outlook message', () => {
  it('writes subject, sender, recipients and date, and reads the HTML', async () => {
    const { markdown, format, metadata } = await convert({
      properties: {
        ...head,
        '10130102': Buffer.from('<p>Hello <b>Ann</b>, grüße</p>'),
        '1000001F': 'Hello Ann, grüße',
        '3FDE0003': 65_001,
      },
      recipients: [
        { '3001001F': 'Ann', '39FE001F': 'a@x.y', '0C150003': 1 },
        { '3001001F': 'b@x.y', '3003001F': 'b@x.y', '0C150003': 1 },
        { '3001001F': 'Cleo', '3003001F': '/o=Org/cn=Cleo', '0C150003': 2 },
        { '3001001F': 'Hidden', '0C150003': 3 },
      ],
    });
    expect(format).toBe('msg');
    expect(markdown).toBe(
      `${top}**To:** Ann \\<a@x.y>, b@x.y\\\n**Cc:** Cleo\\\n**Date:** Tue, 05 Mar 2024 09:00:00 +0000\n\nHello **Ann**, grüße`,
    );
    expect(metadata).toMatchObject({ title: 'Grüße', author: 'Jörg', createdAt: '2024-03-05T09:00:00Z' });
  });

  it('reads a body in RTF, and in plain text of a code page', async () => {
    const rtf = await convert({ properties: { ...head, '10090102': compressed, '1000001F': 'hello world' } });
    expect(rtf.markdown).toMatch(/\n\nhello world$/);
    const plain = await convert({
      properties: { '1000001E': Buffer.from([0xcf, 0xf0, 0xe8]), '3FFD0003': 1251 },
    });
    expect(plain.markdown).toBe('При');
  });

  it('reads attachments and attached messages under their names, and not the pictures of the body', async () => {
    const { markdown, pages, warnings } = await convert({
      properties: { ...head, '1000001F': 'See below' },
      attachments: [
        {
          properties: {
            '3707001F': 'sizes.csv',
            '370E001F': 'text/csv',
            '37010102': Buffer.from('name,size\nmill,2\nbarn,3\n'),
          },
        },
        { properties: { '370E001F': 'image/png', '3712001F': 'logo', '37010102': Buffer.from('x') } },
        {
          properties: { '3001001F': 'Plan' },
          message: { properties: { '0037001F': 'Re: plan', '1000001F': 'It is good' } },
        },
      ],
    });
    expect(markdown).toMatch(
      /See below\n\nAttachments:\n\n- sizes\.csv \(text\/csv, 24 bytes\)\n- Plan \(message\)\n\n## sizes\.csv\n\n\| name \| size \|[\s\S]*\n\n## Plan\n\n### Re: plan\n\nIt is good$/,
    );
    expect(pages.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(warnings).toEqual([]);
  });

  it('refuses an encrypted message, and does not follow messages in messages without end', async () => {
    const encrypted = { properties: { ...head, '001A001F': 'IPM.Note.SMIME' } };
    await expect(convert(encrypted)).rejects.toMatchObject({ code: 'encrypted' });
    let input: MsgInput = { properties: { '0037001F': 'innermost' } };
    for (let level = 0; level < 10; level++)
      input = {
        properties: { '0037001F': `level ${level}` },
        attachments: [{ properties: {}, message: input }],
      };
    const { markdown, warnings } = await convert(input);
    expect(markdown).not.toContain('innermost');
    expect(warnings.map(({ code }) => code)).toEqual(['part_not_read']);
  });
});

describe('decompressRtf', () => {
  it('unpacks the example of the specification, and returns RTF that is not packed', () => {
    expect(decompressRtf(compressed).toString()).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
    const plain = Buffer.concat([Buffer.from('0f00000003000000', 'hex'), Buffer.from('MELA\0\0\0\0abc')]);
    expect(decompressRtf(plain).toString()).toBe('abc');
  });

  it('rejects other data, and ends at the stated size', () => {
    expect(() => decompressRtf(Buffer.alloc(20))).toThrow(expect.objectContaining({ code: 'unreadable' }));
    const repeated = Buffer.concat([compressed.subarray(0, 16), Buffer.alloc(10_000, 0xff)]);
    repeated.writeUInt32LE(10_012, 0);
    repeated.writeUInt32LE(0xffffffff, 4);
    expect(decompressRtf(repeated).length).toBeLessThanOrEqual(90_000);
  });
});

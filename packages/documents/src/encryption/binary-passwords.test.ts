import { readFileSync } from 'node:fs';
import {
  encryptDoc,
  encryptPpt,
  encryptXls,
  obfuscateXls,
} from '@quern/testing/documents/encrypt-binary-office';
import { makeZip } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { Rc4 } from './rc4.ts';

const password = 'Obst-Ärger 7';
const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../testing/src/documents/fixtures/${name}`, import.meta.url));
/** Key and verifier of the password "abcd", and its bytes, by the tables of [MS-OFFCRYPTO] 2.3.7.2. */
const obfuscation = {
  key: 0x2cf6,
  verifier: 0xca5d,
  array: Buffer.from('cb27ca24a6e9844b84e9a7567b49fc16', 'hex'),
};

describe('RC4', () => {
  it.each([
    ['0102030405', 'b2396305f03dc027ccc3524a0a1118a8'],
    ['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97'],
  ])('has the key stream of RFC 6229 for the key %s', (key, stream) => {
    const bytes = Buffer.alloc(16);
    const cipher = new Rc4(Buffer.from(key, 'hex'));
    cipher.apply(bytes.subarray(0, 7));
    cipher.apply(bytes.subarray(7));
    expect(bytes.toString('hex')).toBe(stream);
  });
});

describe.each([
  ['document of LibreOffice', fixture('note-encrypted.doc'), 'The cider press is locked.'],
  ['workbook of LibreOffice', fixture('orchard-encrypted.xls'), fixture('orchard.xls')],
  ['document with a key of 128 bits', encryptDoc(fixture('pictures.doc'), password), fixture('pictures.doc')],
  ['workbook with a key of 128 bits', encryptXls(fixture('orchard.xls'), password), fixture('orchard.xls')],
  ['presentation', encryptPpt(fixture('pictures.ppt'), password), fixture('pictures.ppt')],
])('an encrypted binary %s', (_, bytes, plain) => {
  it('is read with its password, with its pictures', async () => {
    const read = await convertDocument(bytes, { password, images: true });
    if (typeof plain === 'string') expect(read.markdown).toBe(plain);
    else {
      const expected = await convertDocument(plain, { images: true });
      expect(read.markdown).toBe(expected.markdown);
      expect(read.pictures).toEqual(expected.pictures);
    }
  });

  it('is refused without a password, and with a wrong one', async () => {
    await expect(convertDocument(bytes)).rejects.toMatchObject({
      code: 'encrypted',
      message: 'The document is encrypted: send its password as `password`.',
    });
    await expect(convertDocument(bytes, { password: 'Obst-Arger 7' })).rejects.toMatchObject({
      code: 'encrypted',
      message: 'The document is encrypted, and the password is wrong.',
    });
  });

  it('is read inside of an archive', async () => {
    const { warnings } = await convertDocument(makeZip({ locked: bytes }), { password });
    expect(warnings.filter(({ code }) => code === 'part_not_read')).toEqual([]);
  });
});

describe('encrypted binary files', () => {
  it('with the password that Excel uses for protection from changes need none', async () => {
    const { markdown } = await convertDocument(encryptXls(fixture('orchard.xls'), 'VelvetSweatshop'));
    expect(markdown).toBe((await convertDocument(fixture('orchard.xls'))).markdown);
  });

  it('that are obfuscated are read with their password', async () => {
    const bytes = obfuscateXls(fixture('orchard.xls'), obfuscation);
    const { markdown } = await convertDocument(bytes, { password: 'abcd' });
    expect(markdown).toBe((await convertDocument(fixture('orchard.xls'))).markdown);
    for (const wrong of ['abce', '', 'a much longer password than it can have'])
      await expect(convertDocument(bytes, { password: wrong })).rejects.toMatchObject({
        message: 'The document is encrypted, and the password is wrong.',
      });
  });

  it('of unsupported or damaged encryption are refused', async () => {
    const bytes = encryptXls(fixture('orchard.xls'), password);
    // The algorithm in the header.
    const at = bytes.indexOf(Buffer.from('01680000', 'hex'));
    for (const algorithm of [0x6602, 0x660e]) {
      const other = Buffer.from(bytes);
      other.writeUInt32LE(algorithm, at);
      await expect(convertDocument(other, { password })).rejects.toMatchObject({
        code: 'encrypted',
        message: expect.stringContaining('not supported'),
      });
    }
  });
});

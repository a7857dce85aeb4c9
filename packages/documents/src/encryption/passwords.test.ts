import { readFileSync } from 'node:fs';
import { encryptAgile, encryptStandard } from '@quern/testing/documents/encrypt-package';
import { makeCompoundFile } from '@quern/testing/documents/make-compound-file';
import { docxParagraph, makeDocx, makeZip } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { openCompoundFile } from '../compound/open-compound-file.ts';
import { convertDocument } from '../convert-document.ts';

const password = 'Obst-Ärger 7';
const docx = makeDocx(docxParagraph('The cider press is locked.'));
const pdf = readFileSync(
  new URL('../../../../testing/src/documents/fixtures/note-encrypted.pdf', import.meta.url),
);
const encrypted: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['DOCX with agile encryption', encryptAgile(docx, password)],
  ['DOCX with standard encryption', encryptStandard(docx, password)],
  ['PDF', pdf],
];

describe.each(encrypted)('an encrypted %s', (_, bytes) => {
  it('is read with its password', async () => {
    const { markdown } = await convertDocument(bytes, { password });
    expect(markdown).toBe('The cider press is locked.');
  });

  it('is refused without a password, and with a wrong one', async () => {
    await expect(convertDocument(bytes)).rejects.toMatchObject({
      code: 'encrypted',
      message: expect.stringMatching(/send its password as `password`/),
    });
    const wrong = convertDocument(bytes, { password: 'Obst-Arger 7' });
    await expect(wrong).rejects.toMatchObject({
      code: 'encrypted',
      message: expect.stringMatching(/the password is wrong/),
    });
    await expect(wrong).rejects.not.toMatchObject({ message: expect.stringContaining('Arger') });
  });

  it('is read inside of an archive', async () => {
    const zip = makeZip({ 'locked.bin': bytes, 'open.txt': 'Open' });
    expect((await convertDocument(zip, { password })).markdown).toContain('The cider press is locked.');
    const { markdown, warnings } = await convertDocument(zip);
    expect(markdown).toBe('# open.txt\n\nOpen');
    expect(warnings[0]?.message).toContain('"locked.bin"');
  });
});

describe('encrypted Office files', () => {
  it('with the password that Excel uses for protection from changes need none', async () => {
    const { markdown } = await convertDocument(encryptAgile(docx, 'VelvetSweatshop'));
    expect(markdown).toBe('The cider press is locked.');
  });

  it('ignore a password that is not needed', async () => {
    expect((await convertDocument(docx, { password })).markdown).toBe('The cider press is locked.');
  });

  it('of unsupported or damaged encryption are refused, whatever the number of repetitions that they state', async () => {
    const storage = openCompoundFile(encryptAgile(docx, password));
    const stream = (name: string) => storage.stream(name) ?? Buffer.alloc(0);
    const change = (information: Buffer) =>
      makeCompoundFile({ EncryptionInfo: information, EncryptedPackage: stream('EncryptedPackage') });
    const text = stream('EncryptionInfo').toString('latin1');
    const endless = change(Buffer.from(text.replace('spinCount="1000"', 'spinCount="4000000000"'), 'latin1'));
    const otherCipher = change(Buffer.from(text.replaceAll('"AES"', '"RC2"'), 'latin1'));
    for (const bytes of [endless, otherCipher, change(Buffer.from('0300010000000000', 'hex'))])
      await expect(convertDocument(bytes, { password })).rejects.toMatchObject({ code: 'encrypted' });
    await expect(convertDocument(change(Buffer.alloc(4)), { password })).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});

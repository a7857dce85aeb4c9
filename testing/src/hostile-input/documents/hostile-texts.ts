import { pdfGenerators } from '../pdf-generators.ts';

type Makers = Readonly<Record<string, () => Buffer>>;

const of = (make: () => string) => (): Buffer => Buffer.from(make());
const huge = '999999999';

const rtf = (make: () => string) => of(() => `{\\rtf1\\ansi ${make()}}`);
const html = (make: () => string) => of(() => `<!doctype html><body>${make()}`);
const eml = (headers: string, make: () => string) =>
  of(() => `From: a@a.example\r\nTo: b@a.example\r\nSubject: s\r\n${headers}\r\n\r\n${make()}`);

/** Entries of the trailer of a PDF that is encrypted for another user. */
const encryptedPdf =
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n3 0 obj\n<< /Filter /Standard /V 1 /R 2 /P -4 /O (01234567890123456789012345678901) /U (01234567890123456789012345678901) >>\nendobj\ntrailer\n<< /Root 1 0 R /Encrypt 3 0 R /ID [(a) (b)] >>\n';

const makers: Readonly<Record<string, Makers>> = {
  pdf: {
    encrypted: of(() => encryptedPdf),
    ...Object.fromEntries(
      pdfGenerators.map(({ name, size, generate }) => [
        name,
        () => {
          const made = generate(size);
          if (made instanceof Promise) throw new TypeError('The generators of PDF files are synchronous.');
          return Buffer.from(made);
        },
      ]),
    ),
  },
  rtf: {
    'groups a million deep': rtf(() => '{'.repeat(1e6)),
    'a million groups': rtf(() => '{\\b a}'.repeat(1e6)),
    'binary data of a wrong length': rtf(() => `\\bin${huge} a\\par b`),
    'a table of huge cells': rtf(() => `\\trowd\\cellx${huge}\\intbl a\\cell\\row `.repeat(20_000)),
    'rows of different edges': rtf(() =>
      Array.from(
        { length: 20_000 },
        (_, i) => `\\trowd\\cellx${i}\\cellx${i * 7}\\intbl a\\cell b\\cell\\row `,
      ).join(''),
    ),
    'notes in notes': rtf(() => '{\\footnote a'.repeat(2000)),
    'cyclic styles': rtf(
      () => '{\\stylesheet{\\s1\\sbasedon2 a;}{\\s2\\sbasedon1 b;}}\\s1 a\\par \\s2 b\\par',
    ),
    'a million characters by code': rtf(() => "\\u-3913?\\'e9".repeat(1e6)),
  },
  html: {
    'huge spans': html(() => `<table>${`<tr><td colspan="${huge}" rowspan="${huge}">a`.repeat(5000)}`),
    'elements a million deep': html(() => '<div>'.repeat(1e6)),
    'nested tables': html(() => '<table><tr><td>'.repeat(20_000)),
    'nested lists': html(() => '<ul><li>a'.repeat(50_000)),
    'unclosed emphasis': html(() => '<p><b><i>a'.repeat(50_000)),
    'many elements': html(() => '<p>a</p>'.repeat(900_000)),
    'a comment without an end': html(() => '<!--'.repeat(1e6)),
    'an attribute without an end': html(() => `<a href="${'x'.repeat(5e6)}`),
  },
  csv: {
    'a quote without an end': of(() => `a,b\n1,2\n"${'x,y\n'.repeat(1e6)}`),
    'many quotes': of(() => `a,b\n1,2\n${'"'.repeat(5e6)}`),
    'a row of a million fields': of(() => `a,b,c\n1,2,3\n4,5,6\n${','.repeat(1e6)}x\n`),
    'a million rows': of(() => `a,b,c\n${'1,2,3\n'.repeat(1e6)}`),
    'rows of growing length': of(() =>
      ['a,b', ...Array.from({ length: 1500 }, (_, i) => '1'.concat(',2'.repeat(i)))].join('\n'),
    ),
  },
  eml: {
    'nested messages': eml('Content-Type: message/rfc822', () =>
      'Content-Type: message/rfc822\r\n\r\n'.repeat(50_000),
    ),
    'nested parts': eml('Content-Type: multipart/mixed; boundary="0"', () =>
      Array.from(
        { length: 5000 },
        (_, i) => `--${i}\r\nContent-Type: multipart/mixed; boundary="${i + 1}"\r\n\r\n`,
      ).join(''),
    ),
    'many parts': eml('Content-Type: multipart/mixed; boundary="b"', () =>
      '--b\r\nContent-Type: text/plain\r\n\r\na\r\n'.repeat(100_000),
    ),
    'many headers': eml(Array.from({ length: 200_000 }, (_, i) => `X-${i}: a`).join('\r\n'), () => 'text'),
    'a header of 5 MB': eml(`X-A: ${'a '.repeat(2_500_000)}`, () => 'text'),
    'many recipients': eml(`Cc: ${'a@a.example, '.repeat(200_000)}`, () => 'text'),
    'broken base64': eml('Content-Transfer-Encoding: base64', () => '===!'.repeat(500_000)),
    'an unknown charset': eml('Content-Type: text/plain; charset=x-none', () => 'caf\u00e9'),
  },
  markdown: {
    'a million markers': of(() => `# a\n\n${'* '.repeat(1e6)}`),
    'nested quotes': of(() => `# a\n\n${'>'.repeat(1e6)} a`),
    'front matter without an end': of(() => `---\n${'a: b\n'.repeat(1e6)}`),
    'open brackets': of(() => `# a\n\n${'['.repeat(1e6)}`),
  },
  txt: {
    'one line of 10 MB': of(() => 'a'.repeat(1e7)),
    'ten million empty lines': of(() => `a${'\n'.repeat(1e7)}b`),
    'control characters': () => Buffer.alloc(1e6, 7),
    'half a surrogate': () => Buffer.from('\ufeffa\ud800b', 'utf16le'),
  },
};

/** Hostile files of a format that is no archive, by name. */
export function hostileTexts(format: string): Makers {
  return makers[format] ?? {};
}

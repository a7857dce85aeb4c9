import { expect, it } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

it.each([
  ['scan.pdf', 'attachment; filename="scan.pdf"'],
  ['Größe 1.pdf', `attachment; filename="Gr__e 1.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.pdf`],
  ['a"b\\c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
  ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"`],
  ["née (1)*'.pdf", `attachment; filename="n_e (1)*'.pdf"; filename*=UTF-8''n%C3%A9e%20%281%29%2A%27.pdf`],
  ['a\r\nb.pdf', `attachment; filename="a__b.pdf"; filename*=UTF-8''a%0D%0Ab.pdf`],
  ['\ud800😀', `attachment; filename="__"; filename*=UTF-8''%EF%BF%BD%F0%9F%98%80`],
])('contentDisposition(%j) is %s', (name, expected) => {
  expect(contentDisposition(name)).toBe(expected);
});

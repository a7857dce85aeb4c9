import { expect, it } from 'vitest';
import { restoreText } from './restore-text.ts';

it('replaces the placeholders of the mapping, and no other brackets', () => {
  const mapping = { '[PERSON_1]': 'Ada $&', '[PERSON_1.2]': '[PERSON_1]', '[IP_ADDRESS_12]': '::1' };
  expect(
    restoreText('[PERSON_1.2] [PERSON_1]s [PERSON_3] [IP_ADDRESS_12] [toString_1] [PERSON_1', mapping),
  ).toBe('[PERSON_1] Ada $&s [PERSON_3] ::1 [toString_1] [PERSON_1');
});

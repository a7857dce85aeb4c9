/** How clearly the grouping of a national number is that of a phone number. */
export type PhoneForm = 'clear' | 'likely' | 'none';

/** Groupings that hardly anything else has. */
const clear: readonly RegExp[] = [
  /^\([0-9]{3}\) ?[0-9]{3}[-. ]?[0-9]{4}$/,
  /^[0-9]{3}[-.][0-9]{3}[-.][0-9]{4}$/,
  /^[0-9]{3}-[0-9]{7}$/,
  /^1[-. ][0-9]{3}[-. ][0-9]{3}[-. ][0-9]{4}$/,
  /^1 ?\([0-9]{3}\) ?[0-9]{3}[-. ][0-9]{4}$/,
  /^\(0[0-9]{1,5}\) ?[0-9]{2,5}(?:[ -]?[0-9]{2,5}){0,3}$/,
  /^\([0-9]{2}\) ?9?[0-9]{4}[- ][0-9]{4}$/,
  /^8 ?[-(]?[0-9]{3}\)?[- ]?[0-9]{3}-[0-9]{2}-[0-9]{2}$/,
  /^0[0-9]{1,3}-[0-9]{3,4}-[0-9]{3,4}$/,
  /^0[2-9][0-9]{0,2}-[0-9]{6,8}$/,
  /^0[0-9](?:[ .-][0-9]{2}){4}$/,
  /^07[0-9]{3} [0-9]{3} ?[0-9]{3}$/,
  /^07[0-9]{9}$/,
  /^0[0-9]{3,4}(?: [0-9]{2}){3}$/,
  /^0[0-9]{2} [0-9]{3} [0-9]{4}$/,
  /^0 ?\([0-9]{3}\) [0-9]{3} [0-9]{2} [0-9]{2}$/,
  /^0 ?800 [0-9]{3} [0-9]{3}$/,
  /^0[0-9]{2} [0-9]{4} [0-9]{4}$/,
  /^0[0-9]{2,4} [0-9]{3} [0-9]{2} [0-9]{2}$/,
];

/** Groupings of phone numbers that amounts and codes share; they need a number that is valid in the region. */
const likely: readonly RegExp[] = [
  /^0[1-9][0-9]{0,4}[ /-] ?[0-9]{2,8}(?:[ /-][0-9]{2,4}){0,3}$/,
  /^[0-9]{3} [0-9]{3} [0-9]{4}$/,
  /^[679][0-9]{2} [0-9]{2} [0-9]{2} [0-9]{2}$/,
  /^[2-9][0-9]{2}[ -][0-9]{3}[ -][0-9]{3}$/,
  /^0[0-9]{9,10}$/,
  /^[2-9][0-9]{2} [0-9]{7}$/,
  /^2[0-9]{4} [0-9]{5}$/,
  /^0[0-9]{3}\.[0-9]{3}\.[0-9]{3}$/,
  /^[1-9][0-9]?\/[0-9]{3}-[0-9]{3,4}$/,
  /^[0-9]{3} [0-9]{2} [0-9]{3}$/,
  /^1[3-9][0-9]{9}$/,
  /^1[3-9][0-9][ -][0-9]{4}[ -][0-9]{4}$/,
  /^[6-9][0-9]{4} [0-9]{5}$/,
  /^[0-9]{2}(?: [0-9]{2}){3}$/,
  /^[0-9]{2,3} [0-9]{3,4}[ -][0-9]{4}$/,
  /^\([0-9]{1,3}\) ?[0-9]{2,4}(?:[ -][0-9]{2,4}){1,2}$/,
  /^06 [0-9]{8}$/,
  /^9[0-9]{4}-[0-9]{4}$/,
  /^[0-9]{3}-[0-9]{2}-[0-9]{2}-[0-9]{3}$/,
  /^06[- ][0-9]{1,2}[- /][0-9]{3}[- ][0-9]{3,4}$/,
];

const excluded: readonly RegExp[] = [
  // Dates, times, IP addresses, and amounts with separators of thousands.
  /^[0-9]{4}[-./][0-9]{1,2}[-./][0-9]{1,2}(?![0-9])/,
  /^[0-9]{1,2}[-./][0-9]{1,2}[-./](?:[0-9]{4}|[0-9]{2})(?![-./0-9])/,
  /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/,
  /^[1-9][0-9]{0,2}(?:\.[0-9]{3})+$/,
  /^[0-9](?:[ .-][0-9])+$/,
  /^[0-9]{4}-[0-9]{4}$/,
  /^(?:19|20)[0-9]{2}[ /-](?:19|20)[0-9]{2}/,
];

/** Classifies the grouping of a national number. */
export function formOf(written: string): PhoneForm {
  const plain = written.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2010-\u2013]/g, '-');
  if (excluded.some((pattern) => pattern.test(plain))) return 'none';
  if (clear.some((pattern) => pattern.test(plain))) return 'clear';
  return likely.some((pattern) => pattern.test(plain)) ? 'likely' : 'none';
}

/** Whether a number is a date, an amount or an address of a network rather than a phone number. */
export function isOtherNumber(written: string): boolean {
  const plain = written.replace(/[\u00a0\u202f]/g, ' ');
  return excluded.some((pattern) => pattern.test(plain));
}

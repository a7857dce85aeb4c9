/**
 * Returns whether a number is valid.
 *
 * @param compact digits and uppercase letters
 * @param written the number as written: a few numbers need their separator, which encodes the century
 */
export type Checksum = (compact: string, written: string) => boolean;

const digitsOf = (text: string): number[] => [...text].map(Number);

/** The sum of the products of digits and weights; weights repeat. */
function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return digits.reduce((sum, digit, at) => sum + digit * (weights[at % weights.length] ?? 0), 0);
}

/** Luhn algorithm, ISO/IEC 7812-1, annex B. */
function passesLuhn(compact: string): boolean {
  const sum = digitsOf(compact)
    .reverse()
    .reduce((total, digit, at) => {
      const weighted = at % 2 === 1 ? digit * 2 : digit;
      return total + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
  return sum % 10 === 0;
}

/** Whether two digits are a day and two a month, at the given offsets; days may be raised by 40, months by 20, 40 or 60. */
function isDayAndMonth(compact: string, dayAt: number, monthAt: number): boolean {
  const day = Number(compact.slice(dayAt, dayAt + 2)) % 40;
  const month = Number(compact.slice(monthAt, monthAt + 2)) % 20;
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}

/**
 * Checksums and date rules of numbers that the package stdnum does not have, from the documents of the issuing
 * authorities.
 */
const checksums: Readonly<Record<string, Checksum>> = {
  /** ABA routing number: weights 3, 7, 1. */
  'own.aba': (text) =>
    /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(text) &&
    weightedSum(digitsOf(text), [3, 7, 1]) % 10 === 0,
  /** NHS number: weights 10 to 2, modulus 11. */
  'own.nhs': (text) => {
    const check = (11 - (weightedSum(digitsOf(text.slice(0, 9)), [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return check !== 10 && check === Number(text[9]);
  },
  /** CPR numbers since 2007 have no check digit, only a date of birth. */
  'own.cpr': (text) => isDayAndMonth(text, 0, 2) && /^\d{2}(0[1-9]|1[0-2])/.test(text),
  'own.birthDayMonth': (text) => isDayAndMonth(text, 0, 2) && /^\d{2}(0[1-9]|1[0-2])/.test(text),
  /** Polish identity card: letters count from 10, weights 7, 3, 1, 9, 7, 3, 1, 7, 3. */
  'own.plIdentityCard': (text) =>
    [...text].reduce(
      (sum, character, at) => sum + Number.parseInt(character, 36) * (plCardWeights[at] ?? 0),
      0,
    ) %
      10 ===
    0,
  /** Hungarian tax identification number of persons: begins with 8, weights 1 to 9, modulus 11. */
  'own.huTax': (text) =>
    text.startsWith('8') &&
    weightedSum(digitsOf(text.slice(0, 9)), [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === Number(text[9]),
  /** TAJ: weights 3 and 7, modulus 10. */
  'own.taj': (text) => weightedSum(digitsOf(text.slice(0, 8)), [3, 7]) % 10 === Number(text[8]),
  'own.huPersonal': (text) => {
    const digits = digitsOf(text.slice(0, 10));
    const [rising, falling] = [
      weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
      weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
    ];
    return isDayAndMonth(text, 5, 3) && [rising % 11, falling % 11].includes(Number(text[10]));
  },
  /** SNILS: weights 9 to 1, modulus 101. */
  'own.snils': (text) =>
    (weightedSum(digitsOf(text.slice(0, 9)), [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 ===
    Number(text.slice(9)),
  /** My Number: weights 6 to 2 twice, modulus 11. */
  'own.myNumber': (text) => {
    const remainder = weightedSum(digitsOf(text.slice(0, 11)), [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
    return (remainder <= 1 ? 0 : 11 - remainder) === Number(text[11]);
  },
  /** Corporate number: the first digit is a check digit with modulus 9. */
  'own.jpCorporate': (text) => {
    const digits = digitsOf(text.replace(/^T/, ''));
    return 9 - (weightedSum(digits.slice(1), [2, 1]) % 9) === digits[0];
  },
  /** NIK: province, date of birth with the day of women raised by 40. */
  'own.nik': (text) => /^[1-9]\d{5}/.test(text) && isDayAndMonth(text, 6, 8),
  /** CCCD: province 001 to 096, digit of sex and century. */
  'own.cccd': (text) => text.length === 9 || /^0(0[1-9]|[1-8]\d|9[0-6])[0-3]/.test(text),
  /** NRIC and FIN: weights 2, 7, 6, 5, 4, 3, 2; an offset and a table of letters by the first letter. */
  'own.nric': (text) => {
    const first = text[0] ?? '';
    const offset = first === 'T' || first === 'G' ? 4 : first === 'M' ? 3 : 0;
    const remainder = (weightedSum(digitsOf(text.slice(1, 8)), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
    const letters = first === 'M' ? 'XWUTRQPNJLK' : 'ST'.includes(first) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK';
    return letters[remainder] === text[8];
  },
  'own.saudi': (text) => /^[12]/.test(text) && passesLuhn(text),
  /** Egyptian number: century, date of birth. */
  'own.egypt': (text) => /^[23]\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.test(text),
  'own.pis': (text) => {
    const remainder = weightedSum(digitsOf(text.slice(0, 10)), [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    return (remainder < 2 ? 0 : 11 - remainder) === Number(text[10]);
  },
  'own.luhn': passesLuhn,
  /** Adószám: the eighth digit completes weights 9, 7, 3, 1 to a multiple of 10. */
  'own.huVat': (text) => {
    const digits = text.replace(/^HU/, '');
    return weightedSum(digitsOf(digits.slice(0, 8)), [9, 7, 3, 1]) % 10 === 0 && !/^0/.test(digits);
  },
  /** Personnummer: date of birth, Luhn over ten digits. */
  'own.personnummer': (text) => {
    const digits = text.slice(-10);
    return (
      /^\d{2}(0[1-9]|1[0-2])/.test(digits) &&
      Number(digits.slice(4, 6)) % 60 >= 1 &&
      Number(digits.slice(4, 6)) % 60 <= 31 &&
      passesLuhn(digits)
    );
  },
  /** Medicare number: weights 1, 3, 7, 9. */
  'own.medicare': (text) =>
    /^[2-6]/.test(text) && weightedSum(digitsOf(text.slice(0, 8)), [1, 3, 7, 9]) % 10 === Number(text[8]),
};

const plCardWeights = [7, 3, 1, 9, 7, 3, 1, 7, 3];

/** The validators of the package stdnum by country and name. */
type Validators = Readonly<
  Record<string, Readonly<Record<string, { validate(value: string): { isValid?: boolean } }>>>
>;

/** Loads the checksums of the package stdnum; about 0.2 s once. */
export async function loadChecksums(): Promise<(name: string) => Checksum> {
  const { stdnum } = await import('stdnum');
  return (name) => checksums[name] ?? fromStdnum(stdnum, name);
}

function fromStdnum(stdnum: Validators, name: string): Checksum {
  const [country = '', number = ''] = name.split('.');
  const validator = stdnum[country]?.[number];
  if (validator === undefined) throw new Error(`unknown checksum ${name}`);
  const isValid = (number: string) => validator.validate(number).isValid === true;
  return (compact, written) => isValid(compact) || isValid(written);
}

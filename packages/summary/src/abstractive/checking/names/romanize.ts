import table from './romanization.data.json' with { type: 'json' };

const letters = new Map<string, string>(Object.values(table).flatMap((script) => Object.entries(script)));

/** Initial consonants, vowels and final consonants of Hangul syllables (Revised Romanization, 2000). */
const initials = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const finals = ' k k k n n n t l k m p l l p l m p p t t ng t t k t p t'.split(' ');

/**
 * Writes a word in Latin letters as far as a table knows its letters: Cyrillic, Greek, Hebrew, Arabic, kana and Hangul.
 *
 * @returns undefined for words with other letters, such as Chinese characters
 */
export function romanize(word: string): string | undefined {
  let result = '';
  for (const character of word.normalize('NFKD').toLowerCase().normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0;
    if (/[\p{M}'’ʼ-]/u.test(character)) continue;
    if (/[a-z0-9]/.test(character)) result += character;
    else if (code >= 0xac00 && code <= 0xd7a3) result += hangul(code - 0xac00);
    else {
      const plain = character.normalize('NFD').replace(/\p{M}/gu, '');
      const written =
        letters.get(character) ?? letters.get(plain) ?? (/^[a-z]$/.test(plain) ? plain : undefined);
      if (written === undefined) return undefined;
      result += written;
    }
  }
  return result;
}

function hangul(index: number): string {
  return `${initials[Math.floor(index / 588)] ?? ''}${vowels[Math.floor((index % 588) / 28)] ?? ''}${finals[index % 28] ?? ''}`;
}

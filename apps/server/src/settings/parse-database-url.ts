import { InvalidSettingError } from './invalid-setting-error.ts';

const example = 'postgres://quern:password@db.example.org:5432/quern';

/** Characters that end the password of a URL, and how they are written inside of it. */
const escapes: ReadonlyArray<readonly [string, string]> = [
  ['@', '%40'],
  ['/', '%2F'],
  ['?', '%3F'],
  ['#', '%23'],
];

/**
 * Validates the connection URL of a PostgreSQL database. Errors contain no part of the user name or the password.
 *
 * @returns the URL as written
 * @throws InvalidSettingError
 */
export function parseDatabaseUrl(text: string): string {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) throw new InvalidSettingError(`must be a URL such as ${example}`);
  if (scheme !== 'postgres' && scheme !== 'postgresql') {
    throw new InvalidSettingError(
      `must be the URL of a PostgreSQL database, not ${scheme}://, such as ${example}`,
    );
  }
  const unescaped = findUnescapedCharacter(text);
  if (unescaped !== undefined) {
    const [character, escaped] = unescaped;
    throw new InvalidSettingError(
      `the password contains ${character}, which must be written as ${escaped}, such as postgres://quern:pass${escaped}word@db.example.org/quern`,
    );
  }
  const url = URL.parse(text);
  // A Unix socket has its folder in the query instead of a host.
  if (url === null || (url.hostname === '' && !url.searchParams.has('host'))) {
    throw new InvalidSettingError(`has no valid host or port; it must have the form ${example}`);
  }
  if (hasInvalidEscape(url.username) || hasInvalidEscape(url.password)) {
    throw new InvalidSettingError('the user name or password contains %, which must be written as %25');
  }
  return text;
}

/**
 * Finds a character of the password in a URL that must be escaped. The part before the last @ is the user and password.
 *
 * @returns the character and how it is escaped
 */
export function findUnescapedCharacter(text: string): readonly [string, string] | undefined {
  const withoutScheme = text.slice(text.indexOf('://') + 3);
  const authority = /^[^/?#]*/.exec(withoutScheme)?.[0] ?? '';
  const credentials = authority.includes('@')
    ? authority.slice(0, authority.lastIndexOf('@'))
    : withoutScheme.slice(0, Math.max(0, withoutScheme.lastIndexOf('@')));
  // Without a password, an @ can only be part of the path or the query.
  if (!credentials.includes(':')) return undefined;
  return escapes.find(([character]) => credentials.includes(character));
}

const hasInvalidEscape = (text: string): boolean => /%(?![\da-f]{2})/i.test(text);

/** Where a database URL points, for messages: host and port, without user name and password. */
export function databaseAddress(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url?.searchParams.get('host') ?? url?.host ?? '';
}

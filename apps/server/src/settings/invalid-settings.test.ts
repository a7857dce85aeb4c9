import { describe, expect, it } from 'vitest';
import { findSettingProblems, readConfig } from '../config.ts';
import { settingDescriptions } from '../environment-schema.ts';

/** The problems of one setting. */
const problemsOf = (name: string, value: string): Promise<string[]> =>
  findSettingProblems({ QUERN_DATA_DIR: '/tmp', [name]: value });

/** For each setting that can be invalid: a value, and the error. */
const invalidValues: ReadonlyArray<readonly [string, string, RegExp]> = [
  ['PORT', '80a', /must be an integer from 0 to 65535, such as 8080 \(it is "80a"\)/],
  ['PORT', '65536', /from 0 to 65535/],
  ['HOST', '0.0.0.0:8080', /without a port, such as 0\.0\.0\.0/],
  ['HOST', 'http://quern.example.org', /without a port/],
  ['QUERN_DATA_DIR', '/dev/null/data', /cannot be a folder.* such as \/var\/lib\/quern/],
  ['DATABASE_URL', 'quern', /must be a URL such as postgres:\/\//],
  ['DATABASE_URL', 'mysql://u:p@db/quern', /PostgreSQL database, not mysql:\/\/.* such as postgres:\/\//],
  ['DATABASE_URL', 'postgres://u:se@cret@127.0.0.1/quern', /contains @, which must be written as %40/],
  ['DATABASE_URL', 'postgres://u:se/cret@127.0.0.1/quern', /contains \/, which must be written as %2F/],
  ['DATABASE_URL', 'postgres://u:se#cret@127.0.0.1/quern', /contains #, which must be written as %23/],
  ['DATABASE_URL', 'postgres://u:se?cret@127.0.0.1/quern', /contains \?, which must be written as %3F/],
  ['DATABASE_URL', 'postgres://u:se%cret@127.0.0.1/quern', /contains %, which must be written as %25/],
  ['DATABASE_URL', 'postgres://u:secret@db:port/quern', /no valid host or port.* form postgres:\/\//],
  ['QUERN_BLOB_URL', 'minio:9000/quern', /must be the URL of a bucket, such as https:/],
  ['QUERN_BLOB_URL', 'https://key:se/cret@minio/quern', /contains \/, which must be written as %2F/],
  ['QUERN_BLOB_URL', 'https://key:se%cret@minio/quern', /contains %, which must be written as %25/],
  ['QUERN_BLOB_URL', 'https://key:secret@minio:9000/', /needs the name of a bucket/],
  ['QUERN_BLOB_URL', 'https://key:secret@minio/Quern', /3 to 63 lowercase letters/],
  ['QUERN_BLOB_URL', 'https://key:secret@minio/quern/a%20b', /the prefix may have letters/],
  ['QUERN_BLOB_URL', 'https://key:secret@minio/quern?tls=0', /parameters region and style only/],
  ['QUERN_BLOB_URL', 'https://key:secret@minio/quern?region=eu/1', /name such as eu-central-1/],
  ['QUERN_BLOB_URL', 'https://key:secret@minio/quern?style=dns', /must be path or host/],
  [
    'QUERN_BLOB_URL',
    's3://key:secret@minio:9000/quern',
    /of another provider, write https:\/\/host:port\/bucket/,
  ],
  ['QUERN_BLOB_URL', 'https://secret@minio/quern', /only one of user name \(the access key\) and password/],
  ['QUERN_BLOB_URL', 'https://minio/quern', /set QUERN_BLOB_ACCESS_KEY and QUERN_BLOB_SECRET_KEY/],
  ['QUERN_BLOB_ACCESS_KEY', 'secret key', /visible ASCII characters, without spaces/],
  ['QUERN_BLOB_SECRET_KEY', 'secrét', /visible ASCII characters/],
  ['QUERN_BLOB_REDIRECT', 'maybe', /must be 1 \(on\) or 0 \(off\)/],
  ['QUERN_BOOTSTRAP_KEY', 'secret', /32 to 512 .* openssl rand/],
  ['QUERN_BOOTSTRAP_CREDITS', '-1', /integer of 0 or more, such as 10000/],
  ['QUERN_ADMIN_TOKEN', 'the secret of the operator', /16 to 512 visible ASCII characters, without spaces/],
  ['QUERN_METRICS_TOKEN', 'secret', /16 to 512 visible ASCII characters.* openssl rand/],
  ['QUERN_TRUST_PROXY', 'nginx', /"nginx" is not an IP address or CIDR, such as 10\.0\.0\.0\/8/],
  ['QUERN_TRUST_PROXY', '10.0.0/8', /"10\.0\.0\/8" is not an IP address or CIDR/],
  ['QUERN_TRUST_PROXY', '10.0.0.0/33', /is not an IP address or CIDR/],
  ['QUERN_PUBLIC_URL', 'quern.example.org', /http:\/\/ or https:\/\/, such as https:\/\/quern\.example\.org/],
  ['QUERN_PUBLIC_URL', 'ftp://quern.example.org', /http:\/\/ or https:\/\//],
  ['QUERN_PUBLIC_URL', 'https://u:secret@quern.example.org', /must have no user name, query or fragment/],
  ['QUERN_CORS_ORIGINS', 'example.com', /"example\.com" needs a scheme, such as https:\/\/example\.com/],
  ['QUERN_CORS_ORIGINS', 'https://a.org, example.com:8080', /such as https:\/\/example\.com:8080/],
  ['QUERN_CORS_ORIGINS', 'https://example.com/app', /is not an origin: write https:\/\/example\.com/],
  ['QUERN_CORS_ORIGINS', 'https://*.example.com', /is not an origin such as https:\/\/example\.com/],
  ['QUERN_ROLE', 'master', /must be all or api or worker/],
  ['QUERN_ROLE', 'worker', /needs a DATABASE_URL, since the embedded database belongs to one node/],
  ['QUERN_ROBOTS', 'maybe', /must be obey or ignore, such as obey \(it is "maybe"\)/],
  ['QUERN_RETENTION', 'long', /must be a duration such as 30s, 10m, 24h \(it is "long"\)/],
  ['QUERN_RESULTS_MAX', '4GB', /integer of 1 or more \(megabytes, without a unit\), such as 4096/],
  ['QUERN_FETCH_ALLOW', '10.0.0/8', /'10\.0\.0\/8' is not a CIDR.* such as 10\.0\.0\.0\/8/],
  ['QUERN_FETCH_ALLOW', 'http://wiki.example.org', /is not a CIDR, an IP address, a host or host:port/],
  ['QUERN_FETCH_PROXY', 'proxy:3128', /must be a URL such as http:\/\/proxy:3128/],
  ['QUERN_SCRAPE_HEADERS', 'no', /must be allow or forbid/],
  ['QUERN_SCRAPE_ACTIONS', 'no', /must be allow or forbid/],
  ['QUERN_RATE_LIMIT', '0/m', /must be off, or such as 600\/m/],
  ['QUERN_QUEUE_TIME', '2 parsecs', /must be a duration/],
  ['QUERN_MODELS_DIR', '/dev/null', /is not a readable folder/],
  ['QUERN_MODELS_MIRROR', 'mirror', /http:\/\/ or https:\/\//],
  [
    'QUERN_LLM_BASE_URL',
    'localhost:11434',
    /http:\/\/ or https:\/\/, such as http:\/\/127\.0\.0\.1:11434\/v1/,
  ],
  ['QUERN_LLM_TIME', '0s', /must be longer, such as 60s/],
  ['QUERN_LLM_REQUESTS', '0', /from 1 to 1024/],
  ['QUERN_LLM_CHUNK_TOKENS', '6k', /from 500 to 1000000 \(tokens, without a unit\), such as 6000/],
  ['QUERN_OFFLINE', 'maybe', /must be 1 \(on\) or 0 \(off\)/],
  ['QUERN_PRELOAD', 'some', /must be none or all/],
  ['QUERN_MAP_TIME', '40d', /must be at most 24 days, such as 60s/],
  ['QUERN_FETCH_TIME', '-1s', /must be a duration/],
  ['QUERN_CHROMIUM', '/nope', /\/nope does not exist; name an executable, such as /],
  ['QUERN_RENDER_PAGES', '1.5', /from 1 to 64/],
  ['QUERN_RENDER_MEMORY', '1500 MB', /integer of 256 or more \(megabytes/],
  ['QUERN_RENDER_TIME', 'soon', /must be a duration/],
  ['QUERN_ENGINE_THREADS', '0x10', /from 0 to 64/],
  ['QUERN_DRAIN_TIME', '1 hour', /must be a duration/],
  ['QUERN_LOG_LEVEL', 'loud', /must be debug or info or warn or error or silent, such as info/],
];

describe('invalid settings', () => {
  it.each(invalidValues)('rejects %s=%s at the start and explains it', async (name, value, message) => {
    const problems = await problemsOf(name, value);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: .*${message.source}`));
    expect(problems[0]).not.toMatch(/cret/);
  });

  it('are tested for every setting that does not accept any text', () => {
    const accepting = ['QUERN_LLM_MODEL', 'QUERN_LLM_API_KEY'];
    const tested = new Set([...invalidValues.map(([name]) => name), ...accepting]);
    expect(settingDescriptions.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
  });

  it('are reported together, also what refers to files', async () => {
    const problems = await findSettingProblems({
      QUERN_DATA_DIR: '/dev/null/data',
      PORT: 'x',
      DATABASE_URL: 'mysql://u:secret@db/quern',
      QUERN_CHROMIUM: '/nope',
      QUERN_LLM_BASE_URL: 'http://127.0.0.1:11434/v1',
    });
    expect(problems.map((problem) => problem.slice(0, problem.indexOf(':')))).toEqual([
      'PORT',
      'DATABASE_URL',
      'QUERN_LLM_MODEL',
      'QUERN_DATA_DIR',
      'QUERN_CHROMIUM',
    ]);
  });
});

describe('valid settings', () => {
  it('are normalized where browsers and links need it', () => {
    const config = readConfig({
      QUERN_CORS_ORIGINS: 'https://EXAMPLE.com:443 http://localhost:5173 moz-extension://0a1b-2c',
      QUERN_PUBLIC_URL: 'https://quern.example.org/',
      QUERN_TRUST_PROXY: 'loopback, fd00::/8',
      QUERN_OFFLINE: 'yes',
    });
    expect(config.corsOrigins).toEqual([
      'https://example.com',
      'http://localhost:5173',
      'moz-extension://0a1b-2c',
    ]);
    expect(config).toMatchObject({
      publicUrl: 'https://quern.example.org',
      trustProxy: ['loopback', 'fd00::/8'],
      offline: true,
    });
  });

  it.each([
    'postgres://quern@127.0.0.1:5432/quern',
    'postgresql://quern:pass%40word@[::1]/quern?sslmode=disable',
    'postgres:///quern?host=/run/postgresql',
    'postgres://127.0.0.1/quern?user=a@b',
  ])('include the database %s', async (url) => {
    expect(await problemsOf('DATABASE_URL', url)).toEqual([]);
  });
});

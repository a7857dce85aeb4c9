import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const read = (variables: Record<string, string | undefined>, isInContainer = false) =>
  readConfig(variables, isInContainer, '/work');

describe('readConfig', () => {
  it('uses the defaults for variables that are missing, undefined or empty', () => {
    const defaults = read({});
    expect(defaults).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/work/data',
      modelsDir: '/work/data/models',
      databaseUrl: undefined,
      trustProxy: false,
      retentionMs: 86_400_000,
      resultsBytesMax: 4096 * 1024 * 1024,
      ratePolicy: { perMinute: 600, runningMax: 64 },
      llm: undefined,
      offline: false,
      chromium: 'auto',
    });
    expect(read({ PORT: '', QUERN_RETENTION: undefined, QUERN_OFFLINE: '' })).toEqual(defaults);
  });

  it('prefers a variable over its default', () => {
    const config = read({
      PORT: '9000',
      QUERN_RATE_LIMIT: 'off',
      QUERN_MAP_TIME: '90s',
      QUERN_OFFLINE: 'true',
    });
    expect(config).toMatchObject({
      port: 9000,
      ratePolicy: { perMinute: null, runningMax: null },
      mapTimeMs: 90_000,
      offline: true,
    });
  });

  it('listens on all interfaces inside a container, unless HOST is set', () => {
    expect(read({}, true).host).toBe('0.0.0.0');
    expect(read({ HOST: '10.0.0.1' }, true).host).toBe('10.0.0.1');
  });

  it('resolves relative paths against the working directory, and the default models folder in the data folder', () => {
    expect(read({ QUERN_DATA_DIR: '/srv/quern' }).modelsDir).toBe('/srv/quern/models');
    const config = read({ QUERN_DATA_DIR: 'a', QUERN_MODELS_DIR: 'b', QUERN_CHROMIUM: 'c/chrome' });
    expect([config.dataDir, config.modelsDir, config.chromium]).toEqual([
      '/work/a',
      '/work/b',
      '/work/c/chrome',
    ]);
    expect(read({ QUERN_MODELS_DIR: '/models' }).modelsDir).toBe('/models');
  });

  it('trusts all proxies for `true`, listed ones for addresses, and none by default', () => {
    expect(read({ QUERN_TRUST_PROXY: 'true' }).trustProxy).toBe(true);
    expect(read({ QUERN_TRUST_PROXY: '10.0.0.0/8, 192.168.1.1' }).trustProxy).toEqual([
      '10.0.0.0/8',
      '192.168.1.1',
    ]);
    expect(read({}).trustProxy).toBe(false);
  });

  it('requires a model name with an LLM endpoint', () => {
    expect(() => read({ QUERN_LLM_BASE_URL: 'http://llm/v1' })).toThrow('QUERN_LLM_MODEL is not');
    expect(read({ QUERN_LLM_BASE_URL: 'http://llm/v1', QUERN_LLM_MODEL: 'm' }).llm).toEqual({
      baseUrl: 'http://llm/v1',
      model: 'm',
      timeoutMs: 60_000,
      requestsMax: 4,
    });
  });

  it('throws one error that names each invalid setting with its value, but not the values of secrets', () => {
    const variables = {
      PORT: '70000',
      QUERN_RETENTION: 'a day',
      QUERN_RATE_LIMIT: '0/m',
      QUERN_ADMIN_TOKEN: 'short-secret',
    };
    const message = (() => {
      try {
        read(variables);
        return '';
      } catch (error) {
        return String(error);
      }
    })();
    expect(message.split('\n')).toHaveLength(5);
    expect(message).toContain('PORT: ');
    expect(message).toContain('(it is "70000")');
    expect(message).toContain('QUERN_RETENTION: must be a duration such as 30s, 10m, 24h (it is "a day")');
    expect(message).toContain('QUERN_RATE_LIMIT: must be off');
    expect(message).toContain('QUERN_ADMIN_TOKEN: ');
    expect(message).not.toContain('short-secret');
  });
});

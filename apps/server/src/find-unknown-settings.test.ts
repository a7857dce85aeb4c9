import { describe, expect, it } from 'vitest';
import { settingDescriptions } from './environment-schema.ts';
import { findUnknownSettings } from './find-unknown-settings.ts';

describe('findUnknownSettings', () => {
  it('suggests the nearest setting for a name with up to three typing errors', () => {
    expect(
      findUnknownSettings({ QUERN_RATE_LIMT: '1', QUERN_DATADIR: '1', QUERN_ADMIN_TOKENS: '1' }),
    ).toEqual([
      'Unknown setting QUERN_ADMIN_TOKENS; did you mean QUERN_ADMIN_TOKEN?',
      'Unknown setting QUERN_DATADIR; did you mean QUERN_DATA_DIR?',
      'Unknown setting QUERN_RATE_LIMT; did you mean QUERN_RATE_LIMIT?',
    ]);
  });

  it('suggests nothing for a name that resembles no setting', () => {
    expect(findUnknownSettings({ QUERN_FAVORITE_COLOR: 'blue' })).toEqual([
      'Unknown setting QUERN_FAVORITE_COLOR',
    ]);
  });

  it('accepts all settings, other variables, and those of the command line and the tests', () => {
    const settings = Object.fromEntries(settingDescriptions.map(({ name }) => [name, '1']));
    const others = { PATH: '/bin', PROT: '1', QUERN_URL: '1', QUERN_API_KEY: '1', QUERN_TEST_REQUIRE: '1' };
    expect(findUnknownSettings({ ...settings, ...others, QUERN_GONE: undefined })).toEqual([]);
  });
});

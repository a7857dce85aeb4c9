import { expect, it } from 'vitest';
import { settingDescriptions } from './environment-schema.ts';

it('describes every setting', () => {
  expect(settingDescriptions.filter(({ description }) => description === '')).toEqual([]);
});

it('writes defaults as they are written in the environment', () => {
  const defaults = Object.fromEntries(
    settingDescriptions.map((setting) => [setting.name, setting.defaultValue]),
  );
  expect(defaults).toMatchObject({
    PORT: '8080',
    QUERN_RETENTION: '24h',
    QUERN_RATE_LIMIT: '600/m',
    HOST: '',
  });
});

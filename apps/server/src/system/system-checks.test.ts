import { expect, it } from 'vitest';
import { type CheckInput, toChecks } from './system-checks.ts';

const healthy: CheckInput = {
  status: 'ok',
  bucket: undefined,
  settingProblems: [],
  results: { bytes: 10, bytesMax: 100 },
  engines: [{ name: 'render', isEnabled: true }],
  translationModels: 1,
  isOffline: true,
};

const failing = (change: Partial<CheckInput>) =>
  toChecks({ ...healthy, ...change }).filter(({ status }) => status !== 'ok');

it('finds nothing wrong with a healthy node', () => {
  expect(failing({})).toEqual([]);
  expect(toChecks(healthy).every(({ fix }) => fix === '')).toBe(true);
});

it('assigns the problems of settings to their checks', () => {
  const settingProblems = [
    'QUERN_DATA_DIR: /x is not writable',
    'QUERN_CHROMIUM: /y does not exist',
    'DATABASE_URL: the host db cannot be resolved',
  ];
  expect(failing({ settingProblems, status: 'failed' })).toEqual([
    { name: 'database', status: 'failed', fix: settingProblems[2] },
    { name: 'dataFolder', status: 'failed', fix: settingProblems[0] },
    { name: 'browser', status: 'failed', fix: settingProblems[1] },
  ]);
});

it('warns of a full result store, a missing browser, and translation that cannot work', () => {
  expect(failing({ results: { bytes: 90, bytesMax: 100 } })).toMatchObject([
    { name: 'results', status: 'warning' },
  ]);
  expect(failing({ engines: [] })).toMatchObject([{ name: 'browser', status: 'warning' }]);
  expect(failing({ translationModels: 0 })).toMatchObject([{ name: 'translation', status: 'warning' }]);
  expect(failing({ translationModels: 0, isOffline: false })).toEqual([]);
});

it('checks the bucket only if there is one', () => {
  const bucketCheck = (bucket: CheckInput['bucket']) =>
    toChecks({ ...healthy, bucket }).find(({ name }) => name === 'bucket');
  expect(bucketCheck(undefined)).toBeUndefined();
  expect(bucketCheck('ok')).toMatchObject({ status: 'ok' });
  expect(bucketCheck('failed')).toMatchObject({
    status: 'failed',
    fix: expect.stringContaining('QUERN_BLOB_URL'),
  });
});

it('explains a database that is slow, or does not respond', () => {
  expect(failing({ status: 'slow' })).toMatchObject([
    { name: 'database', status: 'failed', fix: expect.stringContaining('2 seconds') },
  ]);
  expect(failing({ status: 'failed' })).toMatchObject([
    { name: 'database', status: 'failed', fix: expect.stringContaining('DATABASE_URL') },
  ]);
});

import { expect, it } from 'vitest';
import { inspectImage } from './inspect-image.ts';

/** A white image of 64 × 64 pixels as HEIC, the format of photos of iPhones. */
const heic = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAVZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'ACJpbG9jAAAAAERAAAEAAQAAAAABegABAAAAAAAAABMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt',
    'AAAAAAABAAAA1mlwcnAAAAC3aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA',
    'AAMAHroCQGEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNjb2xy',
    'bmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAABtt',
    'ZGF0AAAADygBrwUY/QENSTfXY/CTgA==',
  ].join(''),
  'base64',
);

it('reads the size of HEIC images', async () => {
  expect(await inspectImage(heic, 1_000_000)).toMatchObject({ format: 'heif', width: 64, height: 64 });
});

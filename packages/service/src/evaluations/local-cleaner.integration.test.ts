import { encodePng } from '@vendor/specimens';
import { expect, it } from 'vitest';
import { localCleaner } from './local-cleaner.ts';

it('removes data behind the end of a picture, and refuses a file that is not a picture', async () => {
  const file = await encodePng({ data: new Uint8Array(4 * 40 * 30).fill(120), width: 40, height: 30 });
  const clean = await localCleaner.cleanPicture(Buffer.concat([file, Buffer.from('behind the end')]));
  expect(clean?.contentType).toBe('image/jpeg');
  expect(Buffer.from(clean!.bytes).includes('behind the end')).toBe(false);
  expect(await localCleaner.cleanPicture(Buffer.from('no picture'))).toBeNull();
});

it('refuses a file that is not a video', async () => {
  const unreadable = { kind: 'refused', refusal: 'UNREADABLE' };
  expect(await localCleaner.cleanVideo(Buffer.from('no video'))).toEqual(unreadable);
});

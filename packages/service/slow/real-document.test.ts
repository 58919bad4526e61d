import type { ClientState } from '@vendor/contract';
import { encodeJpeg, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

let service: ServiceProcess;
let client: ServiceClient;

beforeAll(async () => {
  service = await ServiceProcess.create();
  await service.start();
  client = new ServiceClient(service);
});
afterAll(() => service.remove());

/** Uploads and submits a picture, and waits for the result. */
async function submitAndWait(sessionKey: string, attempt: number, picture: Uint8Array): Promise<ClientState> {
  const digest = await client.putFront(sessionKey, attempt, picture);
  let state = await client.submitPassport(sessionKey, attempt, digest);
  while (state.awaiting === 'checks') state = await client.state(sessionKey, `?after=${state.seq}&wait=20`);
  return state;
}

it('reads a passport with the built service once the picture is sharp enough', async () => {
  const identity = utopianPassport(new Date());
  const page = await renderPassport(identity, { widthPx: 1500 });
  const pictureOf = async (blurPx: number) => {
    const { picture } = await renderScene({ size: { width: 1920, height: 1080 }, page, blurPx });
    return encodeJpeg(picture);
  };

  const { executionId, token } = await client.start('Identity document', { user_id: 'u' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  const blurred = await submitAndWait(sessionKey, 1, await pictureOf(8));
  expect(blurred).toMatchObject({ awaiting: 'user', step: { attempt: 2, reasons: ['IMAGE_BLURRED'] } });
  const good = await withMore(await pictureOf(0));
  expect((await submitAndWait(sessionKey, 2, good)).outcome).toEqual({
    status: 'APPROVED',
    retryLimitOf: null,
  });

  const [check] = (await client.read(executionId)).checks ?? [];
  expect(check).toMatchObject({
    status: 'APPROVED',
    documentCheckResult: { dataIntegrityCheckResult: 'PASS', securityFeaturesCheckResult: 'NOT_PERFORMED' },
    documentCheckExtractedData: { documentType: 'PASSPORT', birthDate: '1974-08-12' },
  });
  const media = await fetch(check?.capturedMedia?.documentFront?.url ?? '');
  const picture = Buffer.from(await media.arrayBuffer());
  expect(media.headers.get('content-type')).toBe('image/jpeg');
  expect([picture.subarray(0, 3).toString('hex'), picture.subarray(-2).toString('hex')]).toEqual([
    'ffd8ff',
    'ffd9',
  ]);
  for (const more of [comment, behind]) {
    expect(good.includes(more)).toBe(true);
    expect(picture.includes(more)).toBe(false);
  }
});

const comment = 'taken at 59.9139, 10.7522';
const behind = '<script>alert(1)</script>';

/** Adds a comment to a JPEG, and a script after its end. */
async function withMore(jpeg: Uint8Array): Promise<Buffer> {
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), Buffer.from(comment)]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2), Buffer.from(behind)]);
}

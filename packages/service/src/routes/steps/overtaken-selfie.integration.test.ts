import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backend, digestOf, jpegOf, Page } from '../../../testing/client.ts';
import { HeldPictures } from '../../../testing/held-pictures.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { isOnPostgres } from '../../../testing/open-test-database.ts';

let service: InProcessService;
let backend: Backend;
let workflowId: string;
let executionId: string;
let page: Page;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, {
    start: 'selfie',
    nodes: { selfie: { kind: 'selfie', match: 'none', next: 'end' }, end: { kind: 'end' } },
  });
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
  executionId = data.executionId;
  page = new Page(service);
  await page.init(data.token, undefined, { capabilities: ['selfie'] });
  await page.post('begin');
});

/** Makes the beginning of a WebM, as far as needed to detect the type, followed by a text. */
const webm = (text: string) =>
  new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, ...Buffer.from(`webm${text}`)]);
const put = (slot: string, bytes: Uint8Array<ArrayBuffer>) =>
  page.put(`steps/selfie/attempts/1/captures/${slot}`, bytes);
const files = () =>
  readdirSync(join(service.folder, 'media'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
const rows = () =>
  service.database.main
    .selectFrom('captures')
    .select(['slot', 'digest', 'received_at'])
    .where('execution_id', '=', executionId)
    .orderBy('slot')
    .execute();
const stored = async () => (await rows()).map(({ slot, digest }) => [slot, digest]);

/** Gives uploads that were already sent the chance to be stored. */
async function turns() {
  for (let turn = 0; turn < 5; turn += 1) await page.state();
}

const straight = jpegOf('straight');
const film = webm('film');

/** Skipped on PostgreSQL, where instances take the time of arrival from the server. */
describe.skipIf(isOnPostgres)('concurrent frames for one slot', () => {
  it('stores the same frame once, and removes nothing', async () => {
    await put('selfie-video', film);
    const before = files();
    const held = new HeldPictures(service.evaluator);
    const receivedAt = service.clock.time;
    const first = await held.sendUntilHeld(() => put('selfie-1', straight));
    const { seq } = (await page.state()).data;
    service.clock.time += 2_000;
    const second = put('selfie-1', straight);
    await turns();
    held.waiting.pop()?.();
    await turns();
    held.releaseAll();
    expect((await second).data).toEqual((await first.reply).data);
    expect(await rows()).toEqual([
      { slot: 'selfie-1', digest: digestOf(straight), received_at: receivedAt },
      { slot: 'selfie-video', digest: digestOf(film), received_at: receivedAt },
    ]);
    expect((await page.state()).data.seq).toBe(seq + 1);
    expect(files()).toBe(before + 1);
  });

  it('records a different frame with its time of arrival, not with the time of processing', async () => {
    const anew = jpegOf('taken anew');
    const held = new HeldPictures(service.evaluator);
    const given = await held.sendUntilHeld(() => put('selfie-1', straight));
    service.clock.time += 2_000;
    const receivedAt = service.clock.time;
    const taken = put('selfie-1', anew);
    // An upload sent after it is being processed, so it has arrived as well.
    const beside = await held.sendUntilHeld(() => put('selfie-video', film));
    service.clock.time += 2_000;
    held.releaseAll();
    expect((await Promise.all([given.reply, taken, beside.reply])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
    expect((await rows())[0]).toEqual({
      slot: 'selfie-1',
      digest: digestOf(anew),
      received_at: receivedAt,
    });
  });
});

describe('frame that arrives while another slot is processed', () => {
  it('answers a frame while another slot is still being processed', async () => {
    const held = new HeldPictures(service.evaluator);
    const slow = await held.sendUntilHeld(() => put('selfie-video', film));
    const quick = await held.sendUntilHeld(() => put('selfie-1', straight));
    held.waiting.pop()?.();
    expect((await quick.reply).status).toBe(200);
    expect(held.waiting).toHaveLength(1);
    expect(await stored()).toEqual([['selfie-1', digestOf(straight)]]);
    held.releaseAll();
    expect((await slow.reply).status).toBe(200);
  });
});

describe('frame in transfer while an earlier frame is replaced', () => {
  const late: readonly (readonly [string, string, (text: string) => Uint8Array<ArrayBuffer>])[] = [
    ['a video', 'selfie-video', webm],
    ['the next frame', 'selfie-2', jpegOf],
  ];
  it.each(late)('refuses %s in transfer when an earlier frame is replaced', async (_, slot, bytesOf) => {
    const anew = jpegOf('taken anew');
    await put('selfie-1', straight);
    const before = files();
    const held = new HeldPictures(service.evaluator);
    const atWork = await held.sendUntilHeld(() => put(slot, bytesOf('at work')));
    const next = put(slot, bytesOf('waits for its turn'));
    const replacing = await held.sendUntilHeld(() => put('selfie-1', anew));
    held.waiting.pop()?.();
    expect((await replacing.reply).status).toBe(200);
    held.releaseAll();
    for (const { status, problem } of await Promise.all([atWork.reply, next])) {
      expect([status, problem.code, problem.errors]).toEqual([
        409,
        'STEP_NOT_AWAITED',
        [expect.objectContaining({ detail: 'follows a frame that was replaced in the meantime' })],
      ]);
    }
    // The waiting upload was refused before it was processed.
    expect(held.begun).toBe(2);
    expect(await stored()).toEqual([['selfie-1', digestOf(anew)]]);
    expect(files()).toBe(before);
    expect((await put(slot, bytesOf('of the new take'))).status).toBe(200);
  });

  it.each(late)('stores %s in transfer if the same earlier frame arrives again', async (_, slot, bytesOf) => {
    await put('selfie-1', straight);
    const held = new HeldPictures(service.evaluator);
    const atWork = await held.sendUntilHeld(() => put(slot, bytesOf('at work')));
    expect((await put('selfie-1', straight)).status).toBe(200);
    held.releaseAll();
    expect((await atWork.reply).status).toBe(200);
    expect(await stored()).toEqual([
      ['selfie-1', digestOf(straight)],
      [slot, digestOf(bytesOf('at work'))],
    ]);
  });
});

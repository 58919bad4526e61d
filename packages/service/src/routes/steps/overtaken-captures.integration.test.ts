import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { handOver, phoneNonce, secretIn, takeBack } from '../../../testing/hand-off-world.ts';
import { HeldPictures } from '../../../testing/held-pictures.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { storeCapture } from '../../executions/steps/store-capture.ts';

let service: InProcessService;
let backend: Backend;
let workflowId: string;
let executionId: string;
let token: string;
let page: Page;
let held: HeldPictures;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
  ({ executionId, token } = data);
  page = new Page(service);
  await page.init(token, undefined, { capabilities: ['document'] });
  await page.post('begin');
});

const holdPictures = () => {
  held = new HeldPictures(service.evaluator);
};

const front = 'steps/document/attempts/1/captures/front';

const send = (by: Page, path: string, text: string) => held.sendUntilHeld(() => by.put(path, jpegOf(text)));

const codeOf = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code];
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
const storedCaptures = async () =>
  (await page.state()).data.step?.stored.map(({ slot, digest }) => [slot, digest]) ?? [];

/** Sends a picture while another one is being processed, and gives it the chance to be stored first. */
async function sendAfter(path: string, text: string) {
  const reply = page.put(path, jpegOf(text));
  const others = async () => {
    for (let turns = 0; turns < 5; turns += 1) await page.state();
  };
  await others();
  held.waiting.pop()?.();
  await others();
  held.releaseAll();
  return { reply };
}

describe('concurrent pictures for one slot', () => {
  it('stores the later of two different pictures, however long the first takes', async () => {
    const before = files();
    holdPictures();
    const given = await send(page, front, 'given up');
    const taken = await sendAfter(front, 'taken anew');
    expect((await given.reply).status).toBe(200);
    expect((await taken.reply).status).toBe(200);
    expect(await storedCaptures()).toEqual([['front', digestOf(jpegOf('taken anew'))]]);
    expect(files()).toBe(before + 1);
  });
});

describe('concurrent pictures for one slot in two instances', () => {
  it('keeps a later picture that another instance stores first', async () => {
    const before = files();
    holdPictures();
    const given = await send(page, front, 'given up');
    service.clock.time += 1000;
    const claim = claimedSession(service.services.vault, page.sessionKey);
    const target = { stepId: 'document', attempt: 1, slot: 'front' } as const;
    const receivedAt = await service.services.store.timeOfArrival();
    const arrival = { ...target, follows: [], isVirtual: false, receivedAt, address: null };
    const later = await held.sendUntilHeld(() =>
      storeCapture(service.services, claim, arrival, jpegOf('taken anew')),
    );
    held.waiting.pop()?.();
    await later.reply;
    held.releaseAll();
    expect((await given.reply).status).toBe(200);
    expect(await storedCaptures()).toEqual([['front', digestOf(jpegOf('taken anew'))]]);
    expect(files()).toBe(before + 1);
  });
});

describe('picture in transfer', () => {
  const meanwhile: readonly (readonly [string, () => Promise<unknown>, number, string])[] = [
    [
      'when another start takes the session over',
      () => new Page(service).init(token, 'another-nonce-16c'),
      409,
      'SESSION_TAKEN_OVER',
    ],
    ['when the user quits', () => page.post('cancel'), 409, 'SESSION_TAKEN_OVER'],
    [
      'when a phone claims the flow',
      async () => {
        const { data } = await handOver(page);
        return new Page(service).init(secretIn(data.url), phoneNonce);
      },
      409,
      'SESSION_TAKEN_OVER',
    ],
    [
      'when the session has expired',
      async () => {
        service.clock.time += 3_600_000;
      },
      401,
      'SESSION_EXPIRED',
    ],
    [
      'when the execution has expired',
      async () => {
        service.clock.time += 3_600_000;
        await service.runDueJobs();
      },
      401,
      'SESSION_EXPIRED',
    ],
  ];
  it.each(meanwhile)(
    'refuses a picture in transfer %s, and stores nothing',
    async (_, happens, status, code) => {
      const before = files();
      holdPictures();
      const { reply } = await send(page, front, 'late');
      await happens();
      held.releaseAll();
      expect(codeOf(await reply)).toEqual([status, code]);
      expect(await rows()).toEqual([]);
      expect(files()).toBe(before);
    },
  );

  it("refuses a phone's picture in transfer when the computer takes the flow back, and stores the next one there", async () => {
    const { data } = await handOver(page);
    const phone = new Page(service);
    await phone.init(secretIn(data.url), phoneNonce);
    holdPictures();
    const { reply } = await send(phone, front, 'on the phone');
    const returned = await takeBack(page);
    held.releaseAll();
    expect(codeOf(await reply)).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(returned.data.state.step?.stored).toEqual([]);
    page.sessionKey = returned.data.sessionKey;
    expect((await page.put(front, jpegOf('at the computer'))).status).toBe(200);
    expect(await storedCaptures()).toEqual([['front', digestOf(jpegOf('at the computer'))]]);
  });

  it('refuses a picture in transfer when its attempt is submitted, and judges the named picture', async () => {
    await page.put(front, jpegOf('seen'));
    const before = files();
    holdPictures();
    const { reply } = await send(page, front, 'slipped in');
    expect((await page.submitNamed(digestOf(jpegOf('seen')))).status).toBe(200);
    held.releaseAll();
    expect(codeOf(await reply)).toEqual([409, 'CAPTURE_SEALED']);
    expect(files()).toBe(before);
    await service.runDueJobs();
    expect(Buffer.from(service.evaluator.tasks.at(-1)!.front)).toEqual(Buffer.from(jpegOf('seen')));
  });

  it('stores a picture in transfer while a decision about the execution is refused', async () => {
    holdPictures();
    const { reply } = await send(page, front, 'undisturbed');
    expect(codeOf(await backend.decide(executionId, { status: 'APPROVED' }))).toEqual([
      400,
      'EXECUTION_IN_PROGRESS',
    ]);
    held.releaseAll();
    expect((await reply).status).toBe(200);
    expect((await page.submitNamed(digestOf(jpegOf('undisturbed')))).data.awaiting).toBe('checks');
  });
});

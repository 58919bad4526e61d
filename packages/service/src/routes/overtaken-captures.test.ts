import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from '../../testing/client.ts';
import { handOver, phoneNonce, secretIn, takeBack } from '../../testing/hand-off-world.ts';
import { InProcessService } from '../../testing/in-process-service.ts';

let service: InProcessService;
let backend: Backend;
let documentId: string;
let selfieId: string;
let executionId: string;
let token: string;
let page: Page;
/** Each lets a picture go on that has come and waits to be made anew, in the order in which they came. */
let waiting: (() => void)[];
let isHeld: boolean;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  documentId = await service.addWorkflow(account.id, documentWorkflow);
  selfieId = await service.addWorkflow(account.id, {
    start: 'selfie',
    nodes: { selfie: { kind: 'selfie', match: 'none', next: 'end' }, end: { kind: 'end' } },
  });
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(() => start(documentId));

async function start(workflowId: string): Promise<void> {
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
  ({ executionId, token } = data);
  page = new Page(service);
  await page.init(token, undefined, { capabilities: ['document', 'selfie'] });
  await page.post('begin');
}

/** From now on pictures wait until they are let go on. */
function holdPictures(): void {
  waiting = [];
  isHeld = true;
  vi.spyOn(service.evaluator, 'cleanPicture').mockImplementation(async (bytes) => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    return { bytes, contentType: 'image/jpeg' };
  });
}

/** Lets all pictures go on, those to come too. */
function letGo(): void {
  isHeld = false;
  for (const goOn of waiting.splice(0)) goOn();
}

const front = 'steps/document/attempts/1/captures/front';
const frame = (pose: number) => `steps/selfie/attempts/1/captures/selfie-${pose}`;

/** Sends a picture as far as it waits to be made anew. It comes in an object, or it would be waited for. */
async function send(by: Page, path: string, text: string) {
  const before = waiting.length;
  const reply = by.put(path, jpegOf(text));
  await vi.waitFor(() => expect(waiting).toHaveLength(before + 1), { interval: 1 });
  return { reply };
}

/** As a WebM begins, as far as its type goes. */
const webm = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, ...Buffer.from('webm')]);

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
const told = async () =>
  (await page.state()).data.step?.stored.map(({ slot, digest }) => [slot, digest]) ?? [];

/** Sends a picture while another one is at work, and lets it be stored before that if nothing keeps it from it. */
async function sendAfter(path: string, text: string) {
  const reply = page.put(path, jpegOf(text));
  const others = async () => {
    for (let turns = 0; turns < 5; turns += 1) await page.state();
  };
  await others();
  waiting.pop()?.();
  await others();
  letGo();
  return { reply };
}

describe('a picture that comes while another one of its slot is at work', () => {
  it('and is the same is stored once, as it came first, and takes nothing away', async () => {
    await start(selfieId);
    await page.put('steps/selfie/attempts/1/captures/selfie-video', webm);
    const before = files();
    holdPictures();
    const receivedAt = service.clock.time;
    const first = await send(page, frame(1), 'straight');
    const { seq } = (await page.state()).data;
    service.clock.time += 2_000;
    const second = await sendAfter(frame(1), 'straight');
    expect((await second.reply).data).toEqual((await first.reply).data);
    expect(await rows()).toEqual([
      { slot: 'selfie-1', digest: digestOf(jpegOf('straight')), received_at: receivedAt },
      { slot: 'selfie-video', digest: digestOf(webm), received_at: receivedAt },
    ]);
    expect((await page.state()).data.seq).toBe(seq + 1);
    expect(files()).toBe(before + 1);
  });

  it('and is another takes its place, however long the first takes', async () => {
    const before = files();
    holdPictures();
    const given = await send(page, front, 'given up');
    const taken = await sendAfter(front, 'taken anew');
    expect((await given.reply).status).toBe(200);
    expect((await taken.reply).status).toBe(200);
    expect(await told()).toEqual([['front', digestOf(jpegOf('taken anew'))]]);
    expect(files()).toBe(before + 1);
  });
});

describe('a picture that is on its way', () => {
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
      'when the time is over',
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
  it.each(meanwhile)('%s is not stored', async (_, happens, status, code) => {
    const before = files();
    holdPictures();
    const { reply } = await send(page, front, 'late');
    await happens();
    letGo();
    expect(codeOf(await reply)).toEqual([status, code]);
    expect(await rows()).toEqual([]);
    expect(files()).toBe(before);
  });

  it('when the computer takes the flow back from the phone that sends it is not stored, and the next one there is', async () => {
    const { data } = await handOver(page);
    const phone = new Page(service);
    await phone.init(secretIn(data.url), phoneNonce);
    holdPictures();
    const { reply } = await send(phone, front, 'on the phone');
    const returned = await takeBack(page);
    letGo();
    expect(codeOf(await reply)).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(returned.data.state.step?.stored).toEqual([]);
    page.sessionKey = returned.data.sessionKey;
    expect((await page.put(front, jpegOf('at the computer'))).status).toBe(200);
    expect(await told()).toEqual([['front', digestOf(jpegOf('at the computer'))]]);
  });

  it('when its attempt is submitted is not stored, and what is judged is what was named', async () => {
    await page.put(front, jpegOf('seen'));
    const before = files();
    holdPictures();
    const { reply } = await send(page, front, 'slipped in');
    expect((await page.submitNamed(digestOf(jpegOf('seen')))).status).toBe(200);
    letGo();
    expect(codeOf(await reply)).toEqual([409, 'CAPTURE_SEALED']);
    expect(files()).toBe(before);
    await service.runDueJobs();
    expect(Buffer.from(service.evaluator.tasks.at(-1)!.front)).toEqual(Buffer.from(jpegOf('seen')));
  });

  it('keeps no decision of the account from being refused, and is not hurt by that', async () => {
    holdPictures();
    const { reply } = await send(page, front, 'undisturbed');
    expect(codeOf(await backend.decide(executionId, { status: 'APPROVED' }))).toEqual([
      400,
      'EXECUTION_IN_PROGRESS',
    ]);
    letGo();
    expect((await reply).status).toBe(200);
    expect((await page.submitNamed(digestOf(jpegOf('undisturbed')))).data.awaiting).toBe('checks');
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Execution } from '@vendor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { cardReadings, evaluatedCard, unreadCard } from '../../../testing/scripted-evaluator.ts';
import { PoolFullError } from '../../evaluations/worker-pool.ts';

/** Stands for the middle digits of a card number, which only the upload may contain. */
const canary = 'middle-digits-of-a-card';
const front = jpegOf(canary);
const end = { kind: 'end' };
const card = (more = {}) => ({ kind: 'card', next: 'end', ...more });

let service: InProcessService;
let backend: Backend;
let accountId: string;
let page: Page;
let executionId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
});
afterAll(() => service.close());

async function start(node: object, nodes = {}, first = 'card', inputs = {}): Promise<void> {
  const definition = { start: first, nodes: { card: node, end, ...nodes } };
  const workflowId = await service.addWorkflow(accountId, definition);
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1', ...inputs } });
  executionId = data.executionId;
  page = new Page(service);
  await page.init(data.token, undefined, { capabilities: ['document', 'card'] });
  await page.post('begin');
  service.evaluator.cardTasks.length = 0;
}
beforeEach(() => start(card()));

const put = (slot: string, bytes = front, attempt = 1) =>
  page.put(`steps/card/attempts/${attempt}/captures/${slot}`, bytes);
async function show(attempt = 1, slots: readonly string[] = ['card-front']): Promise<void> {
  for (const slot of slots) await put(slot, front, attempt);
  const captures = Object.fromEntries(slots.map((slot) => [slot, digestOf(front)]));
  await page.post(`steps/card/attempts/${attempt}/submit`, { captures });
  await service.runDueJobs();
}
const read = async () => (await backend.read<Execution>(executionId)).data;

/** Reads everything in the data folder: the media, opened with the key of their execution, and the raw bytes of all files. */
async function everythingKept(): Promise<{ opened: string; bytes: string }> {
  const { vault, media, store } = service.services;
  const execution = (await store.find(executionId))!;
  const key = vault.openDataKey(execution.wrappedKey!)!;
  let opened = '';
  for (const { mediaRef, sealedReading, id } of await store.capturesOf(executionId)) {
    opened += Buffer.from((await media.get(mediaRef, key)) ?? []).toString('latin1');
    if (sealedReading) opened += Buffer.from(key.open(sealedReading, `reading:${id}`)).toString('latin1');
  }
  let bytes = '';
  for (const entry of await readdir(service.folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await readFile(join(entry.parentPath, entry.name))).toString('latin1');
  return { opened, bytes };
}

describe('card', () => {
  it('shows the first and last digits of a card, and its picture with the number painted over', {
    tags: ['S1-13', 'S2.6-29', 'DRUN-96'],
  }, async () => {
    await show();
    const execution = await read();
    expect(execution).toMatchObject({
      status: 'APPROVED',
      checks: [
        {
          checkType: 'CREDIT_CARD_CHECK',
          status: 'APPROVED',
          statusDetail: null,
          creditCardVerificationResult: {
            overallResult: 'APPROVED',
            numberCheckResult: 'PASS',
            brand: 'VISA',
            bin: '411111',
            lastFour: '1111',
            expiryCheckResult: 'PASS',
            nameMatchCheckResult: 'NOT_PERFORMED',
          },
        },
      ],
    });
    const link = execution.checks?.[0]?.capturedMedia?.creditCard;
    expect(link?.contentType).toBe('image/jpeg');
    const kept = await service.app.request(link!.url);
    expect(await kept.text()).toBe(`painted over ${front.byteLength}`);
  });

  it("leaves nothing of a card's upload in the data folder", { tags: ['S1-13'] }, async () => {
    const { readCard } = service.evaluator;
    const seen: string[] = [];
    service.evaluator.readCard = async (file, side, owner) => {
      seen.push(Buffer.from(file).toString('latin1'));
      return readCard.call(service.evaluator, file, side, owner);
    };
    await show();
    service.evaluator.readCard = readCard;
    expect(seen.join()).toContain(canary);
    // Uploads take turns by account, address and session.
    const owner = { accountId, address: null, sessionId: executionId };
    expect(service.evaluator.cardOwners.at(-1)).toEqual(owner);
    const { opened, bytes } = await everythingKept();
    // Proves that the stored data was opened with the key of its execution, so that the canary would be found.
    expect(opened).toContain('painted over');
    expect(opened + bytes).not.toContain(canary);
  });

  it('asks for another picture if the card number was not found, and removes the first one', async () => {
    service.evaluator.cardCaptures.push({ reading: unreadCard, picture: null });
    service.evaluator.cards.push({ kind: 'retry', reasons: ['CARD_NUMBER_NOT_FOUND'] });
    await show();
    expect((await page.state()).data.step).toMatchObject({
      kind: 'card',
      attempt: 2,
      attemptsLeft: 1,
      reasons: ['CARD_NUMBER_NOT_FOUND'],
      stored: [],
    });
    const rows = await service.database.main
      .selectFrom('captures')
      .selectAll()
      .where('execution_id', '=', executionId)
      .execute();
    expect(rows.map((row) => row.content_type)).toEqual(['application/octet-stream']);
  });

  it('asks for a retry while too many cards wait to be read, and stores nothing', async () => {
    service.evaluator.cardCaptures.push(new PoolFullError('Too many tasks are waiting.'));
    const refused = await put('card-front');
    expect([refused.status, refused.problem.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await service.services.store.capturesOf(executionId)).toEqual([]);
    expect((await put('card-front')).status).toBe(200);
  });

  it('ends with DECLINED after the last retry, and shows it on the page', async () => {
    const unread = { kind: 'retry', reasons: ['CARD_NUMBER_UNREADABLE'] } as const;
    service.evaluator.cards.push(unread, unread, unread);
    for (const attempt of [1, 2, 3]) await show(attempt);
    expect((await page.state()).data.outcome).toEqual({ status: 'DECLINED', retryLimitOf: 'card' });
    expect((await read()).checks).toMatchObject([{ statusDetail: 'RETRY_LIMIT_EXCEEDED' }]);
  });

  it('judges both sides of a card if the workflow asks for both', async () => {
    await start(card({ sides: ['front', 'back'] }));
    await show(1, ['card-front', 'card-back']);
    expect(service.evaluator.cardTasks).toEqual([
      { readings: [cardReadings.front, cardReadings.back], expectedName: null, now: service.clock.time },
    ]);
  });

  it('compares the name on the card with that of the start, and requires a match', {
    tags: ['DRUN-89'],
  }, async () => {
    await start(card({ sendName: true }), {}, 'card', { user_fullname: 'Anna Eriksson' });
    service.evaluator.cards.push(evaluatedCard({ nameMatchCheckResult: 'FAIL' }));
    await show();
    expect(service.evaluator.cardTasks[0]?.expectedName).toBe('Anna Eriksson');
    expect((await read()).status).toBe('DECLINED');
  });

  it('compares the name on the card with that on an earlier document', async () => {
    await start(card(), { document: { ...documentWorkflow.nodes.document, next: 'card' } }, 'document');
    await page.submitPassport();
    await service.runDueJobs();
    await show();
    expect(service.evaluator.cardTasks[0]?.expectedName).toBe('ANNA MARIA ERIKSSON');
  });

  it.each([
    ['PASS', 'APPROVED'],
    // Somebody else's card with its name covered is REVIEW.
    ['REVIEW', 'REVIEW'],
    ['FAIL', 'DECLINED'],
  ] as const)(
    'turns the name %s after a document into %s',
    { tags: ['DRUN-89'] },
    async (nameMatchCheckResult, status) => {
      await start(card(), { document: { ...documentWorkflow.nodes.document, next: 'card' } }, 'document');
      await page.submitPassport();
      await service.runDueJobs();
      service.evaluator.cards.push(evaluatedCard({ nameMatchCheckResult }));
      await show();
      const { checks } = await read();
      expect(checks?.find(({ checkType }) => checkType === 'CREDIT_CARD_CHECK')?.status).toBe(status);
    },
  );

  it.each([
    ['numberCheckResult', 'NOT_PERFORMED', 'REVIEW'],
    ['numberCheckResult', 'FAIL', 'DECLINED'],
    ['expiryCheckResult', 'REVIEW', 'REVIEW'],
    ['nameMatchCheckResult', 'NOT_PERFORMED', 'APPROVED'],
  ] as const)('turns %s %s into the status %s', async (member, outcome, status) => {
    service.evaluator.cards.push(evaluatedCard({ [member]: outcome }));
    await show();
    expect((await read()).status).toBe(status);
  });
});

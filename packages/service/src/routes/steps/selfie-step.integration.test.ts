import type { ClientState, Execution, SelfieStep } from '@vendor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { isOnPostgres } from '../../../testing/open-test-database.ts';
import { evaluatedSelfie } from '../../../testing/scripted-evaluator.ts';

const workflow = (match: string) => ({
  start: 'selfie',
  nodes: { selfie: { kind: 'selfie', match, next: 'end' }, end: { kind: 'end' } },
});

let service: InProcessService;
let backend: Backend;
let accountId: string;
let workflowId: string;
let page: Page;
let executionId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, workflow('none'));
});
afterAll(() => service.close());

async function start(id: string, inputs = {}): Promise<void> {
  const { data } = await backend.start({ workflowId: id, inputs: { user_id: 'u-1', ...inputs } });
  executionId = data.executionId;
  page = new Page(service);
  await page.init(data.token, undefined, { capabilities: ['document', 'selfie'] });
  await page.post('begin');
}

beforeEach(async () => {
  await service.runDueJobs();
  service.evaluator.selfieTasks.length = 0;
  await start(workflowId);
});

const stepIn = ({ step }: ClientState): SelfieStep => {
  if (step?.kind !== 'selfie') throw new Error('A selfie is not awaited.');
  return step;
};
const step = async () => stepIn((await page.state()).data);
const stored = async () => (await step()).stored.map(({ slot }) => slot);
const frame = (index: number, attempt = 1) =>
  jpegOf(`frame ${index} of attempt ${attempt} of ${executionId}`);
const put = (slot: string, bytes = jpegOf(slot), attempt = 1) =>
  page.put(`steps/selfie/attempts/${attempt}/captures/${slot}`, bytes);
const submit = (captures: Record<string, string>, attempt = 1, more = {}) =>
  page.post(`steps/selfie/attempts/${attempt}/submit`, { captures, ...more });
const faultIn = (reply: { status: number; problem: { code: string; errors?: unknown } }) => [
  reply.status,
  reply.problem.code,
  reply.problem.errors,
];

/** Makes the beginning of a WebM, as far as needed to detect the type, followed by a text. */
const webm = (text: string) =>
  new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, ...Buffer.from(`webm${text}`)]);

/** Uploads the frames of an attempt at a natural pace, and submits them. */
async function showFace(attempt = 1, captures: Record<string, string> = {}, more = {}, query = '') {
  for (const [index] of (await step()).poses.entries()) {
    const slot = `selfie-${index + 1}`;
    service.clock.time += 2_500;
    await put(`${slot}${query}`, frame(index, attempt), attempt);
    captures[slot] = digestOf(frame(index, attempt));
  }
  return submit(captures, attempt, more);
}

describe('selfie', () => {
  it('asks for poses that stay the same after a reload, and differ in the next attempt', async () => {
    const first = await step();
    expect(first).toMatchObject({ attempt: 1, attemptsLeft: 2, reasons: [], stored: [] });
    expect(first.poses[0]).toBe('straight');
    expect((await step()).poses).toEqual(first.poses);
    const rows = new Set([first.poses.join()]);
    for (let attempt = 1; attempt <= 2; attempt++) {
      service.evaluator.selfies.push({ kind: 'retry', reasons: ['FACE_TURNED_WRONG', 'IMAGE_TOO_DARK'] });
      await showFace(attempt);
      await service.runDueJobs();
      const next = await step();
      expect(next).toMatchObject({
        attempt: attempt + 1,
        reasons: ['FACE_TURNED_WRONG', 'IMAGE_TOO_DARK'],
        stored: [],
      });
      rows.add(next.poses.join());
    }
    for (let more = 0; more < 12; more++) {
      await start(workflowId);
      rows.add((await step()).poses.join());
    }
    // Fifteen draws out of 44 with the same result are a fault, not chance.
    expect(rows.size).toBeGreaterThan(1);
  });

  it('hides the poses before the user begins', async () => {
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
    const early = new Page(service);
    const { data: init } = await early.init(data.token, undefined, { capabilities: ['selfie'] });
    expect(stepIn(init.state).poses).toEqual(['straight', 'straight']);
    expect(init.configuration).toBe('valid');
  });

  it('refuses a page that cannot show selfies', async () => {
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
    expect((await new Page(service).init(data.token)).data.configuration).toBe('invalid');
  });

  it('accepts frames in order, and only as many as there are poses', async () => {
    const early = await put('selfie-2');
    expect(faultIn(early)).toEqual([
      409,
      'STEP_NOT_AWAITED',
      [expect.objectContaining({ parameter: 'slot', detail: 'comes after selfie-1, which is not stored' })],
    ]);
    for (const slot of ['selfie-6', 'front']) {
      expect(faultIn(await put(slot)).slice(0, 2)).toEqual([409, 'STEP_NOT_AWAITED']);
    }
    expect((await put('selfie-1')).status).toBe(200);
    expect((await put('selfie-2')).status).toBe(200);
    expect(await stored()).toEqual(['selfie-1', 'selfie-2']);
  });

  it('discards the frames after a replaced one, and keeps them if the same frame arrives again', async () => {
    for (const slot of ['selfie-1', 'selfie-2', 'selfie-3']) await put(slot);
    await put('selfie-2');
    expect(await stored()).toEqual(['selfie-1', 'selfie-2', 'selfie-3']);
    const before = await service.database.main.selectFrom('captures').select('media_ref').execute();
    await put('selfie-2', jpegOf('another'));
    expect(await stored()).toEqual(['selfie-1', 'selfie-2']);
    const now = await service.database.main.selectFrom('captures').select('media_ref').execute();
    const gone = before.filter(({ media_ref }) => !now.some((row) => row.media_ref === media_ref));
    expect(gone).toHaveLength(2);
    for (const { media_ref } of gone) expect(await service.services.media.putAt(media_ref)).toBeNull();
  });

  // On PostgreSQL, instances take the time of arrival from the server.
  it.skipIf(isOnPostgres)(
    'passes the poses, the frames and their times of arrival to the check',
    { tags: ['S1-10'] },
    async () => {
      const { poses } = await step();
      const begun = service.clock.time;
      expect((await showFace()).data).toMatchObject({ awaiting: 'checks' });
      await service.runDueJobs();
      const [task] = service.evaluator.selfieTasks;
      expect(task?.reference).toBeNull();
      expect(task?.acceptsCopies).toBe(false);
      expect(task?.frames.map(({ pose, receivedAt }) => [pose, receivedAt - begun])).toEqual(
        poses.map((pose, index) => [pose, 2_500 * (index + 1)]),
      );
      expect(task?.frames.map(({ file }) => String(Buffer.from(file)))).toEqual(
        poses.map((_, index) => String(Buffer.from(frame(index)))),
      );
    },
  );

  it('returns the result of the check, and the frame that looks straight ahead', {
    tags: ['S2.6-26', 'S2.6-52', 'S2.6-53', 'DRUN-25', 'DRUN-93'],
  }, async () => {
    await showFace();
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(executionId);
    expect(data).toMatchObject({
      status: 'APPROVED',
      checks: [{ checkType: 'SELFIE_CHECK', statusDetail: null }],
    });
    const [check] = data.checks!;
    expect(check?.selfieVerificationResult).toEqual({
      overallResult: 'APPROVED',
      livenessCheckResult: 'PASS',
      faceMatchingResult: 'NOT_PERFORMED',
    });
    expect(Object.keys(check?.capturedMedia ?? {})).toEqual(['selfieImage']);
    const { pathname, search } = new URL(check!.capturedMedia!.selfieImage!.url);
    const image = await service.app.request(pathname + search);
    expect(Buffer.from(await image.arrayBuffer())).toEqual(Buffer.from(frame(0)));
  });

  it.each([
    ['PASS', 'REVIEW', 'REVIEW', 'VIRTUAL_CAMERA'],
    ['FAIL', 'FAIL', 'DECLINED', 'FACES_DIFFER, VIRTUAL_CAMERA'],
  ] as const)('turns liveness %s from a virtual camera into %s', async (seen, liveness, status, detail) => {
    const findings =
      seen === 'FAIL'
        ? [{ member: 'livenessCheckResult', code: 'FACES_DIFFER', outcome: 'FAIL' } as const]
        : [];
    service.evaluator.selfies.push(evaluatedSelfie({ livenessCheckResult: seen }, findings));
    await showFace(1, {}, { virtualCamera: true });
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(executionId);
    expect(data).toMatchObject({
      status,
      checks: [{ statusDetail: detail, selfieVerificationResult: { livenessCheckResult: liveness } }],
    });
  });

  it('sends a selfie to REVIEW if its frames came from a virtual camera, whatever the submission says', async () => {
    service.evaluator.selfies.push(evaluatedSelfie({ livenessCheckResult: 'PASS' }, []));
    expect((await showFace(1, {}, {}, '?camera=virtual')).status).toBe(200);
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(executionId);
    expect(data).toMatchObject({
      status: 'REVIEW',
      checks: [
        { statusDetail: 'VIRTUAL_CAMERA', selfieVerificationResult: { livenessCheckResult: 'REVIEW' } },
      ],
    });
  });

  it('approves a selfie whose frames from a virtual camera were replaced by another camera', async () => {
    await put('selfie-1?camera=virtual', frame(9));
    service.evaluator.selfies.push(evaluatedSelfie({ livenessCheckResult: 'PASS' }, []));
    await showFace();
    await service.runDueJobs();
    expect((await backend.read<Execution>(executionId)).data.status).toBe('APPROVED');
    expect(faultIn(await put('selfie-1?camera=odd'))[1]).toBe('INVALID_PARAMETER');
  });

  it('sends a doubtful selfie to REVIEW and a failed one to DECLINED, with the codes of the findings', async () => {
    for (const [outcome, status, code] of [
      ['REVIEW', 'REVIEW', 'FACES_MAY_DIFFER'],
      ['FAIL', 'DECLINED', 'FACES_DIFFER'],
    ] as const) {
      await start(workflowId);
      const codes = [
        { member: 'livenessCheckResult', code, outcome },
        { member: 'faceMatchingResult', code: 'REFERENCE_MISSING', outcome: 'NOT_PERFORMED' },
      ] as const;
      const outcomes = { livenessCheckResult: outcome, faceMatchingResult: 'NOT_PERFORMED' } as const;
      service.evaluator.selfies.push(evaluatedSelfie(outcomes, codes));
      await showFace();
      await service.runDueJobs();
      const { data } = await backend.read<Execution>(executionId);
      expect(data).toMatchObject({ status, checks: [{ status, statusDetail: code }] });
    }
  });

  it('ends the flow with DECLINED at the retry limit of the selfie', async () => {
    for (let attempt = 1; attempt <= 3; attempt++) {
      service.evaluator.selfies.push({ kind: 'retry', reasons: ['SELFIE_STILL'] });
      await showFace(attempt);
      await service.runDueJobs();
    }
    expect((await page.state()).data).toMatchObject({
      awaiting: 'none',
      outcome: { status: 'DECLINED', retryLimitOf: 'selfie' },
    });
    const { data } = await backend.read<Execution>(executionId);
    expect(data.checks).toMatchObject([
      { status: 'DECLINED', statusDetail: 'RETRY_LIMIT_EXCEEDED', selfieVerificationResult: null },
    ]);
  });

  it('stores a video beside the frames, and links to it', {
    tags: ['S2.6-56', 'DREQ-14', 'DREQ-67', 'DRUN-94'],
  }, async () => {
    const film = webm('film');
    for (const [bytes, status] of [
      [jpegOf('no film'), 415],
      [new Uint8Array(20 * 1024 * 1024 + 1), 413],
    ] as const) {
      expect((await put('selfie-video', bytes)).status).toBe(status);
    }
    service.evaluator.videos.push({ kind: 'refused', refusal: 'TOO_LONG' });
    const tooLong = await put('selfie-video', film);
    expect([tooLong.status, tooLong.problem.errors?.[0]?.detail]).toEqual([
      415,
      'must last at most 30 seconds',
    ]);
    expect((await put('selfie-video', film)).status).toBe(200);
    expect((await showFace(1, { 'selfie-video': digestOf(film) })).status).toBe(200);
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(executionId);
    const { selfieVideo } = data.checks?.[0]?.capturedMedia ?? {};
    const { pathname, search } = new URL(selfieVideo!.url);
    const reply = await service.app.request(pathname + search);
    expect([selfieVideo?.contentType, reply.headers.get('content-type')]).toEqual([
      'video/webm',
      'video/webm',
    ]);
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(Buffer.from(film));
  });

  it('removes the video when a frame of its take is replaced', async () => {
    const film = webm('film');
    await put('selfie-1');
    await put('selfie-2');
    await put('selfie-video', film);
    await put('selfie-2');
    await put('selfie-3');
    expect(await stored()).toEqual(['selfie-1', 'selfie-2', 'selfie-3', 'selfie-video']);
    await put('selfie-3', jpegOf('another take'));
    expect(await stored()).toEqual(['selfie-1', 'selfie-2', 'selfie-3']);
    const reply = await showFace(1, { 'selfie-video': digestOf(film) });
    expect(faultIn(reply).slice(0, 2)).toEqual([400, 'CAPTURE_MISSING']);
  });

  it('refuses a submission with a video that is not stored', async () => {
    const reply = await showFace(1, { 'selfie-video': digestOf(jpegOf('nothing')) });
    expect(faultIn(reply).slice(0, 2)).toEqual([400, 'CAPTURE_MISSING']);
  });

  it('accepts a repeated submission with any camera data, and refuses it as a document', async () => {
    const captures: Record<string, string> = {};
    const first = await showFace(1, captures, { virtualCamera: true });
    for (const more of [{ virtualCamera: true }, {}]) {
      const again = await submit(captures, 1, more);
      expect([again.status, again.data]).toEqual([200, first.data]);
    }
    const asDocument = await submit(captures, 1, { documentType: 'PASSPORT' });
    expect(faultIn(asDocument).slice(0, 2)).toEqual([409, 'CAPTURE_SEALED']);
  });

  it('refuses an incomplete submission, one with other frames, and one as a document', async () => {
    await put('selfie-1');
    const missing = await submit({ 'selfie-1': digestOf(jpegOf('selfie-1')) });
    expect(faultIn(missing).slice(0, 2)).toEqual([400, 'CAPTURE_MISSING']);
    expect(missing.problem.errors?.map(({ pointer }) => pointer)).toContain('/captures/selfie-5');
    const stored: Record<string, string> = {};
    for (const index of [0, 1, 2, 3, 4]) {
      const slot = `selfie-${index + 1}`;
      await put(slot, frame(index));
      stored[slot] = digestOf(frame(index));
    }
    const swapped = { ...stored, 'selfie-2': stored['selfie-4']!, 'selfie-4': stored['selfie-2']! };
    const others = await submit(swapped);
    expect(faultIn(others).slice(0, 2)).toEqual([400, 'DIGEST_MISMATCH']);
    expect(others.problem.errors?.map(({ pointer }) => pointer)).toEqual([
      '/captures/selfie-2',
      '/captures/selfie-4',
    ]);
    const asDocument = await submit({}, 1, { documentType: 'PASSPORT' });
    expect(faultIn(asDocument)).toEqual([
      400,
      'INVALID_REQUEST_BODY',
      [expect.objectContaining({ pointer: '/documentType' })],
    ]);
  });
});

describe('face match of a selfie', () => {
  it('compares the face with the portrait side of the document that was judged last', {
    tags: ['S1-11', 'S2.6-54', 'DRUN-77'],
  }, async () => {
    const { document } = documentWorkflow.nodes;
    const both = {
      start: 'document',
      nodes: { ...workflow('document').nodes, document: { ...document, next: 'selfie' } },
    };
    await start(await service.addWorkflow(accountId, both));
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    await page.submitPassport(1, jpegOf('blurred'));
    await service.runDueJobs();
    await page.submitPassport(2, jpegOf('sharp'));
    await service.runDueJobs();
    await showFace();
    await service.runDueJobs();
    const reference = service.evaluator.selfieTasks[0]?.reference;
    expect([reference?.kind, String(Buffer.from(reference?.file ?? []))]).toEqual([
      'document',
      String(Buffer.from(jpegOf('sharp'))),
    ]);
    const { data } = await backend.read<Execution>(executionId);
    expect(data.checks?.map(({ checkType, status }) => [checkType, status])).toEqual([
      ['DOCUMENT_CHECK', 'APPROVED'],
      ['SELFIE_CHECK', 'APPROVED'],
    ]);
    expect(data.checks?.[1]?.selfieVerificationResult).toMatchObject({ faceMatchingResult: 'PASS' });
  });

  it('compares the face with the reference image of the start request', { tags: ['S2.3-48'] }, async () => {
    const id = await service.addWorkflow(accountId, workflow('reference_image'));
    const address = 'https://pictures.example/portrait.jpg';
    service.references.set(address, jpegOf('portrait'));
    await start(id, { reference_image: address });
    await showFace();
    await service.runDueJobs();
    const reference = service.evaluator.selfieTasks[0]?.reference;
    expect([reference?.kind, String(Buffer.from(reference?.file ?? []))]).toEqual([
      'portrait',
      String(Buffer.from(jpegOf('portrait'))),
    ]);
  });

  it('sends the execution to REVIEW if the face cannot be compared', {
    tags: ['S2.6-54', 'DRUN-77'],
  }, async () => {
    const id = await service.addWorkflow(accountId, workflow('reference_image'));
    await start(id, { reference_image: 'https://pictures.example/gone.jpg' });
    await showFace();
    await service.runDueJobs();
    const { data } = await backend.read<Execution>(executionId);
    expect(data).toMatchObject({
      status: 'REVIEW',
      checks: [
        { selfieVerificationResult: { livenessCheckResult: 'PASS', faceMatchingResult: 'NOT_PERFORMED' } },
      ],
    });
  });

  it('requires the reference image in the start request', { tags: ['S2.3-48'] }, async () => {
    const id = await service.addWorkflow(accountId, workflow('reference_image'));
    const { status, problem } = await backend.start({ workflowId: id, inputs: { user_id: 'u-1' } });
    expect([status, problem.code, problem.errors?.map(({ pointer }) => pointer)]).toEqual([
      400,
      'MISSING_REQUIRED_INPUTS',
      ['/inputs/reference_image'],
    ]);
  });
});

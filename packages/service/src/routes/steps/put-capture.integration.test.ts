import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureResponseSchema, type Execution } from '@vendor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  Backend,
  digestOf,
  documentWorkflow,
  jpegOf,
  Page,
  withUnseenChecks,
} from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';

const front = 'steps/document/attempts/1/captures/front';
let service: InProcessService;
let backend: Backend;
let workflowId: string;
let page: Page;
let executionId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());
beforeEach(async () => {
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
  executionId = data.executionId;
  page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
});

const codeOf = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');
const storedFiles = () =>
  readdirSync(join(service.folder, 'media'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

/** Starts an upload whose bytes are sent only when it is released. `isRead` resolves when the service begins to read them. */
function holdUpload(bytes: Uint8Array) {
  let release!: () => void;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  let noteRead!: () => void;
  const isRead = new Promise<void>((resolve) => {
    noteRead = resolve;
  });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        noteRead();
        await isReleased;
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { authorization: `Bearer ${page.sessionKey}` };
  const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
  const reply = service.app.request(`/orchestration-api/v1/client/${front}`, init);
  return { reply, isRead, release };
}

describe('PUT capture', () => {
  it('stores the bytes encrypted, and returns their digest', async () => {
    const bytes = jpegOf('canary in the picture');
    const { status, data } = await page.put(front, bytes);
    expect(status).toBe(200);
    expect(captureResponseSchema.parse(data)).toEqual({
      slot: 'front',
      digest: digestOf(bytes),
      sizeBytes: bytes.byteLength,
    });
    expect((await page.state()).data.step?.stored).toEqual([data]);
    const onDisk = storedFiles().map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));
    expect(onDisk.length).toBeGreaterThan(0);
    expect(onDisk.join('')).not.toContain('canary');
  });

  it('changes nothing if the same bytes arrive again', async () => {
    await page.put(front, jpegOf('same'));
    const [before, files] = [(await page.state()).data.seq, storedFiles().length];
    expect((await page.put(front, jpegOf('same'))).status).toBe(200);
    expect([(await page.state()).data.seq, storedFiles().length]).toEqual([before, files]);
  });

  it('replaces and removes the previous capture of the slot', async () => {
    await page.put(front, jpegOf('first'));
    const files = storedFiles().length;
    await page.put(front, jpegOf('second'));
    expect((await page.state()).data.step?.stored).toMatchObject([{ digest: digestOf(jpegOf('second')) }]);
    expect(storedFiles().length).toBe(files);
  });

  it('refuses the 31st file for a slot before it is sent, but accepts the 30th again', async () => {
    for (let count = 1; count <= 30; count++)
      expect((await page.put(front, jpegOf(`take ${count}`))).status).toBe(200);
    const last = jpegOf('take 30');
    expect((await page.put(front, last, { 'content-digest': `sha-256=:${sha256(last)}:` })).status).toBe(200);
    const next = jpegOf('take 31');
    for (const headers of [{}, { 'content-digest': `sha-256=:${sha256(next)}:` }])
      expect(codeOf(await page.put(front, next, headers))).toEqual([409, 'CAPTURE_LIMIT_REACHED']);
    expect((await page.submitNamed(digestOf(last))).status).toBe(200);
  });

  it('keeps one of several concurrent uploads, and no files of the others', async () => {
    const files = storedFiles().length;
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map((text) => page.put(front, jpegOf(text))));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    expect((await page.state()).data.step?.stored).toHaveLength(1);
    expect(storedFiles().length).toBe(files + 1);
  });

  it('accepts only a body that matches Content-Digest', async () => {
    const bytes = jpegOf('x');
    const put = (header: string) => page.put(front, bytes, { 'content-digest': header });
    expect((await put(`sha-256=:${sha256(bytes)}:`)).status).toBe(200);
    expect((await put(`sha-512=:AAAA:, sha-256=:${sha256(bytes)}:`)).status).toBe(200);
    for (const header of [
      `sha-256=:${sha256(jpegOf('y'))}:`,
      'sha-256=:AAAA:',
      'md5=:AAAA:',
      '',
      'nonsense',
    ]) {
      expect(codeOf(await put(header))).toEqual([400, 'DIGEST_MISMATCH']);
    }
  });

  it('detects JPEG, PNG and WebP from the bytes', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const webp = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64');
    expect((await page.put(front, new Uint8Array(png), { 'content-type': 'text/plain' })).status).toBe(200);
    expect((await page.put(front, new Uint8Array(webp))).status).toBe(200);
  });

  it('stores only the picture re-encoded from the file', {
    tags: ['DREQ-54'],
  }, async () => {
    const picture = { bytes: jpegOf('the picture alone'), contentType: 'image/jpeg' };
    service.evaluator.pictures.push(picture);
    const file = jpegOf('a picture and where it was taken');
    const { data } = await page.put(front, file);
    expect(data).toEqual({ slot: 'front', digest: digestOf(file), sizeBytes: file.byteLength });
    await page.submitNamed(digestOf(file));
    await service.runDueJobs();
    expect(Buffer.from(service.evaluator.tasks.at(-1)!.front)).toEqual(Buffer.from(picture.bytes));
    const { data: execution } = await backend.read<Execution>(executionId);
    const link = execution.checks?.[0]?.capturedMedia?.documentFront;
    expect(link?.contentType).toBe('image/jpeg');
    const media = await service.app.request(link!.url);
    expect(Buffer.from(await media.arrayBuffer())).toEqual(Buffer.from(picture.bytes));
  });

  it('stores no file that is not a picture, and lets the check ask for another', {
    tags: ['DREQ-54'],
  }, async () => {
    service.evaluator.pictures.push(null);
    const file = jpegOf('<script>hidden</script>');
    expect((await page.put(front, file)).data.digest).toBe(digestOf(file));
    await page.submitNamed(digestOf(file));
    await service.runDueJobs();
    expect(service.evaluator.tasks.at(-1)!.front).toHaveLength(0);
    const { data: execution } = await backend.read<Execution>(executionId);
    expect(execution.checks?.[0]?.capturedMedia).toBeNull();
  });

  it('stores nothing if a file could not be examined, and accepts a retry', async () => {
    const files = storedFiles().length;
    service.evaluator.pictures.push(new Error('The thread died.'));
    expect((await page.put(front, jpegOf('x'))).status).toBe(500);
    expect(storedFiles().length).toBe(files);
    expect((await page.put(front, jpegOf('x'))).status).toBe(200);
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['a GIF', 'GIF89a\u0001\u0000'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
  ])('refuses %s with 415, whatever its declared type', async (_, text) => {
    const reply = await page.put(front, new Uint8Array(Buffer.from(text)), { 'content-type': 'image/jpeg' });
    expect(codeOf(reply)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('refuses a picture larger than 15 MB', { tags: ['DREQ-12'] }, async () => {
    const bytes = new Uint8Array(15 * 1024 * 1024 + 1);
    bytes.set(jpegOf(''));
    expect(codeOf(await page.put(front, bytes))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await page.put(front, bytes.slice(0, -1))).status).toBe(200);
  });

  it('accepts four concurrent uploads of a session, and refuses the fifth for now', async () => {
    const held = ['a', 'b', 'c', 'd'].map((text) => holdUpload(jpegOf(text)));
    await Promise.all(held.map(({ isRead }) => isRead));
    const refused = await page.put(front, jpegOf('e'));
    expect(codeOf(refused)).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toBe('1');
    for (const { release } of held) release();
    const replies = await Promise.all(held.map(({ reply }) => reply));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await page.put(front, jpegOf('e'))).status).toBe(200);
  });

  it('stops reading at the limit if the request announces no length', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const request = new Request(`http://x/orchestration-api/v1/client/${front}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${page.sessionKey}` },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect((await service.app.request(request)).status).toBe(413);
    expect(sent).toBeLessThan(20);
  });

  it.each([
    ['another step', 'steps/other/attempts/1/captures/front', 409, 'STEP_NOT_AWAITED'],
    ['a later attempt', 'steps/document/attempts/2/captures/front', 409, 'STEP_NOT_AWAITED'],
    ['an unknown slot', 'steps/document/attempts/1/captures/side', 404, 'NOT_FOUND'],
    ['attempt 0', 'steps/document/attempts/0/captures/front', 404, 'NOT_FOUND'],
    ['an attempt that is not a number', 'steps/document/attempts/1e0/captures/front', 404, 'NOT_FOUND'],
    ['a path out of the step', 'steps/..%2F..%2Fdocument/attempts/1/captures/front', 409, 'STEP_NOT_AWAITED'],
  ])('refuses a capture for %s', async (_, path, status, code) => {
    expect(codeOf(await page.put(path, jpegOf('x')))).toEqual([status, code]);
  });

  it('refuses a capture before the user begins', async () => {
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
    await page.init(data.token);
    expect(codeOf(await page.put(front, jpegOf('x')))).toEqual([409, 'STEP_NOT_AWAITED']);
  });

  it('refuses captures for a submitted attempt for good', async () => {
    await page.submitPassport();
    expect(codeOf(await page.put(front, jpegOf('late')))).toEqual([409, 'CAPTURE_SEALED']);
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_GLARE'] });
    await service.runDueJobs();
    expect(codeOf(await page.put(front, jpegOf('late')))).toEqual([409, 'CAPTURE_SEALED']);
    await page.submitPassport(2);
    await service.runDueJobs();
    expect((await backend.read<{ status: string }>(executionId)).data.status).toBe('APPROVED');
    expect(codeOf(await page.put(front, jpegOf('late')))).toEqual([409, 'CAPTURE_SEALED']);
  });

  it('refuses captures for an attempt that was never made at a finished step', async () => {
    await page.submitPassport();
    await service.runDueJobs();
    for (const attempt of [2, 3, 9])
      expect(
        codeOf(await page.put(`steps/document/attempts/${attempt}/captures/front`, jpegOf('late'))),
      ).toEqual([409, 'STEP_NOT_AWAITED']);
  });

  it('reveals nothing about checks that the user does not see', async () => {
    const account = await service.addAccount('A bank');
    const id = await service.addWorkflow(account.id, withUnseenChecks);
    const inputs = { user_id: 'u-1', email: 'ada@example.com', phone_number: '+49 30 901820' };
    const { data } = await new Backend(service, account.apiKey).start({ workflowId: id, inputs });
    await page.init(data.token);
    await page.post('begin');
    const unseen = async () => {
      const replies = [];
      for (const step of ['email', 'phone', 'no-step'])
        replies.push(codeOf(await page.put(`steps/${step}/attempts/1/captures/front`, jpegOf('x'))));
      return replies;
    };
    const unknown = [409, 'STEP_NOT_AWAITED'];
    // While the first check is in progress, when it is finished, and when both are.
    expect((await page.state()).data.awaiting).toBe('checks');
    expect(await unseen()).toEqual([unknown, unknown, unknown]);
    await service.runDueJobs();
    expect((await page.state()).data.step?.id).toBe('document');
    expect(await unseen()).toEqual([unknown, unknown, unknown]);
    await page.submitPassport();
    await service.runDueJobs();
    expect((await page.state()).data.awaiting).toBe('none');
    expect(await unseen()).toEqual([unknown, unknown, unknown]);
  });
});

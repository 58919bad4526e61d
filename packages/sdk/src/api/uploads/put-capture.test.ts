import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settle } from '../../testing/fake-clock.ts';
import { putCaptureOnce } from './put-capture.ts';

/** The part of XMLHttpRequest that an upload uses, answered by the test. */
class FakeRequest {
  static last: FakeRequest | undefined;
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: object) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = '';
  retryAfter: string | null = null;
  address = '';
  sent: unknown;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    this.address = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return this.retryAfter;
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort();
  }
  answer(status: number, body: string, retryAfter: string | null = null) {
    Object.assign(this, { status, responseText: body, retryAfter });
    this.onload();
  }
}

const picture = new Blob(['picture'], { type: 'image/jpeg' });

beforeEach(() => {
  FakeRequest.last = undefined;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function put(signal = new AbortController().signal) {
  const onProgress = vi.fn();
  const done = putCaptureOnce({ url: 'https://s/c', bearer: 'key', picture, onProgress, signal });
  done.catch(() => {});
  // The platform hashes on another thread.
  while (!FakeRequest.last?.sent) await new Promise(setImmediate);
  return { done, onProgress, request: FakeRequest.last };
}

test('sends the bytes with their type and digest', { tags: ['DREQ-80'] }, async () => {
  const { done, request } = await put();
  const digest = createHash('sha256').update('picture').digest('base64');
  expect(request.address).toBe('PUT https://s/c');
  expect(request.headers).toEqual({
    authorization: 'Bearer key',
    'content-type': 'image/jpeg',
    'content-digest': `sha-256=:${digest}:`,
  });
  request.answer(200, '{"data":{"slot":"front"}}');
  await expect(done).resolves.toEqual({ slot: 'front' });
});

test('reports the upload progress', async () => {
  const { done, onProgress, request } = await put();
  request.upload.onprogress?.({ loaded: 3, total: 9, lengthComputable: true });
  request.upload.onprogress?.({ loaded: 5, total: 0, lengthComputable: false });
  request.answer(200, '{}');
  await done;
  expect(onProgress.mock.calls).toEqual([
    [{ sentBytes: 3, totalBytes: 9 }],
    [{ sentBytes: 5, totalBytes: picture.size }],
  ]);
});

test.each([
  [409, '{"code":"CAPTURE_SEALED"}', 'out-of-step'],
  [415, '{"code":"UNSUPPORTED_MEDIA_TYPE"}', 'unusable'],
  [502, '<html>', 'unavailable'],
])('rejects for a %s', async (status, body, kind) => {
  const { done, request } = await put();
  request.answer(status, body);
  await expect(done).rejects.toMatchObject({ kind, status });
});

test('rejects with the wait that the service asks for', async () => {
  const { done, request } = await put();
  request.answer(429, '{"code":"RATE_LIMITED"}', '7');
  await expect(done).rejects.toMatchObject({ kind: 'unavailable', afterMs: 7_000 });
});

test('rejects a lost connection without a status', async () => {
  const { done, request } = await put();
  request.onerror();
  await expect(done).rejects.toMatchObject({ kind: 'unavailable', status: 0 });
});

test('treats a silent connection as lost', async () => {
  const { done, request } = await put();
  // At 8 kB per second, 49 seconds pass between the last progress and the answer.
  vi.advanceTimersByTime(89_000);
  request.upload.onprogress?.({ loaded: 1, total: 2, lengthComputable: true });
  vi.advanceTimersByTime(89_999);
  let settled = false;
  done.catch(() => {
    settled = true;
  });
  await settle();
  expect(settled).toBe(false);
  vi.advanceTimersByTime(1);
  await expect(done).rejects.toMatchObject({ status: 0 });
});

test('sends nothing when aborted before it begins', async () => {
  const abort = new AbortController();
  const upload = {
    url: '/captures/front',
    bearer: 'key',
    picture,
    onProgress: vi.fn(),
    signal: abort.signal,
  };
  const done = putCaptureOnce(upload);
  abort.abort();
  await expect(done).rejects.toMatchObject({ kind: 'unavailable' });
  expect(FakeRequest.last).toBeUndefined();
});

test('ends at once when aborted', async () => {
  const abort = new AbortController();
  const { done } = await put(abort.signal);
  abort.abort();
  await expect(done).rejects.toMatchObject({ status: 0 });
});

import { CORNER_NET } from '@vendor/vision';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AnalysisReply, AnalysisRequest, AnalysisStart } from './protocol.ts';

const post = vi.fn<(reply: AnalysisReply) => void>();
const scope = globalThis as unknown as { onmessage(event: { data: AnalysisStart | AnalysisRequest }): void };

function send(data: AnalysisStart | AnalysisRequest): AnalysisReply {
  scope.onmessage({ data });
  return post.mock.lastCall![0];
}

const request = (id: number): AnalysisRequest => ({
  id,
  frame: {
    picture: { data: new Uint8ClampedArray(320 * 180 * 4).fill(128), width: 320, height: 180 },
    detail: null,
    fullWidthPx: 1280,
  },
  subject: 'PASSPORT',
});

beforeAll(async () => {
  vi.stubGlobal('postMessage', post);
  vi.stubGlobal('onmessage', null);
  await import('./worker.ts');
});

afterAll(() => void vi.unstubAllGlobals());

test('rejects frames until the worker has the net, then reports that it is ready and analyses them', () => {
  expect(send(request(1))).toEqual({ kind: 'failed', id: 1 });
  expect(send({ net: CORNER_NET })).toEqual({ kind: 'ready' });
  expect(send(request(2))).toEqual({
    kind: 'findings',
    id: 2,
    findings: expect.objectContaining({ hint: 'looking', outline: null, isSure: false }),
  });
  expect(post).toHaveBeenCalledTimes(3);
});

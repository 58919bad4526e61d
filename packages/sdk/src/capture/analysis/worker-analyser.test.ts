import { CORNER_NET } from '@vendor/vision';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnalysisFrame } from '../../session/ports.ts';
import type { AnalysisReply } from './protocol.ts';
import { workerAnalyser } from './worker-analyser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function setup() {
  const worker = {
    postMessage: vi.fn(),
    terminate: vi.fn(),
    onmessage: null as ((event: MessageEvent<AnalysisReply>) => void) | null,
    onerror: null as (() => void) | null,
  };
  const abort = new AbortController();
  const starting = workerAnalyser(worker as unknown as Worker, CORNER_NET, abort.signal);
  starting.catch(() => {});
  const answer = (data: AnalysisReply) => worker.onmessage?.({ data } as MessageEvent<AnalysisReply>);
  return { worker, abort, starting, answer };
}

const pixels = (size: number) => ({
  data: new Uint8ClampedArray(size * size * 4),
  width: size,
  height: size,
});
const frame = (): AnalysisFrame => ({ picture: pixels(4), detail: pixels(2), fullWidthPx: 8 });
const findings = { hint: 'looking', outline: null, isSure: false } as const;

test('returns the findings of each frame if the replies arrive out of order', async () => {
  const { worker, starting, answer } = setup();
  answer({ kind: 'ready' });
  const analyser = await starting;
  const [first, second] = [analyser.analyse(frame(), 'PASSPORT'), analyser.analyse(frame(), 'PASSPORT')];
  answer({ kind: 'findings', id: 1, findings: { ...findings, hint: 'glare' } });
  answer({ kind: 'findings', id: 0, findings });
  await expect(first).resolves.toEqual(findings);
  await expect(second).resolves.toMatchObject({ hint: 'glare' });
  expect(worker.postMessage.mock.calls[0]).toEqual([{ net: CORNER_NET }]);
  expect(worker.postMessage.mock.calls[1]?.[1]).toHaveLength(2);
});

test('terminates a worker that starts after the analysis was aborted', async () => {
  const worker = { postMessage: vi.fn(), terminate: vi.fn(), onmessage: null, onerror: null };
  const starting = workerAnalyser(worker, CORNER_NET, AbortSignal.abort());
  await expect(starting).rejects.toThrow('The analysis stopped.');
  expect(worker.terminate).toHaveBeenCalledTimes(1);
});

test('terminates a worker at once if the net cannot be sent to it', async () => {
  const refuse = () => {
    throw new DOMException('It could not be cloned.', 'DataCloneError');
  };
  const worker = { postMessage: refuse, terminate: vi.fn(), onmessage: null, onerror: null };
  const starting = workerAnalyser(worker, CORNER_NET, new AbortController().signal);
  await expect(starting).rejects.toThrow('The analysis stopped.');
  expect(worker.terminate).toHaveBeenCalledTimes(1);
});

test('rejects only the frame on which the analysis fails', async () => {
  const { starting, answer } = setup();
  answer({ kind: 'ready' });
  const analyser = await starting;
  const analysing = analyser.analyse(frame(), 'PASSPORT');
  answer({ kind: 'failed', id: 0 });
  await expect(analysing).rejects.toThrow('The analysis stopped.');
});

test.each([
  ['is forbidden by the page', ({ worker }: ReturnType<typeof setup>) => worker.onerror?.()],
  ['never answers', () => void vi.advanceTimersByTime(5_000)],
  ['was aborted', ({ abort }: ReturnType<typeof setup>) => abort.abort()],
])('terminates a worker that %s', async (_what, happen) => {
  const world = setup();
  happen(world);
  await expect(world.starting).rejects.toThrow('The analysis stopped.');
  expect(world.worker.terminate).toHaveBeenCalledTimes(1);
});

test('rejects the frame on which a worker hangs or dies', async () => {
  const { worker, starting, answer } = setup();
  answer({ kind: 'ready' });
  const analyser = await starting;
  const hanging = analyser.analyse(frame(), 'PASSPORT');
  vi.advanceTimersByTime(5_000);
  await expect(hanging).rejects.toThrow('The analysis stopped.');
  const dying = analyser.analyse(frame(), 'PASSPORT');
  worker.onerror?.();
  await expect(dying).rejects.toThrow('stopped');
});

test('terminates the worker and rejects pending frames when disposed of', async () => {
  const { worker, starting, answer } = setup();
  answer({ kind: 'ready' });
  const analyser = await starting;
  const waiting = analyser.analyse(frame(), 'PASSPORT');
  analyser.dispose();
  await expect(waiting).rejects.toThrow('stopped');
  expect(worker.terminate).toHaveBeenCalledTimes(1);
});

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

test('answers each frame, in whatever order the answers come', async () => {
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

test('ends a worker at once that starts after the analysis was aborted', async () => {
  const worker = { postMessage: vi.fn(), terminate: vi.fn(), onmessage: null, onerror: null };
  const starting = workerAnalyser(worker, CORNER_NET, AbortSignal.abort());
  await expect(starting).rejects.toThrow('The analysis stopped.');
  expect(worker.terminate).toHaveBeenCalledTimes(1);
});

test('a worker that cannot be handed the net is ended at once', async () => {
  const refuse = () => {
    throw new DOMException('It could not be cloned.', 'DataCloneError');
  };
  const worker = { postMessage: refuse, terminate: vi.fn(), onmessage: null, onerror: null };
  const starting = workerAnalyser(worker, CORNER_NET, new AbortController().signal);
  await expect(starting).rejects.toThrow('The analysis stopped.');
  expect(worker.terminate).toHaveBeenCalledTimes(1);
});

test('a frame that breaks the analysis is an error of that frame', async () => {
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
  ['is no longer wanted', ({ abort }: ReturnType<typeof setup>) => abort.abort()],
])('a worker that %s is ended', async (_what, happen) => {
  const world = setup();
  happen(world);
  await expect(world.starting).rejects.toThrow('The analysis stopped.');
  expect(world.worker.terminate).toHaveBeenCalledTimes(1);
});

test('a worker that hangs or dies over a frame is an error of that frame', async () => {
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

test('disposing ends the worker and what waits for it', async () => {
  const { worker, starting, answer } = setup();
  answer({ kind: 'ready' });
  const analyser = await starting;
  const waiting = analyser.analyse(frame(), 'PASSPORT');
  analyser.dispose();
  await expect(waiting).rejects.toThrow('stopped');
  expect(worker.terminate).toHaveBeenCalledTimes(1);
});

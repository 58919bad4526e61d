import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FaceSight } from '../../flow/pose-hint.ts';
import { carriesTracker } from './carries-tracker.ts';
import type { FaceAnswer } from './protocol.ts';
import { maxFrameMs, workerTracker } from './worker-tracker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const sight: FaceSight = { faces: 0, face: null, isDark: true };

/** Sets up a tracker whose worker needs `frameMs` for each frame, on a simulated clock; null: it never replies. */
function setup(frameMs: number | null = 40) {
  let nowMs = 0;
  const worker = {
    postMessage: vi.fn((_question: unknown, _buffers: unknown) => {
      if (frameMs !== null) queueMicrotask(() => answer(sight));
    }),
    terminate: vi.fn(),
    onmessage: null as ((event: MessageEvent<FaceAnswer>) => void) | null,
    onerror: null as (() => void) | null,
  };
  function answer(data: FaceAnswer): void {
    nowMs += frameMs ?? 0;
    worker.onmessage?.({ data } as MessageEvent<FaceAnswer>);
  }
  const abort = new AbortController();
  const starting = workerTracker(worker as unknown as Worker, new ArrayBuffer(8), abort.signal, () => nowMs);
  starting.catch(() => {});
  return {
    worker,
    abort,
    starting,
    answer,
    stopAnswering: () => worker.postMessage.mockImplementation(() => {}),
  };
}
const frame = () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 });

test('sends the weights once, warms up, and answers each frame', async () => {
  const { worker, starting } = setup();
  const tracker = await starting;
  await expect(tracker.look(frame())).resolves.toEqual(sight);
  const questions = worker.postMessage.mock.calls.map(([question]) => question as { model?: ArrayBuffer });
  expect(questions.map(({ model }) => model !== undefined)).toEqual([true, false, false, false, false]);
  expect(worker.terminate).not.toHaveBeenCalled();
  tracker.dispose();
  expect(worker.terminate).toHaveBeenCalled();
});

test('starts no tracker on a device that is too slow', async () => {
  const slow = setup(maxFrameMs + 1);
  await expect(slow.starting).rejects.toThrow('too slow');
  expect(slow.worker.terminate).toHaveBeenCalled();
  await expect(setup(maxFrameMs).starting).resolves.toBeDefined();
});

test('terminates a tracker that does not start in time', async () => {
  const { worker, starting } = setup(null);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(worker.terminate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  await expect(starting).rejects.toThrow('ended');
  expect(worker.terminate).toHaveBeenCalled();
});

test.each(['breaks', 'has no weights', 'hangs', 'is aborted'])(
  'rejects the frame and terminates a tracker that %s meanwhile',
  async (what) => {
    const { worker, starting, abort, answer, stopAnswering } = setup();
    const tracker = await starting;
    stopAnswering();
    const looking = tracker.look(frame());
    looking.catch(() => {});
    if (what === 'breaks') worker.onerror?.();
    if (what === 'has no weights') answer(null);
    if (what === 'hangs') await vi.advanceTimersByTimeAsync(5_100);
    if (what === 'is aborted') abort.abort();
    await expect(looking).rejects.toThrow('ended');
    expect(worker.terminate).toHaveBeenCalled();
  },
);

test('stops after a failure between two frames, and leaves no timer', async () => {
  const { worker, starting, abort, stopAnswering } = setup();
  const tracker = await starting;
  stopAnswering();
  worker.onerror?.();
  const looking = tracker.look(frame());
  looking.catch(() => {});
  abort.abort();
  expect(vi.getTimerCount()).toBe(0);
  await expect(looking).rejects.toThrow('ended');
  expect(worker.postMessage).toHaveBeenCalledTimes(4);
});

test('terminates a tracker that was aborted', async () => {
  const worker = { postMessage: vi.fn(), terminate: vi.fn(), onmessage: null, onerror: null };
  const starting = workerTracker(worker, new ArrayBuffer(8), AbortSignal.abort(), () => 0);
  await expect(starting).rejects.toThrow('not needed');
  expect(worker.terminate).toHaveBeenCalled();
});

test.each([
  ['a current phone', { hardwareConcurrency: 8, deviceMemory: 8, connection: { effectiveType: '4g' } }, true],
  ['a browser that reports only the cores', { hardwareConcurrency: 4 }, true],
  ['a browser that reports nothing', {}, false],
  ['two cores', { hardwareConcurrency: 2 }, false],
  ['little memory', { hardwareConcurrency: 8, deviceMemory: 2 }, false],
  ['a user who saves data', { hardwareConcurrency: 8, connection: { saveData: true } }, false],
  ['a slow connection', { hardwareConcurrency: 8, connection: { effectiveType: 'slow-2g' } }, false],
  ['a slightly faster connection', { hardwareConcurrency: 8, connection: { effectiveType: '3g' } }, false],
])('decides whether a device can track faces: %s', (_what, device, expected) => {
  expect(carriesTracker(device)).toBe(expected);
});

import { describe, expect, test, vi } from 'vitest';
import type { SeenFace } from '../../flow/pose-hint.ts';
import { loadTimeoutMs } from '../../session/load-timeouts.ts';
import { CameraFailure, type FaceTracker } from '../../session/ports.ts';
import { ServiceFailure } from '../../session/service-failure.ts';
import { createSession } from '../../session/session.ts';
import { clientState, finished, selfieStep } from '../../testing/client-state.ts';
import { settle } from '../../testing/fake-clock.ts';
import { deferred, fakePorts, storedCapture } from '../../testing/fake-ports.ts';
// Loaded in advance; the session imports it when a selfie is first requested.
import './selfie-work.ts';
import './guide-poses.ts';

const state = clientState({ step: selfieStep({ poses: ['straight', 'left'] }) });
/** Durations of the first pose, which has two more seconds, of each later one, and of the notice after each. */
const ms = { first: 6_000, next: 4_000, seen: 800 };

function setup(start = state) {
  const world = fakePorts(start);
  const events: unknown[][] = [];
  const session = createSession({
    requester: 'Shop',
    state: start,
    ports: world.ports,
    started: false,
    emit: (name, ...values) => void events.push([name, ...values]),
    onLeft: () => session.dispose(),
  });
  const { view } = session;
  session.run();
  const slots = () => world.service.upload.mock.calls.map(([, slot]) => slot);
  return { ...world, session, view, ...view.actions, screen: () => view.screen.peek(), events, slots };
}

/** Creates a session with the selfie camera open. */
async function openSelfieCamera(start = state) {
  const flow = setup(start);
  flow.begin();
  flow.openCamera();
  await settle();
  return flow;
}

describe('the poses', () => {
  test('captures the poses automatically one after the other, and sends each at once', async () => {
    const { view, clock, screen, slots, capture } = await openSelfieCamera();
    expect(capture.kit.camera.open).toHaveBeenCalledWith(null, expect.anything(), 'user', expect.anything());
    expect(view.live.peek()).toMatchObject({ timer: 'on', taking: false });
    await clock.advance(ms.first - 200);
    expect(slots()).toEqual([]);
    expect(view.live.peek().held).toBeGreaterThan(0.9);
    await clock.advance(200 + ms.seen);
    expect(slots()).toEqual(['selfie-1']);
    expect(screen()).toMatchObject({ kind: 'selfie-camera', taken: 1 });
    await clock.advance(ms.next + ms.seen + 100);
    expect(slots()).toEqual(['selfie-1', 'selfie-2', 'selfie-video']);
    expect(capture.openFeeds()).toEqual([]);
  });

  test('submits the poses by their digests, with the video', async () => {
    const flow = setup();
    flow.service.upload.mockImplementation(async (_attempt, slot) =>
      storedCapture(slot, slot === 'selfie-video' ? 'v' : slot === 'selfie-1' ? 'a' : 'b'),
    );
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.service.submit).toHaveBeenCalledExactlyOnceWith(
      { stepId: 'selfie', attempt: 1 },
      {
        captures: {
          'selfie-1': 'a'.repeat(43),
          'selfie-2': 'b'.repeat(43),
          'selfie-video': 'v'.repeat(43),
        },
      },
      expect.anything(),
    );
    expect(flow.screen()).toMatchObject({ kind: 'processing', of: 'selfie' });
    expect(flow.events).toEqual([['started']]);
  });

  test('reports a virtual camera with the attempt in which it was used', async () => {
    const { capture, clock, service, tell, tryAgain } = await openSelfieCamera();
    await clock.advance(20_000);
    capture.beVirtual();
    tell({
      ...state,
      seq: 20,
      begun: true,
      step: selfieStep({ poses: ['straight', 'left'], attempt: 2, reasons: ['SELFIE_STILL'] }),
    });
    await settle();
    tryAgain();
    await clock.advance(20_000);
    expect(service.submit.mock.calls.map(([, submission]) => submission.virtualCamera)).toEqual([
      undefined,
      true,
    ]);
    // Reported with each frame as well, because a page that reloads before the submission does not know the camera.
    const frames = service.upload.mock.calls.filter(([, slot]) => slot !== 'selfie-video');
    expect(frames.map(([, , , call]) => call.isVirtual)).toEqual([false, false, true, true]);
  });

  test('waits for a pose to be stored before the next one', async () => {
    const upload = deferred<ReturnType<typeof storedCapture>>();
    const { service, takePicture, clock, screen, view, slots } = await openSelfieCamera();
    service.upload.mockReturnValueOnce(upload.promise);
    takePicture();
    takePicture();
    await clock.advance(30_000);
    expect(slots()).toEqual(['selfie-1']);
    expect(view.live.peek().taking).toBe(true);
    upload.resolve(storedCapture('selfie-1'));
    await settle();
    expect(screen()).toMatchObject({ taken: 1 });
    expect(view.live.peek().taking).toBe(false);
  });

  test('mentions an upload that takes longer than two seconds, and only that one', async () => {
    const threePoses = clientState({ step: selfieStep({ poses: ['straight', 'left', 'straight'] }) });
    const { service, takePicture, clock, view, screen } = await openSelfieCamera(threePoses);
    const stored = deferred<ReturnType<typeof storedCapture>>();
    service.upload.mockReturnValueOnce(stored.promise);
    takePicture();
    await clock.advance(1_900);
    expect(view.live.peek()).toMatchObject({ taking: true });
    expect(view.live.peek().sending).toBeFalsy();
    await clock.advance(200);
    expect(view.live.peek()).toMatchObject({ taking: true, sending: true });
    // The notice stays long enough to be read.
    stored.resolve(storedCapture('selfie-1'));
    await clock.advance(699);
    expect(view.live.peek()).toMatchObject({ taking: true, sending: true });
    await clock.advance(1);
    expect(view.live.peek()).toMatchObject({ taking: false, sending: false });
    expect(screen()).toMatchObject({ taken: 1 });
    // A frame that is stored at once causes no notice during the next one.
    takePicture();
    await clock.advance(ms.seen);
    await clock.advance(1_300);
    expect(view.live.peek().sending).toBeFalsy();
  });

  test('reports a lost camera if no pose can be captured', async () => {
    const { capture, clock, screen } = await openSelfieCamera();
    const spoil = () =>
      vi.mocked(capture.feeds.at(-1)!.takePicture).mockRejectedValue(new Error('no memory for it'));
    spoil();
    await clock.advance(20_000);
    expect(capture.feeds).toHaveLength(2);
    spoil();
    await clock.advance(20_000);
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'busy' });
  });

  test('waits for the shutter while the timer is off, even after a retry', async () => {
    const { toggleTimer, takePicture, tryAgain, clock, slots, view, tell } = await openSelfieCamera();
    toggleTimer();
    await clock.advance(60_000);
    expect([slots(), view.live.peek().held, view.live.peek().timer]).toEqual([[], 0, 'off']);
    takePicture();
    await clock.advance(ms.seen);
    expect(slots()).toEqual(['selfie-1']);
    tell({ ...state, seq: 8, begun: true, step: selfieStep({ attempt: 2, reasons: ['SELFIE_STILL'] }) });
    await settle();
    tryAgain();
    await clock.advance(60_000);
    expect([slots(), view.live.peek().timer]).toEqual([['selfie-1'], 'off']);
  });

  test('pauses the timer while a dialog is open', async () => {
    const { holdTimer, clock, slots, view } = await openSelfieCamera();
    await clock.advance(2_000);
    const { held } = view.live.peek();
    holdTimer(true);
    await clock.advance(60_000);
    expect(view.live.peek().held).toBe(held);
    holdTimer(false);
    await clock.advance(ms.first);
    expect(slots()).toEqual(['selfie-1']);
  });

  test('takes a lost frame again', async () => {
    const { capture, takePicture, clock, view, slots } = await openSelfieCamera();
    vi.mocked(capture.feeds[0]!.takePicture).mockRejectedValueOnce(new Error('gone'));
    takePicture();
    await clock.advance(ms.seen);
    expect([slots(), view.live.peek().taking]).toEqual([[], false]);
    takePicture();
    await clock.advance(ms.seen);
    expect(slots()).toEqual(['selfie-1']);
  });

  test('sends no pose before the service knows that the user has begun', async () => {
    const begun = deferred<typeof state>();
    const flow = setup();
    flow.service.begin.mockReturnValue(begun.promise);
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.slots()).toEqual([]);
    begun.resolve({ ...state, seq: 2, begun: true });
    await settle();
    expect(flow.slots()).toEqual(['selfie-1']);
  });
});

describe('the face tracker', () => {
  const ahead: SeenFace = { turnLeft: 0, size: 0.4, x: 0.5, y: 0.5 };

  /** Creates a session whose tracker sees the face that the test sets. */
  async function openGuidedCamera(start = state) {
    const flow = setup(start);
    let face: SeenFace | null = null;
    const dispose = vi.fn();
    const look = vi.fn<FaceTracker['look']>(async () => ({ faces: face ? 1 : 0, face, isDark: false }));
    flow.startTracker.mockResolvedValue({ look, dispose });
    flow.begin();
    flow.openCamera();
    await settle();
    const hint = () => flow.view.live.peek().poseHint;
    return {
      ...flow,
      look,
      dispose,
      hint,
      see: (seen: Partial<SeenFace> | null) => {
        face = seen && { ...ahead, ...seen };
      },
    };
  }

  test('captures each pose once it is held, before its time is over', {
    tags: ['S1-10'],
  }, async () => {
    const { see, clock, slots, hint, screen, dispose } = await openGuidedCamera();
    see({});
    await clock.advance(1_200);
    expect(hint()).toBe('hold-still');
    expect(slots()).toEqual([]);
    await clock.advance(500 + ms.seen);
    expect(slots()).toEqual(['selfie-1']);
    expect(screen()).toMatchObject({ taken: 1 });
    see({ turnLeft: 0.2 });
    await clock.advance(3_000);
    expect([hint(), slots()]).toEqual(['turn-further', ['selfie-1']]);
    see({ turnLeft: 0.4 });
    await clock.advance(1_800 + ms.seen);
    expect(slots()).toEqual(['selfie-1', 'selfie-2', 'selfie-video']);
    expect(dispose).toHaveBeenCalled();
  });

  test('guides to the poses that the service draws at the begin, after the camera was opened', async () => {
    const announced = clientState({ step: selfieStep({ poses: ['straight', 'straight'] }) });
    const flow = setup(announced);
    const begun = deferred<typeof announced>();
    flow.service.begin.mockReturnValue(begun.promise);
    const look = vi.fn<FaceTracker['look']>(async () => ({ faces: 1, face: ahead, isDark: false }));
    flow.startTracker.mockResolvedValue({ look, dispose: vi.fn() });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(300);
    begun.resolve({
      ...announced,
      seq: 2,
      begun: true,
      step: selfieStep({ poses: ['straight', 'left', 'right'] }),
    });
    await flow.clock.advance(1_700 + ms.seen);
    expect(flow.slots()).toEqual(['selfie-1']);
    await flow.clock.advance(3_000);
    expect([flow.view.live.peek().poseHint, flow.slots()]).toEqual(['pose', ['selfie-1']]);
  });

  test('captures no frame without a face, although the hint stays', async () => {
    const { see, clock, capture, hint, view } = await openGuidedCamera();
    const takePicture = vi.mocked(capture.feeds[0]!.takePicture);
    see({});
    while (view.live.peek().held < 0.7) await clock.advance(20);
    see(null);
    await clock.advance(100);
    expect([hint(), takePicture.mock.calls.length]).toEqual(['hold-still', 0]);
    see({});
    await clock.advance(100);
    expect(takePicture).toHaveBeenCalledTimes(1);
  });

  test('leaves a pose that was not detected for 15 seconds to the timer', async () => {
    const { see, clock, slots, hint, view } = await openGuidedCamera();
    see(null);
    await clock.advance(14_000);
    expect([hint(), slots()]).toEqual(['no-face', []]);
    await clock.advance(2_000);
    expect(hint()).toBeNull();
    await clock.advance(ms.first);
    expect(slots()).toEqual(['selfie-1']);
    await clock.advance(ms.seen + 1_200);
    expect([hint(), view.live.peek().taking]).toEqual(['no-face', false]);
  });

  test.each(['the page was away', 'the camera was lost'])(
    'asks the user to come closer than in the first picture, even if %s meanwhile',
    async (what) => {
      const start = clientState({ step: selfieStep({ poses: ['straight', 'closer', 'left'] }) });
      const { see, clock, slots, hint, session, capture, screen } = await openGuidedCamera(start);
      see({});
      await clock.advance(1_700 + ms.seen);
      expect(screen()).toMatchObject({ taken: 1 });
      if (what === 'the camera was lost') capture.feeds[0]?.lose('black');
      else {
        session.pause();
        await settle();
        session.resume();
      }
      await clock.advance(5_000);
      expect([hint(), slots()]).toEqual(['pose', ['selfie-1']]);
      see({ size: 0.55 });
      await clock.advance(1_700 + ms.seen);
      expect(slots()).toEqual(['selfie-1', 'selfie-2']);
    },
  );

  test.each(['was not seen', 'was seen last before the timer was turned off'])(
    'leaves coming closer to the timer if the face of the first picture %s',
    async (what) => {
      const start = clientState({ step: selfieStep({ poses: ['straight', 'closer', 'left'] }) });
      const { see, clock, slots, hint, takePicture, toggleTimer, view } = await openGuidedCamera(start);
      see(what === 'was not seen' ? null : { size: 0.3 });
      await clock.advance(300);
      if (what !== 'was not seen') {
        toggleTimer();
        await clock.advance(300);
      }
      takePicture();
      see({ size: 0.5 });
      await clock.advance(ms.seen + 200);
      if (what !== 'was not seen') toggleTimer();
      await clock.advance(ms.next - 500);
      expect([hint(), slots()]).toEqual([null, ['selfie-1']]);
      expect(view.live.peek().held).toBeGreaterThan(0.5);
      await clock.advance(500);
      expect(slots()).toEqual(['selfie-1', 'selfie-2']);
    },
  );

  test('falls back to the timer when the tracker fails', async () => {
    const { look, dispose, clock, hint, slots } = await openGuidedCamera();
    look.mockRejectedValue(new Error('The face tracker was ended.'));
    await clock.advance(200);
    expect([hint(), dispose.mock.calls.length]).toEqual([null, 1]);
    await clock.advance(ms.first);
    expect(slots()).toEqual(['selfie-1']);
  });

  test('pauses the face tracker while the timer is off, or a dialog is open', async () => {
    const { see, toggleTimer, holdTimer, look, clock, hint, slots } = await openGuidedCamera();
    see({});
    toggleTimer();
    await clock.advance(10_000);
    expect([hint(), slots()]).toEqual([null, []]);
    toggleTimer();
    await clock.advance(300);
    expect(hint()).not.toBeNull();
    holdTimer(true);
    await clock.advance(200);
    const looks = look.mock.calls.length;
    await clock.advance(10_000);
    expect([hint(), slots(), look.mock.calls.length]).toEqual([null, [], looks]);
  });

  test('stops the face tracker when the camera closes, and while the page is hidden', async () => {
    const { session, startTracker, dispose, clock, back } = await openGuidedCamera();
    await clock.advance(500);
    session.pause();
    // Maximum time for loading the code.
    await clock.advance(loadTimeoutMs);
    expect([dispose.mock.calls.length, clock.sleeping()]).toEqual([1, 0]);
    session.resume();
    await clock.advance(500);
    expect(startTracker).toHaveBeenCalledTimes(2);
    back();
    await settle();
    expect(startTracker.mock.calls.map(([signal]) => signal.aborted)).toEqual([true, true]);
    expect(dispose).toHaveBeenCalledTimes(2);
  });

  test('starts no tracker for a drawn camera, and does not delay the poses', async () => {
    const flow = setup();
    Object.assign(flow.capture.kit, { isDrawn: true });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(ms.first + 200);
    expect([flow.startTracker.mock.calls, flow.slots()]).toEqual([[], ['selfie-1']]);
    const waiting = setup();
    waiting.startTracker.mockReturnValue(new Promise(() => {}));
    waiting.begin();
    waiting.openCamera();
    await waiting.clock.advance(ms.first + 200);
    expect(waiting.slots()).toEqual(['selfie-1']);
  });
});

describe('the video', () => {
  test('submits the poses if the upload of the video fails', async () => {
    const flow = setup();
    flow.service.upload.mockImplementation(async (_attempt, slot) => {
      if (slot === 'selfie-video') throw new ServiceFailure('unusable', 415);
      return storedCapture(slot);
    });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    const captures = flow.service.submit.mock.calls[0]?.[1].captures;
    expect(Object.keys(captures ?? {})).toEqual(['selfie-1', 'selfie-2']);
  });

  test('gives up the video if its upload takes too long', async () => {
    const flow = setup();
    flow.service.upload.mockImplementation(async (_attempt, slot, _picture, { signal }) => {
      if (slot !== 'selfie-video') return storedCapture(slot);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.screen().kind).toBe('selfie-upload');
    await flow.clock.advance(30_000);
    expect(flow.service.submit).toHaveBeenCalledTimes(1);
  });

  test('gives up the video if the recorder never stops', async () => {
    const flow = setup();
    flow.record.mockReturnValue({ finish: () => new Promise(() => {}) });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.screen().kind).toBe('selfie-upload');
    await flow.clock.advance(30_000);
    expect(flow.slots()).toEqual(['selfie-1', 'selfie-2']);
    expect(flow.service.submit).toHaveBeenCalledTimes(1);
    expect(flow.screen().kind).toBe('processing');
  });

  describe('a retry after a general failure', () => {
    const away = new ServiceFailure('unavailable', 503, 900_000);
    const submitted = (flow: ReturnType<typeof setup>) =>
      Object.keys(flow.service.submit.mock.lastCall?.[1].captures ?? {});

    test('sends the video again if it had not arrived', async () => {
      const flow = setup();
      let isAway = true;
      flow.service.upload.mockImplementation(async (_attempt, slot) => {
        if (isAway && slot === 'selfie-video') throw away;
        return storedCapture(slot);
      });
      flow.service.submit.mockRejectedValueOnce(away);
      flow.begin();
      flow.openCamera();
      await flow.clock.advance(20_000);
      expect(flow.screen().kind).toBe('problem');
      isAway = false;
      flow.begin();
      await settle();
      expect(flow.service.upload.mock.lastCall?.[2]).toBe(flow.video);
      expect(submitted(flow)).toEqual(['selfie-1', 'selfie-2', 'selfie-video']);
      expect(flow.screen().kind).toBe('processing');
    });

    test('submits a video that had arrived without sending it again', async () => {
      const flow = setup();
      flow.service.submit.mockRejectedValueOnce(away);
      flow.begin();
      flow.openCamera();
      await flow.clock.advance(20_000);
      flow.begin();
      await settle();
      expect(flow.slots()).toEqual(['selfie-1', 'selfie-2', 'selfie-video']);
      expect(submitted(flow)).toEqual(['selfie-1', 'selfie-2', 'selfie-video']);
    });
  });

  test('does not send the video of an earlier attempt with a later one', async () => {
    const flow = setup();
    flow.service.upload.mockImplementation(async (_attempt, slot) => {
      if (slot === 'selfie-video') throw new ServiceFailure('unavailable', 503);
      return storedCapture(slot);
    });
    flow.service.submit.mockRejectedValueOnce(new ServiceFailure('unavailable', 503));
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    flow.tell({ ...state, seq: 9, begun: true, step: selfieStep({ attempt: 2, reasons: ['SELFIE_STILL'] }) });
    await settle();
    flow.record.mockReturnValue(null as never);
    flow.begin();
    flow.tryAgain();
    await flow.clock.advance(30_000);
    expect(flow.slots().filter((slot) => slot === 'selfie-video')).toHaveLength(1);
    expect(flow.service.submit).toHaveBeenCalledTimes(2);
  });

  test('clears the offline notice of an abandoned video once the poses are submitted', async () => {
    const flow = setup();
    flow.service.upload.mockImplementation(async (_attempt, slot, _picture, { signal, onConnection }) => {
      if (slot !== 'selfie-video') return storedCapture(slot);
      onConnection?.(true);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    });
    // The service has not yet started the checks.
    flow.service.submit.mockResolvedValueOnce({ ...state, seq: 9, begun: true });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.screen()).toMatchObject({ kind: 'selfie-upload', offline: true });
    await flow.clock.advance(30_000);
    expect(flow.screen()).toMatchObject({ kind: 'selfie-upload', offline: false });
  });

  test('drops a video that ends after another attempt has started', async () => {
    const video = deferred<Blob | null>();
    const flow = setup();
    flow.record.mockReturnValue({ finish: () => video.promise });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    flow.tell({ ...state, seq: 9, begun: true, step: selfieStep({ attempt: 2, reasons: ['SELFIE_STILL'] }) });
    await settle();
    video.resolve(flow.video);
    await settle();
    expect(flow.slots()).toEqual(['selfie-1', 'selfie-2']);
    expect(flow.service.submit).not.toHaveBeenCalled();
    expect(flow.screen().kind).toBe('selfie-retry');
  });

  test('sends the video of the current attempt after a late failure of the previous one', async () => {
    const { clock, record, service, screen, slots, tell, tryAgain, video } = await openSelfieCamera();
    const late = deferred<typeof state>();
    service.submit.mockReturnValueOnce(late.promise);
    await clock.advance(20_000);
    const step = selfieStep({ poses: ['straight'], attempt: 2, reasons: ['SELFIE_STILL'] });
    tell({ ...state, seq: 9, begun: true, step });
    await settle();
    const recorded = deferred<typeof video>();
    record.mockReturnValue({ finish: () => recorded.promise });
    tryAgain();
    await clock.advance(ms.first + ms.seen);
    late.reject(new ServiceFailure('unavailable', 0));
    await settle();
    expect(screen().kind).toBe('selfie-upload');
    recorded.resolve(video);
    await settle();
    expect(slots()).toEqual(['selfie-1', 'selfie-2', 'selfie-video', 'selfie-1', 'selfie-video']);
  });

  test('sends no partial video after the page was hidden in between', async () => {
    const flow = await openSelfieCamera();
    flow.takePicture();
    await flow.clock.advance(ms.seen);
    expect(flow.screen()).toMatchObject({ taken: 1 });
    flow.session.pause();
    flow.session.resume();
    await flow.clock.advance(20_000);
    expect(flow.record).toHaveBeenCalledTimes(1);
    expect(flow.slots()).toEqual(['selfie-1', 'selfie-2']);
    expect(flow.service.submit).toHaveBeenCalledTimes(1);
  });

  test('records a video if its code loads after the camera has opened', async () => {
    const flow = setup();
    const kit = await flow.ports.loadSelfieKit();
    const loading = deferred<typeof kit>();
    flow.ports.loadSelfieKit.mockReturnValue(loading.promise);
    flow.begin();
    flow.openCamera();
    await settle();
    expect(flow.screen().kind).toBe('selfie-camera');
    loading.resolve(kit);
    await flow.clock.advance(20_000);
    expect(flow.slots()).toEqual(['selfie-1', 'selfie-2', 'selfie-video']);
  });

  test('records no video if its code loads after the first pose was stored', async () => {
    const flow = setup();
    const kit = await flow.ports.loadSelfieKit();
    const loading = deferred<typeof kit>();
    flow.ports.loadSelfieKit.mockReturnValue(loading.promise);
    flow.begin();
    flow.openCamera();
    await settle();
    flow.takePicture();
    await flow.clock.advance(ms.seen);
    loading.resolve(kit);
    await flow.clock.advance(20_000);
    expect(flow.record).not.toHaveBeenCalled();
    expect(flow.slots()).toEqual(['selfie-1', 'selfie-2']);
  });

  test('records no longer than the service accepts', async () => {
    const finish = vi.fn(async () => null);
    const flow = setup();
    flow.record.mockReturnValue({ finish });
    flow.begin();
    flow.openCamera();
    await settle();
    flow.toggleTimer();
    await flow.clock.advance(27_900);
    expect(finish).not.toHaveBeenCalled();
    await flow.clock.advance(200);
    expect(finish).toHaveBeenCalled();
  });

  test('sends a video that reached its maximum length before the last pose', async () => {
    const flow = await openSelfieCamera();
    flow.takePicture();
    await flow.clock.advance(ms.seen);
    expect(flow.screen()).toMatchObject({ taken: 1 });
    flow.toggleTimer();
    await flow.clock.advance(30_000);
    flow.takePicture();
    await flow.clock.advance(ms.seen);
    expect(flow.slots()).toEqual(['selfie-1', 'selfie-2', 'selfie-video']);
  });

  test('sends no video of an abandoned visit', async () => {
    const flow = await openSelfieCamera();
    flow.back();
    await settle();
    flow.record.mockReturnValue(null);
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.slots()).toEqual(['selfie-1', 'selfie-2']);
    expect(flow.service.submit).toHaveBeenCalledTimes(1);
  });
});

describe('another camera', () => {
  test('starts over with the chosen camera before the first picture', async () => {
    const flow = setup();
    const { switchCamera, clock, view, slots, capture, record, service, video } = flow;
    const finish = vi.fn(async () => new Blob(['of the camera that was left']));
    record.mockReturnValueOnce({ finish });
    flow.begin();
    flow.openCamera();
    // Code that is still loading keeps its timers.
    const loading = clock.sleeping();
    await settle();
    expect(view.live.peek().canSwitchCamera).toBe(true);
    await clock.advance(ms.first - 200);
    switchCamera();
    // One camera at a time, and the pressed button stays, so that it keeps the focus.
    expect([capture.openFeeds(), clock.sleeping()]).toEqual([[], loading]);
    expect(view.live.peek()).toMatchObject({ stream: null, canSwitchCamera: true, held: 0 });
    switchCamera();
    await settle();
    const { open } = capture.kit.camera;
    expect(open.mock.calls.map(([otherThan, , facing]) => [otherThan, facing])).toEqual([
      [null, 'user'],
      ['camera 1', 'user'],
    ]);
    expect(capture.openFeeds()).toEqual([capture.feeds[1]]);
    expect(record).toHaveBeenCalledTimes(2);
    expect(finish).toHaveBeenCalled();
    await clock.advance(ms.first - 200);
    expect(slots()).toEqual([]);
    await clock.advance(20_000);
    expect(slots()).toEqual(['selfie-1', 'selfie-2', 'selfie-video']);
    expect(service.upload.mock.calls[2]?.[2]).toBe(video);
    expect(capture.feeds.map((feed) => vi.mocked(feed.takePicture).mock.calls.length)).toEqual([0, 2]);
    expect(service.submit).toHaveBeenCalledTimes(1);
  });

  test('refuses to switch cameras while a picture is taken, and after the first pose', async () => {
    const { switchCamera, takePicture, clock, capture, screen } = await openSelfieCamera();
    takePicture();
    switchCamera();
    await clock.advance(ms.seen);
    expect(screen()).toMatchObject({ taken: 1 });
    switchCamera();
    await settle();
    expect(capture.kit.camera.open).toHaveBeenCalledTimes(1);
  });

  test('repeats all poses, with one video, after replacing a lost camera', async () => {
    const { capture, takePicture, clock, screen, slots, record, service } = await openSelfieCamera();
    takePicture();
    await clock.advance(ms.seen);
    capture.replace();
    capture.feeds[0]?.lose();
    await settle();
    expect(screen()).toMatchObject({ kind: 'selfie-camera', taken: 0 });
    expect(capture.openFeeds()).toEqual([capture.feeds.at(-1)]);
    await clock.advance(20_000);
    expect(slots()).toEqual(['selfie-1', 'selfie-1', 'selfie-2', 'selfie-video']);
    expect([record.mock.calls.length, service.submit.mock.calls.length]).toEqual([2, 1]);
  });

  test('does not report a virtual camera that the user replaced before the first pose', async () => {
    const flow = setup();
    flow.capture.beVirtual();
    flow.begin();
    flow.openCamera();
    await settle();
    flow.capture.beVirtual(false);
    flow.switchCamera();
    await flow.clock.advance(20_000);
    const frames = flow.service.upload.mock.calls.filter(([, slot]) => slot !== 'selfie-video');
    expect(frames.map(([, , , call]) => call.isVirtual)).toEqual([false, false]);
    expect(flow.service.submit.mock.calls[0]?.[1].virtualCamera).toBeUndefined();
  });
});

describe('failures of a selfie', () => {
  test('stops the camera and the upload when the user goes back, without ending the flow', async () => {
    const { service, takePicture, back, capture, screen, events } = await openSelfieCamera();
    service.upload.mockImplementationOnce(
      (_attempt, _slot, _picture, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    );
    takePicture();
    await settle();
    back();
    await settle();
    expect(screen().kind).toBe('selfie-instruct');
    expect(capture.openFeeds()).toEqual([]);
    expect(events).toEqual([['started']]);
  });

  describe('a frame that is being sent when the page is hidden', () => {
    /** Creates a session whose page was hidden while the first frame was being sent. */
    async function hideWhileSending() {
      const flow = await openSelfieCamera();
      const stored = deferred<ReturnType<typeof storedCapture>>();
      flow.service.upload.mockReturnValueOnce(stored.promise);
      flow.takePicture();
      await settle();
      flow.session.pause();
      await settle();
      const { signal } = flow.service.upload.mock.calls[0]![3];
      expect([signal.aborted, flow.capture.openFeeds()]).toEqual([false, []]);
      const arrive = async () => {
        stored.resolve(storedCapture('selfie-1'));
        await settle();
      };
      return { ...flow, stored, arrive, signal };
    }

    test('asks for the next pose if the frame arrives while the page is hidden', async () => {
      const { arrive, session, screen, clock, slots, service } = await hideWhileSending();
      await arrive();
      expect(screen()).toMatchObject({ kind: 'selfie-camera', taken: 1 });
      session.resume();
      await clock.advance(20_000);
      // Without the video, which does not show all poses in one piece.
      expect(slots()).toEqual(['selfie-1', 'selfie-2']);
      expect(service.submit).toHaveBeenCalledTimes(1);
    });

    test('waits for the frame when the user returns, and does not take it twice', async () => {
      const { arrive, session, screen, clock, slots, view, takePicture, signal } = await hideWhileSending();
      session.resume();
      await clock.advance(20_000);
      takePicture();
      expect(view.live.peek()).toMatchObject({ taking: true, sending: true });
      expect([slots(), signal.aborted]).toEqual([['selfie-1'], false]);
      await arrive();
      expect(screen()).toMatchObject({ kind: 'selfie-camera', taken: 1 });
      expect(view.live.peek()).toMatchObject({ taking: false, sending: false });
      await clock.advance(ms.next + 100);
      expect(slots()).toEqual(['selfie-1', 'selfie-2']);
    });

    test('shows a general problem if the service could not be reached for the frame', async () => {
      const { stored, session, screen, service } = await hideWhileSending();
      stored.reject(new ServiceFailure('unavailable', 0));
      await settle();
      expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: 'general' } });
      session.resume();
      await settle();
      expect(service.submit).not.toHaveBeenCalled();
    });

    test.each(['goes back', 'closes the flow', 'comes back to another camera'])(
      'abandons the frame if the user %s afterwards',
      async (what) => {
        const { arrive, session, capture, back, openCamera, clock, slots, signal } = await hideWhileSending();
        if (what === 'comes back to another camera') capture.replace();
        session.resume();
        await settle();
        if (what === 'goes back') back();
        if (what === 'closes the flow') session.dispose();
        expect(signal.aborted).toBe(true);
        await arrive();
        if (what === 'closes the flow') return expect(slots()).toEqual(['selfie-1']);
        if (what === 'goes back') openCamera();
        await clock.advance(20_000);
        expect(slots()).toEqual(['selfie-1', 'selfie-1', 'selfie-2', 'selfie-video']);
      },
    );

    test('ignores the frame if another attempt has started meanwhile', async () => {
      const { arrive, session, tell, tryAgain, clock, slots, service } = await hideWhileSending();
      const step = selfieStep({ poses: ['straight'], attempt: 2, reasons: ['SELFIE_STILL'] });
      tell({ ...state, seq: 9, begun: true, step });
      await settle();
      session.resume();
      tryAgain();
      await settle();
      await arrive();
      await clock.advance(ms.first + ms.seen);
      expect(slots()).toEqual(['selfie-1', 'selfie-1', 'selfie-video']);
      expect(service.submit.mock.calls.map(([{ attempt }]) => attempt)).toEqual([2]);
    });
  });

  test.each(['denied', 'missing', 'busy', 'forbidden'] as const)(
    'reports a camera that is %s',
    async (problem) => {
      const flow = setup();
      flow.capture.kit.camera.open.mockRejectedValue(new CameraFailure(problem));
      flow.begin();
      flow.openCamera();
      await settle();
      expect(flow.screen()).toEqual({ kind: 'camera-problem', problem, fileAllowed: false });
    },
  );

  test('reopens a lost camera once for the current pose, and drops its video', async () => {
    const { capture, takePicture, clock, screen, slots, service } = await openSelfieCamera();
    takePicture();
    await clock.advance(ms.seen);
    capture.feeds[0]?.lose('black');
    await settle();
    expect(screen()).toMatchObject({ kind: 'selfie-camera', taken: 1 });
    expect(capture.openFeeds()).toEqual([capture.feeds[1]]);
    await clock.advance(ms.next + ms.seen + 100);
    expect(slots()).toEqual(['selfie-1', 'selfie-2']);
    expect(service.submit).toHaveBeenCalledTimes(1);
  });

  test('reopens a camera without a picture once, then reports it', async () => {
    const flow = setup();
    const { open } = flow.capture.kit.camera;
    open.mockRejectedValue(new Error('The camera shows no picture.'));
    flow.begin();
    flow.openCamera();
    await settle();
    expect(open).toHaveBeenCalledTimes(2);
    expect(flow.screen()).toEqual({ kind: 'camera-problem', problem: 'busy', fileAllowed: false });
  });

  test('reports a camera that is lost twice, and starts again from the first pose', async () => {
    const { capture, takePicture, clock, screen, tryAgain, slots } = await openSelfieCamera();
    takePicture();
    await clock.advance(ms.seen);
    capture.feeds[0]?.lose();
    await settle();
    capture.feeds[1]?.lose();
    await settle();
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'busy' });
    expect(capture.openFeeds()).toEqual([]);
    tryAgain();
    await clock.advance(ms.first + ms.seen);
    expect(slots()).toEqual(['selfie-1', 'selfie-1']);
  });

  test('ignores code that loads for a visit that has ended', async () => {
    const flow = setup();
    const late = deferred<typeof flow.capture.kit>();
    // The early import and that of the first visit are still pending when the second visit has its code.
    flow.ports.loadCaptureKit.mockReturnValueOnce(late.promise).mockReturnValueOnce(late.promise);
    flow.begin();
    flow.openCamera();
    flow.session.pause();
    flow.session.resume();
    await settle();
    late.resolve(flow.capture.kit);
    await settle();
    flow.takePicture();
    await flow.clock.advance(ms.seen);
    expect(flow.slots()).toEqual(['selfie-1']);
  });

  test('ends with error_code_4 if the code cannot be loaded', async () => {
    const flow = setup();
    flow.ports.loadCaptureKit.mockRejectedValue(new Error('offline'));
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(2_500);
    expect(flow.events).toEqual([['started'], ['error', 'error_code_4']]);
  });

  test('waits for the code that submits poses if all are stored', async () => {
    const stored = [storedCapture('selfie-1'), storedCapture('selfie-2')];
    const flow = setup({ ...state, begun: true, step: selfieStep({ poses: ['straight', 'left'], stored }) });
    flow.ports.loadCaptureKit.mockRejectedValue(new Error('offline'));
    flow.begin();
    await flow.clock.advance(60_000);
    expect(flow.screen()).toMatchObject({ kind: 'selfie-upload', offline: true });
    flow.ports.loadCaptureKit.mockResolvedValue(flow.capture.kit);
    const answered = deferred<typeof state>();
    flow.service.submit.mockReturnValueOnce(answered.promise);
    await flow.clock.advance(5_000);
    expect(flow.service.submit).toHaveBeenCalledTimes(1);
    expect(flow.screen()).toMatchObject({ kind: 'selfie-upload', offline: false });
    answered.resolve(clientState({ seq: 9, begun: true, awaiting: 'checks', step: null }));
    await settle();
    expect(flow.screen().kind).toBe('processing');
  });

  test('continues with the current step if the client is out of step', async () => {
    const { service, takePicture, clock, screen } = await openSelfieCamera();
    service.upload.mockRejectedValueOnce(new ServiceFailure('out-of-step', 409));
    const retryStep = selfieStep({ attempt: 2, reasons: ['SELFIE_TOO_FAST'] });
    service.stateNow.mockResolvedValueOnce({ ...state, seq: 9, begun: true, step: retryStep });
    takePicture();
    await clock.advance(ms.seen);
    expect(screen()).toMatchObject({ kind: 'selfie-retry', reasons: ['SELFIE_TOO_FAST'] });
  });

  test('restarts the poses once if they stay out of step, then reports an error', async () => {
    const flow = setup();
    flow.service.upload.mockRejectedValue(new ServiceFailure('out-of-step', 409));
    flow.service.stateNow.mockResolvedValue({ ...state, seq: 3, begun: true });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.screen().kind).toBe('selfie-instruct');
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.screen()).toMatchObject({ kind: 'problem', problem: { kind: 'general' } });
    flow.service.upload.mockReset();
    flow.begin();
    expect(flow.screen().kind).toBe('selfie-instruct');
  });

  test('repeats all poses if the service does not have them', async () => {
    const flow = setup();
    flow.service.submit.mockRejectedValueOnce(new ServiceFailure('out-of-step', 400));
    const stored = [storedCapture('selfie-1', 'z')];
    const held = selfieStep({ poses: ['straight', 'left'], stored });
    flow.service.stateNow.mockResolvedValueOnce({ ...state, seq: 3, begun: true, step: held });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.screen().kind).toBe('selfie-instruct');
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.slots()).toEqual([
      'selfie-1',
      'selfie-2',
      'selfie-video',
      'selfie-1',
      'selfie-2',
      'selfie-video',
    ]);
    expect(flow.screen().kind).toBe('processing');
  });

  test('reports a session that has ended', async () => {
    const { service, takePicture, clock, events } = await openSelfieCamera();
    service.upload.mockRejectedValueOnce(new ServiceFailure('unauthorized', 401));
    takePicture();
    await clock.advance(ms.seen);
    expect(events).toEqual([['started'], ['error', 'error_code_3']]);
  });

  test('emits error_code_6 once at the retry limit', {
    tags: ['S7.3-6', 'DSDK-27'],
  }, async () => {
    const { tell, events, screen } = await openSelfieCamera();
    tell(finished({ status: 'DECLINED', retryLimitOf: 'selfie' }));
    await settle();
    expect(screen()).toEqual({ kind: 'problem', problem: { kind: 'retry-limit', code: 'error_code_6' } });
    expect(events).toEqual([['started'], ['error', 'error_code_6']]);
  });

  test('stops the camera synchronously when the flow is closed, and sends no more pictures', async () => {
    const { session, capture, takePicture, slots } = await openSelfieCamera();
    takePicture();
    session.dispose();
    expect(capture.openFeeds()).toEqual([]);
    await settle();
    expect(slots()).toEqual([]);
  });
});

test('submits poses that were all stored before a reload, without the camera', async () => {
  const slots = ['selfie-1', 'selfie-2'] as const;
  const stored = slots.map((slot) => storedCapture(slot));
  const start = clientState({ begun: true, step: selfieStep({ poses: ['straight', 'left'], stored }) });
  const { begin, service, capture } = setup(start);
  begin();
  await settle();
  expect(Object.keys(service.submit.mock.calls[0]?.[1].captures ?? {})).toEqual([...slots]);
  expect(capture.kit.camera.open).not.toHaveBeenCalled();
});

import { describe, expect, test, vi } from 'vitest';
import type { SeenFace } from '../../flow/pose-hint.ts';
import { longestLoadMs } from '../../session/in-time.ts';
import { CameraFailure, type FaceTracker } from '../../session/ports.ts';
import { ServiceFailure } from '../../session/service-failure.ts';
import { createSession } from '../../session/session.ts';
import { clientState, finished, selfieStep } from '../../testing/client-state.ts';
import { settle } from '../../testing/fake-clock.ts';
import { deferred, fakePorts, storedCapture } from '../../testing/fake-ports.ts';
// The session loads it when a selfie is first asked for; here it is at hand.
import './selfie-work.ts';
import './guide-poses.ts';

const state = clientState({ step: selfieStep({ poses: ['straight', 'left'] }) });
/** The first pose has two seconds more. */
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

/** A session whose user looks into the camera. */
async function posing(start = state) {
  const flow = setup(start);
  flow.begin();
  flow.openCamera();
  await settle();
  return flow;
}

describe('the poses', () => {
  test('take themselves one after the other, each sent when it is taken', async () => {
    const { view, clock, screen, slots, capture } = await posing();
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

  test('submits them by their digests, with the video', async () => {
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

  test('submits with them that a program may be the camera, for this attempt alone', async () => {
    const { capture, clock, service, tell, tryAgain } = await posing();
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
    // Told with each frame too: a page that is loaded anew before it submits knows nothing of the camera.
    const frames = service.upload.mock.calls.filter(([, slot]) => slot !== 'selfie-video');
    expect(frames.map(([, , , call]) => call.isVirtual)).toEqual([false, false, true, true]);
  });

  test('wait for the one before to be stored', async () => {
    const upload = deferred<ReturnType<typeof storedCapture>>();
    const { service, takePicture, clock, screen, view, slots } = await posing();
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

  test('tell that one is being sent once that takes longer than to see that it was taken, and no longer than it does', async () => {
    const threePoses = clientState({ step: selfieStep({ poses: ['straight', 'left', 'straight'] }) });
    const { service, takePicture, clock, view, screen } = await posing(threePoses);
    const stored = deferred<ReturnType<typeof storedCapture>>();
    service.upload.mockReturnValueOnce(stored.promise);
    takePicture();
    await clock.advance(1_900);
    expect(view.live.peek()).toMatchObject({ taking: true });
    expect(view.live.peek().sending).toBeFalsy();
    await clock.advance(200);
    expect(view.live.peek()).toMatchObject({ taking: true, sending: true });
    // Texts that vanish at once are not read.
    stored.resolve(storedCapture('selfie-1'));
    await clock.advance(699);
    expect(view.live.peek()).toMatchObject({ taking: true, sending: true });
    await clock.advance(1);
    expect(view.live.peek()).toMatchObject({ taking: false, sending: false });
    expect(screen()).toMatchObject({ taken: 1 });
    // One that is stored at once is not said to be on its way afterwards, when the next one is taken.
    takePicture();
    await clock.advance(ms.seen);
    await clock.advance(1_300);
    expect(view.live.peek().sending).toBeFalsy();
  });

  test('reports a lost camera if no pose can be captured', async () => {
    const { capture, clock, screen } = await posing();
    const spoil = () =>
      vi.mocked(capture.feeds.at(-1)!.takePicture).mockRejectedValue(new Error('no memory for it'));
    spoil();
    await clock.advance(20_000);
    expect(capture.feeds).toHaveLength(2);
    spoil();
    await clock.advance(20_000);
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'busy' });
  });

  test('wait for the user alone when the timer is off, also after a retry', async () => {
    const { toggleTimer, takePicture, tryAgain, clock, slots, view, tell } = await posing();
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

  test('stand still while the user is asked something else', async () => {
    const { holdTimer, clock, slots, view } = await posing();
    await clock.advance(2_000);
    const { held } = view.live.peek();
    holdTimer(true);
    await clock.advance(60_000);
    expect(view.live.peek().held).toBe(held);
    holdTimer(false);
    await clock.advance(ms.first);
    expect(slots()).toEqual(['selfie-1']);
  });

  test('a frame that is lost is taken again', async () => {
    const { capture, takePicture, clock, view, slots } = await posing();
    vi.mocked(capture.feeds[0]!.takePicture).mockRejectedValueOnce(new Error('gone'));
    takePicture();
    await clock.advance(ms.seen);
    expect([slots(), view.live.peek().taking]).toEqual([[], false]);
    takePicture();
    await clock.advance(ms.seen);
    expect(slots()).toEqual(['selfie-1']);
  });

  test('wait until the service knows that the user has begun', async () => {
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

describe('a tracker', () => {
  const ahead: SeenFace = { turnLeft: 0, size: 0.4, x: 0.5, y: 0.5 };

  /** A session whose device follows the face: it shows what the test says. */
  async function guided(start = state) {
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

  test('has each picture taken once its pose is held, sooner than time would', {
    tags: ['S1-10'],
  }, async () => {
    const { see, clock, slots, hint, screen, dispose } = await guided();
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

  test('captures no frame without a face, although the hint stays', async () => {
    const { see, clock, capture, hint, view } = await guided();
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

  test('lets no time take a picture that does not show the pose, but loses patience', async () => {
    const { see, clock, slots, hint, view } = await guided();
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
    'asks to come closer than in the first picture, also when %s meanwhile',
    async (what) => {
      const start = clientState({ step: selfieStep({ poses: ['straight', 'closer', 'left'] }) });
      const { see, clock, slots, hint, session, capture, screen } = await guided(start);
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
    'leaves coming closer to time where the face of the first picture %s',
    async (what) => {
      const start = clientState({ step: selfieStep({ poses: ['straight', 'closer', 'left'] }) });
      const { see, clock, slots, hint, takePicture, toggleTimer, view } = await guided(start);
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
    const { look, dispose, clock, hint, slots } = await guided();
    look.mockRejectedValue(new Error('The face tracker was ended.'));
    await clock.advance(200);
    expect([hint(), dispose.mock.calls.length]).toEqual([null, 1]);
    await clock.advance(ms.first);
    expect(slots()).toEqual(['selfie-1']);
  });

  test('stays quiet while the timer is off, or the user is asked something else', async () => {
    const { see, toggleTimer, holdTimer, look, clock, hint, slots } = await guided();
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

  test('stops with the camera’s visit, and while the page is hidden', async () => {
    const { session, startTracker, dispose, clock, back } = await guided();
    await clock.advance(500);
    session.pause();
    // The longest that the code may take to load.
    await clock.advance(longestLoadMs);
    expect([dispose.mock.calls.length, clock.sleeping()]).toEqual([1, 0]);
    session.resume();
    await clock.advance(500);
    expect(startTracker).toHaveBeenCalledTimes(2);
    back();
    await settle();
    expect(startTracker.mock.calls.map(([signal]) => signal.aborted)).toEqual([true, true]);
    expect(dispose).toHaveBeenCalledTimes(2);
  });

  test('starts none where the camera is drawn, and waits for none', async () => {
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
  test('never stops the flow', async () => {
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

  test('gives up when the upload takes too long', async () => {
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

  test('gives up when the recorder never ends', async () => {
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

  describe('of who tries again after a general failure', () => {
    const away = new ServiceFailure('unavailable', 503, 900_000);
    const submitted = (flow: ReturnType<typeof setup>) =>
      Object.keys(flow.service.submit.mock.lastCall?.[1].captures ?? {});

    test('sends it again where it had not arrived either', async () => {
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

    test('names it, without sending it again, where it had arrived', async () => {
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

  test('given up without a connection leaves no word of that once the poses are submitted', async () => {
    const flow = setup();
    flow.service.upload.mockImplementation(async (_attempt, slot, _picture, { signal, onConnection }) => {
      if (slot !== 'selfie-video') return storedCapture(slot);
      onConnection?.(true);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    });
    // The service has yet to decide that it waits for the checks.
    flow.service.submit.mockResolvedValueOnce({ ...state, seq: 9, begun: true });
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(20_000);
    expect(flow.screen()).toMatchObject({ kind: 'selfie-upload', offline: true });
    await flow.clock.advance(30_000);
    expect(flow.screen()).toMatchObject({ kind: 'selfie-upload', offline: false });
  });

  test('leaves the attempt that replaced its own unchanged', async () => {
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

  test('sends the video of a later attempt although the one before fails belatedly', async () => {
    const { clock, record, service, screen, slots, tell, tryAgain, video } = await posing();
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
    const flow = await posing();
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

  test('begins when its code loads after the camera has opened', async () => {
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

  test('stays out when its code loads after the first pose was stored', async () => {
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

  test('sends no video of an abandoned visit', async () => {
    const flow = await posing();
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
    // Whoever loads code outlasts it.
    const loading = clock.sleeping();
    await settle();
    expect(view.live.peek().canSwitchCamera).toBe(true);
    await clock.advance(ms.first - 200);
    switchCamera();
    // Never two at a time, and the button that was pressed does not go, and the focus with it.
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

  test('refuses to switch while a picture is taken, and amid the poses: one camera takes them all', async () => {
    const { switchCamera, takePicture, clock, capture, screen } = await posing();
    takePicture();
    switchCamera();
    await clock.advance(ms.seen);
    expect(screen()).toMatchObject({ taken: 1 });
    switchCamera();
    await settle();
    expect(capture.kit.camera.open).toHaveBeenCalledTimes(1);
  });

  test('repeats all poses, with one video, after replacing a lost camera', async () => {
    const { capture, takePicture, clock, screen, slots, record, service } = await posing();
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

  test('leaves no sign of the program that was in its place', async () => {
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

describe('what goes wrong', () => {
  test('leaving the camera stops it and the upload, and ends nothing else', async () => {
    const { service, takePicture, back, capture, screen, events } = await posing();
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

  describe('a frame that is on its way when the page is left', () => {
    /** A session whose page was left while the frame of the first pose was on its way. */
    async function leftWhileSending() {
      const flow = await posing();
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

    test('arrives meanwhile, and the next pose is asked for', async () => {
      const { arrive, session, screen, clock, slots, service } = await leftWhileSending();
      await arrive();
      expect(screen()).toMatchObject({ kind: 'selfie-camera', taken: 1 });
      session.resume();
      await clock.advance(20_000);
      // Without the video: it does not show all poses in one piece.
      expect(slots()).toEqual(['selfie-1', 'selfie-2']);
      expect(service.submit).toHaveBeenCalledTimes(1);
    });

    test('waits for it when the user is back, and does not take it twice', async () => {
      const { arrive, session, screen, clock, slots, view, takePicture, signal } = await leftWhileSending();
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

    test('takes it again once the service could not be reached for it', async () => {
      const { stored, session, screen, service } = await leftWhileSending();
      stored.reject(new ServiceFailure('unavailable', 0));
      await settle();
      expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: 'general' } });
      session.resume();
      await settle();
      expect(service.submit).not.toHaveBeenCalled();
    });

    test.each(['goes back', 'closes the flow', 'comes back to another camera'])(
      'gives it up when the user %s afterwards',
      async (what) => {
        const { arrive, session, capture, back, openCamera, clock, slots, signal } = await leftWhileSending();
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

    test('leaves it out of the attempt that the service has told of meanwhile', async () => {
      const { arrive, session, tell, tryAgain, clock, slots, service } = await leftWhileSending();
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
    'a camera that is %s is told',
    async (problem) => {
      const flow = setup();
      flow.capture.kit.camera.open.mockRejectedValue(new CameraFailure(problem));
      flow.begin();
      flow.openCamera();
      await settle();
      expect(flow.screen()).toEqual({ kind: 'camera-problem', problem, fileAllowed: false });
    },
  );

  test('a camera whose picture is lost opens once more for the pose that is due, and its video counts no longer', async () => {
    const { capture, takePicture, clock, screen, slots, service } = await posing();
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

  test('a camera that shows nothing is opened once more, then told', async () => {
    const flow = setup();
    const { open } = flow.capture.kit.camera;
    open.mockRejectedValue(new Error('The camera shows no picture.'));
    flow.begin();
    flow.openCamera();
    await settle();
    expect(open).toHaveBeenCalledTimes(2);
    expect(flow.screen()).toEqual({ kind: 'camera-problem', problem: 'busy', fileAllowed: false });
  });

  test('a camera whose picture is lost again is told, and opens again from the first pose', async () => {
    const { capture, takePicture, clock, screen, tryAgain, slots } = await posing();
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

  test('code that arrives for a visit long over leaves the camera of the next alone', async () => {
    const flow = setup();
    const late = deferred<typeof flow.capture.kit>();
    // Loads ahead, and for the first visit, are still pending when the second has all it needs.
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

  test('code that does not load ends with its own code', async () => {
    const flow = setup();
    flow.ports.loadCaptureKit.mockRejectedValue(new Error('offline'));
    flow.begin();
    flow.openCamera();
    await flow.clock.advance(2_500);
    expect(flow.events).toEqual([['started'], ['error', 'error_code_4']]);
  });

  test('poses that are all stored wait for the code that submits them', async () => {
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

  test('continues with what the service awaits when the client is out of step', async () => {
    const { service, takePicture, clock, screen } = await posing();
    service.upload.mockRejectedValueOnce(new ServiceFailure('out-of-step', 409));
    const anew = selfieStep({ attempt: 2, reasons: ['SELFIE_TOO_FAST'] });
    service.stateNow.mockResolvedValueOnce({ ...state, seq: 9, begun: true, step: anew });
    takePicture();
    await clock.advance(ms.seen);
    expect(screen()).toMatchObject({ kind: 'selfie-retry', reasons: ['SELFIE_TOO_FAST'] });
  });

  test('repeats poses that stay out of sequence once, then reports an error', async () => {
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

  test('repeats all poses that the service does not have', async () => {
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

  test('a session that has ended is told', async () => {
    const { service, takePicture, clock, events } = await posing();
    service.upload.mockRejectedValueOnce(new ServiceFailure('unauthorized', 401));
    takePicture();
    await clock.advance(ms.seen);
    expect(events).toEqual([['started'], ['error', 'error_code_3']]);
  });

  test('past the retry limit the page is told error_code_6, once', {
    tags: ['S7.3-6', 'DSDK-27'],
  }, async () => {
    const { tell, events, screen } = await posing();
    tell(finished({ status: 'DECLINED', retryLimitOf: 'selfie' }));
    await settle();
    expect(screen()).toEqual({ kind: 'problem', problem: { kind: 'retry-limit', code: 'error_code_6' } });
    expect(events).toEqual([['started'], ['error', 'error_code_6']]);
  });

  test('stops the camera in the same turn when the flow closes, and sends no more pictures', async () => {
    const { session, capture, takePicture, slots } = await posing();
    takePicture();
    session.dispose();
    expect(capture.openFeeds()).toEqual([]);
    await settle();
    expect(slots()).toEqual([]);
  });
});

test('poses that were stored in full before a reload are submitted without the camera', async () => {
  const slots = ['selfie-1', 'selfie-2'] as const;
  const stored = slots.map((slot) => storedCapture(slot));
  const start = clientState({ begun: true, step: selfieStep({ poses: ['straight', 'left'], stored }) });
  const { begin, service, capture } = setup(start);
  begin();
  await settle();
  expect(Object.keys(service.submit.mock.calls[0]?.[1].captures ?? {})).toEqual([...slots]);
  expect(capture.kit.camera.open).not.toHaveBeenCalled();
});

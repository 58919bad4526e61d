import { describe, expect, test, vi } from 'vitest';
import { preparePicture } from '../capture/prepare-picture.ts';
import type { CaptureHint } from '../flow/screen.ts';
import {
  awaitingChecks,
  clientState,
  documentStep,
  finished,
  passportStep,
} from '../testing/client-state.ts';
import { settle } from '../testing/fake-clock.ts';
// Loaded when a picture is blocked; here it is at hand.
import './send-quietly.ts';
import { deferred, fakePorts, storedCapture } from '../testing/fake-ports.ts';
import { ForcedFailure } from './camera/forced-failure.ts';
import { FileRefused } from './file-fault.ts';
import { CameraFailure, type CaptureKit, type FrameFindings } from './ports.ts';
import { ServiceFailure } from './service-failure.ts';
import { createSession } from './session.ts';
// The session loads it when the camera is first asked for; here it is at hand.
import './camera/live-camera.ts';
import '../steps/document/send-document.ts';

/** Longer than code is tried to be loaded, in ms. */
const triesMs = 2_500;

const passport = clientState({ step: passportStep() });
const file = new File(['x'], 'passport.jpg');

function setup(state = passport, { started = false } = {}) {
  const world = fakePorts(state);
  const events: unknown[][] = [];
  const onLeft = vi.fn(() => session.dispose());
  const session = createSession({
    requester: 'Shop',
    state,
    ports: world.ports,
    started,
    emit: (name, ...values) => {
      events.push([name, ...values]);
    },
    onLeft,
  });
  const { view } = session;
  const screen = () => view.screen.peek();
  session.run();
  return { ...world, session, view, ...view.actions, screen, events, onLeft };
}

/** A session whose user has taken a picture and looks at it. */
async function reviewing(state = passport) {
  const flow = setup(state);
  flow.begin();
  flow.openCamera();
  await settle();
  flow.takePicture();
  await settle();
  return flow;
}

describe('beginning', () => {
  test('tells that the user has begun, and tells the service', { tags: ['DSDK-12', 'DSDK-72'] }, async () => {
    const { begin, events, service, screen } = setup();
    expect(screen().kind).toBe('welcome');
    begin();
    begin();
    await settle();
    expect(events).toEqual([['started']]);
    expect(service.begin).toHaveBeenCalledTimes(1);
    expect(screen().kind).toBe('instruct');
  });

  test('tells the service alone what the page knows already', async () => {
    const { begin, events, service } = setup(passport, { started: true });
    begin();
    await settle();
    expect(events).toEqual([]);
    expect(service.begin).toHaveBeenCalledTimes(1);
  });

  test('does not begin again after a reload', async () => {
    const { begin, events, service } = setup({ ...passport, begun: true });
    begin();
    await settle();
    expect(events).toEqual([['started']]);
    expect(service.begin).not.toHaveBeenCalled();
  });

  test('fetches the capture code while the user reads', async () => {
    const { begin, ports } = setup();
    begin();
    await settle();
    expect(ports.loadCaptureKit).toHaveBeenCalled();
  });

  test('remembers the document over a reload', async () => {
    const world = setup(clientState());
    world.begin();
    world.chooseDocument('NATIONAL_ID');
    expect([...world.choices]).toEqual([['document 1', 'NATIONAL_ID']]);
  });
});

describe('camera', () => {
  test('shows its picture, and stops once a picture is taken', async () => {
    const { begin, openCamera, takePicture, capture, screen, view } = setup();
    begin();
    openCamera();
    await settle();
    expect(view.live.peek()).toMatchObject({ widthPx: 1920, torch: 'off', canSwitchCamera: true });
    takePicture();
    takePicture();
    expect(view.live.peek().taking).toBe(true);
    await settle();
    expect(capture.feeds[0]?.takePicture).toHaveBeenCalledTimes(1);
    expect(screen()).toMatchObject({ kind: 'review', imageUrl: 'blob:1' });
    expect(capture.openFeeds()).toEqual([]);
    expect(view.live.peek().stream).toBeNull();
  });

  test('keeps the picture and its outline right when the device is turned', async () => {
    const { begin, openCamera, capture, clock, view } = setup();
    begin();
    openCamera();
    await settle();
    capture.see({ hint: 'blurred', outline: [0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9] });
    await clock.advance(1_000);
    expect(view.live.peek()).toMatchObject({ widthPx: 1920, heightPx: 1080, outline: expect.anything() });
    expect(capture.feeds[0]!.heed).toHaveBeenLastCalledWith('blurred', expect.any(Number));
    const onPicture = vi.mocked(capture.kit.camera.open).mock.calls[0]![3];
    const { stream } = capture.feeds[0]!;
    onPicture({ stream, widthPx: 1080, heightPx: 1920, mirrored: false });
    expect(view.live.peek()).toMatchObject({ stream, widthPx: 1080, heightPx: 1920, outline: null });
    await clock.advance(200);
    expect(view.live.peek().outline).not.toBeNull();
  });

  test('a picture that holds still long enough takes itself', async () => {
    const { begin, openCamera, capture, clock, screen, view } = setup();
    begin();
    openCamera();
    const outline = [0, 0, 1, 0, 1, 1, 0, 1] as const;
    capture.see({ hint: 'hold-still', outline });
    await clock.advance(1_500);
    expect(view.live.peek()).toMatchObject({ hint: 'hold-still', outline });
    expect(view.live.peek().held).toBeGreaterThan(0.3);
    await clock.advance(900);
    expect(screen().kind).toBe('review');
  });

  test('captures nothing that moves, and asks the user to hold still', async () => {
    const { begin, openCamera, capture, clock, screen, view } = setup();
    // From one frame to the next, in shares of the frame's width: six of the 320 pixels that are searched.
    let step = 0.02;
    let left = 0;
    capture.analyser.analyse = async () => {
      left = left > 0.3 ? 0 : left + step;
      const right = left + 0.5;
      return {
        hint: 'hold-still',
        outline: [left, 0.2, right, 0.2, right, 0.8, left, 0.8],
        isSure: true,
      };
    };
    begin();
    openCamera();
    await settle();
    for (let waited = 0; waited < 5_000; waited += 100) {
      await clock.advance(100);
      expect(view.live.peek().held).toBeLessThan(0.2);
    }
    expect([view.live.peek().hint, screen().kind]).toEqual(['hold-still', 'camera']);
    // A tremble of two pixels.
    left = 0;
    capture.analyser.analyse = async () => {
      step = -step;
      const [at, right] = [0.3 + step / 6.4, 0.8 + step / 6.4];
      return { hint: 'hold-still', outline: [at, 0.2, right, 0.2, right, 0.8, at, 0.8], isSure: true };
    };
    await clock.advance(1_600);
    expect(screen().kind).toBe('review');
  });

  test('the picture that takes itself is the frame that was judged, cut out by its own outline', async () => {
    const { begin, openCamera, capture, clock } = setup();
    begin();
    openCamera();
    await settle();
    const [feed] = capture.feeds;
    const grabFrame = vi.spyOn(feed!, 'grabFrame');
    let seen = 0;
    capture.analyser.analyse = async () => {
      seen += 0.001;
      return { hint: 'hold-still', outline: [seen, 0, 1, 0, 1, 1, seen, 1], isSure: true };
    };
    await clock.advance(2_400);
    expect(grabFrame.mock.lastCall?.[1]).toBe(true);
    expect(grabFrame.mock.calls[0]?.[1]).toBe(false);
    expect(feed!.takePicture).toHaveBeenCalledExactlyOnceWith([seen, 0, 1, 0, 1, 1, seen, 1], true);
  });

  test('restarts an analysis that fails during a frame, and captures nothing at once', async () => {
    const { begin, openCamera, capture, clock, screen } = setup();
    begin();
    openCamera();
    await settle();
    const grabFrame = vi.spyOn(capture.feeds[0]!, 'grabFrame');
    let dies = true;
    capture.analyser.analyse = async () => {
      const isKept = grabFrame.mock.lastCall?.[1];
      if (isKept && dies) {
        dies = false;
        grabFrame.mockClear();
        throw new Error('no memory');
      }
      return { hint: 'hold-still', outline: [0, 0, 1, 0, 1, 1, 0, 1], isSure: true };
    };
    for (let waitedMs = 0; dies && waitedMs < 4_000; waitedMs += 50) await clock.advance(50);
    expect(dies).toBe(false);
    await clock.advance(100);
    expect(grabFrame.mock.calls[0]?.[1]).toBe(false);
    await clock.advance(2_000);
    expect(screen().kind).toBe('review');
  });

  test.each([
    ['as it was seen last', true, [0, 0, 1, 0, 1, 1, 0, 1]],
    ['of nothing, where it is not certain', false, null],
  ] as const)('a picture is taken with the outline %s', async (_, isSure, outline) => {
    const { begin, openCamera, capture, clock, view } = setup();
    begin();
    openCamera();
    capture.see({ hint: 'glare', outline: [0, 0, 1, 0, 1, 1, 0, 1], isSure });
    await clock.advance(1_000);
    view.actions.takePicture();
    expect(capture.feeds[0]?.takePicture).toHaveBeenCalledExactlyOnceWith(outline, false);
  });

  describe('the outline of an older frame', () => {
    const found: FrameFindings = { hint: 'hold-still', outline: [0, 0, 1, 0, 1, 1, 0, 1], isSure: true };

    test.each([
      ['cuts out what is shown half a second later', 499, found.outline],
      ['cuts out nothing any more after that', 500, null],
    ])('%s, while the analysis hangs', async (_, waitedMs, outline) => {
      const { begin, openCamera, capture, clock, view } = setup();
      const analyse = vi.fn(() => new Promise<FrameFindings>(() => {})).mockResolvedValueOnce(found);
      capture.analyser.analyse = analyse;
      begin();
      openCamera();
      await settle();
      await clock.advance(waitedMs);
      expect([analyse.mock.calls.length, view.live.peek().outline]).toEqual([2, found.outline]);
      view.actions.takePicture();
      expect(capture.feeds[0]?.takePicture).toHaveBeenCalledExactlyOnceWith(outline, false);
    });

    test.each([
      ['cuts out nothing of what is shown, however new the answer is', 610, true, [null, false]],
      ['cuts out the picture that takes itself', 6_000, false, [found.outline, true]],
    ] as const)('%s, where each analysis takes longer', async (_, waitedMs, presses, taken) => {
      const { begin, openCamera, capture, clock, view } = setup();
      const { signal } = new AbortController();
      capture.analyser.analyse = () => clock.sleep(600, signal).then(() => found);
      begin();
      openCamera();
      await clock.advance(waitedMs);
      if (presses) view.actions.takePicture();
      expect(capture.feeds[0]?.takePicture).toHaveBeenCalledExactlyOnceWith(...taken);
    });
  });

  test('a camera that shows too little detail takes no picture by itself, and tells that the user may', async () => {
    const { begin, openCamera, capture, clock, view, screen } = setup();
    begin();
    openCamera();
    capture.see({ hint: 'by-hand', outline: [0, 0, 1, 0, 1, 1, 0, 1] });
    await clock.advance(6_000);
    expect([view.live.peek().hint, screen().kind]).toEqual(['by-hand', 'camera']);
    view.actions.takePicture();
    await settle();
    expect(screen().kind).toBe('review');
  });

  test('a card is watched side by side, and does not take itself while it is to be turned over', async () => {
    const step = documentStep({ chosen: 'NATIONAL_ID', stored: [storedCapture('front', 'f')] });
    const { begin, openCamera, capture, clock, screen, view } = setup(clientState({ begun: true, step }));
    begin();
    openCamera();
    capture.see({ hint: 'turn-over', outline: null });
    await clock.advance(4_000);
    expect(capture.kit.startAnalyser).toHaveBeenCalledExactlyOnceWith(expect.any(AbortSignal), 'back');
    expect(view.live.peek()).toMatchObject({ hint: 'turn-over', held: 0 });
    expect(screen().kind).toBe('camera');
    view.actions.takePicture();
    await settle();
    expect(screen().kind).toBe('review');
  });

  test.each([
    ['the back of a card is looked at for its lines', 'NATIONAL_ID', true, 'BACK'],
    ['so is that of a permit', 'RESIDENT_PERMIT', true, 'BACK'],
    ['the front of a card is not', 'NATIONAL_ID', false, 'NATIONAL_ID'],
    ['the back of a licence is looked at for its code', 'DRIVERS_LICENSE', true, 'BARS'],
  ] as const)('%s', async (_, chosen, isBack, subject) => {
    const stored = isBack ? [storedCapture('front', 'f')] : [];
    const step = documentStep({ accepts: [{ type: chosen, sides: ['front', 'back'] }], chosen, stored });
    const { begin, openCamera, capture, clock } = setup(clientState({ begun: true, step }));
    const analyse = vi.spyOn(capture.analyser, 'analyse');
    begin();
    openCamera();
    await clock.advance(500);
    expect(analyse).toHaveBeenLastCalledWith(expect.anything(), subject);
  });

  test('a fault ends the countdown', async () => {
    const { begin, openCamera, capture, clock, screen, view } = setup();
    begin();
    openCamera();
    capture.see({ hint: 'hold-still', outline: null });
    await clock.advance(1_500);
    capture.see({ hint: 'glare', outline: null });
    await clock.advance(2_000);
    expect(view.live.peek()).toMatchObject({ hint: 'glare', held: 0 });
    expect(screen().kind).toBe('camera');
  });

  test.each(['blurred', 'glare', 'looking'] as const)(
    'takes no picture of a frame that is found %s, although its hint outlives it',
    async (fault) => {
      const { begin, openCamera, capture, clock, screen, view } = setup();
      const takes: string[] = [];
      let found: CaptureHint = 'hold-still';
      capture.analyser.analyse = async () => ({
        hint: found,
        outline: [0, 0, 1, 0, 1, 1, 0, 1],
        isSure: false,
      });
      begin();
      openCamera();
      await settle();
      vi.mocked(capture.feeds[0]!.takePicture).mockImplementation(async () => {
        takes.push(found);
        return capture.picture;
      });
      while (view.live.peek().held < 0.9) await clock.advance(20);
      found = fault;
      await clock.advance(80);
      expect([takes, view.live.peek().hint]).toEqual([[], 'hold-still']);
      found = 'hold-still';
      await clock.advance(80);
      expect([takes, screen().kind]).toEqual([['hold-still'], 'review']);
    },
  );

  test('takes no picture of the frame in which the document is seen again: its sharpness and movement are unknown', async () => {
    const { begin, openCamera, capture, clock, screen, view } = setup();
    let outline: FrameFindings['outline'] = [0, 0, 1, 0, 1, 1, 0, 1];
    capture.analyser.analyse = async () => ({
      hint: outline ? 'hold-still' : 'looking',
      outline,
      isSure: true,
    });
    begin();
    openCamera();
    await settle();
    while (view.live.peek().held < 0.9) await clock.advance(20);
    outline = null;
    await clock.advance(80);
    outline = [0.3, 0, 1, 0, 1, 1, 0.3, 1];
    await clock.advance(80);
    expect([view.live.peek().held, screen().kind]).toEqual([1, 'camera']);
    await clock.advance(80);
    expect(screen().kind).toBe('review');
  });

  test('the shutter works without the analysis', async () => {
    const world = setup();
    world.capture.kit.startAnalyser.mockRejectedValue(new Error('blocked'));
    world.begin();
    world.openCamera();
    await settle();
    expect(world.view.live.peek().hint).toBeNull();
    world.takePicture();
    await settle();
    expect(world.screen().kind).toBe('review');
  });

  test('restarts an analysis that fails', async () => {
    const { begin, openCamera, capture, clock, screen } = setup();
    const broken = {
      analyse: () => Promise.reject(new Error('The analysis worker does not answer.')),
      dispose: vi.fn(),
    };
    capture.kit.startAnalyser.mockResolvedValueOnce(broken);
    begin();
    openCamera();
    capture.see({ hint: 'hold-still', outline: [0, 0, 1, 0, 1, 1, 0, 1] });
    await clock.advance(2_400);
    expect(broken.dispose).toHaveBeenCalledTimes(1);
    expect(screen().kind).toBe('review');
  });

  test('an analysis that breaks time and again leaves the shutter', async () => {
    const world = setup();
    world.capture.analyser.analyse = () => Promise.reject(new Error('out of memory'));
    world.begin();
    world.openCamera();
    await settle();
    expect(world.view.live.peek()).toMatchObject({ hint: null, outline: null });
    expect(world.capture.analyser.dispose).toHaveBeenCalled();
    expect(world.screen().kind).toBe('camera');
  });

  test('an analysis that does not come leaves the shutter, and guides once it has come after all', async () => {
    const { begin, openCamera, capture, clock, view } = setup();
    const coming = deferred<typeof capture.analyser>();
    capture.kit.startAnalyser.mockReturnValueOnce(coming.promise);
    begin();
    openCamera();
    capture.see({ hint: 'closer', outline: null });
    await clock.advance(7_900);
    expect(view.live.peek().hint).toBe('looking');
    await clock.advance(200);
    expect(view.live.peek().hint).toBeNull();
    coming.resolve(capture.analyser);
    await clock.advance(1_500);
    expect(view.live.peek().hint).toBe('closer');
  });

  test('one whose picture cannot be kept is opened once more, then the user is told', async () => {
    const { begin, openCamera, takePicture, capture, screen, view } = setup();
    begin();
    openCamera();
    for (const _ of ['first', 'second']) {
      await settle();
      expect([screen().kind, view.live.peek().taking]).toEqual(['camera', false]);
      vi.mocked(capture.feeds.at(-1)!.takePicture).mockRejectedValue(new Error('no memory'));
      takePicture();
    }
    await settle();
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'busy' });
    expect([capture.feeds.length, capture.openFeeds()]).toEqual([2, []]);
  });

  test('never two at a time when it is switched', async () => {
    const { begin, openCamera, switchCamera, capture, view } = setup();
    begin();
    openCamera();
    await settle();
    capture.kit.camera.open.mockClear();
    switchCamera();
    expect(capture.openFeeds()).toEqual([]);
    // The button that was pressed is not to go with the camera, and the focus with it.
    expect(view.live.peek()).toMatchObject({ stream: null, canSwitchCamera: true });
    await settle();
    expect(capture.kit.camera.open).toHaveBeenCalledWith(
      'camera 1',
      expect.anything(),
      'environment',
      expect.anything(),
    );
    expect(capture.openFeeds()).toHaveLength(1);
  });

  test('one that opens and shows nothing is opened once more, then the user is told', async () => {
    const { begin, openCamera, capture, screen } = setup();
    const { open } = capture.kit.camera;
    open.mockRejectedValue(new Error('The camera shows no picture.'));
    begin();
    openCamera();
    await settle();
    expect(open).toHaveBeenCalledTimes(2);
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'busy' });
    expect(open.mock.calls.map(([, signal]) => signal.aborted)).toEqual([true, true]);
  });

  test('one that shows its first frame when opened once more is no problem', async () => {
    const { begin, openCamera, capture, screen, view } = setup();
    capture.kit.camera.open.mockRejectedValueOnce(new Error('The camera shows no picture.'));
    begin();
    openCamera();
    await settle();
    expect([screen().kind, view.live.peek().stream === null]).toEqual(['camera', false]);
  });

  test('a camera that is switched to must be held still itself', async () => {
    const { begin, openCamera, switchCamera, capture, clock, screen, view } = setup();
    begin();
    openCamera();
    capture.see({ hint: 'hold-still', outline: [0, 0, 1, 0, 1, 1, 0, 1] });
    while (view.live.peek().held < 0.9) await clock.advance(20);
    switchCamera();
    expect(view.live.peek()).toMatchObject({ hint: 'looking', held: 0 });
    await clock.advance(1_200);
    expect([capture.feeds.length, screen().kind]).toEqual([2, 'camera']);
    expect(view.live.peek().held).toBeLessThan(0.5);
    await clock.advance(1_200);
    expect(screen().kind).toBe('review');
    expect(capture.feeds.map((feed) => vi.mocked(feed.takePicture).mock.calls.length)).toEqual([0, 1]);
  });

  test('a frame of the camera that was left decides nothing', async () => {
    const { begin, openCamera, switchCamera, capture, clock, view } = setup();
    const answer = deferred<FrameFindings>();
    begin();
    openCamera();
    capture.analyser.analyse = () => answer.promise;
    await settle();
    await clock.advance(100);
    switchCamera();
    await settle();
    answer.resolve({ hint: 'hold-still', outline: [0, 0, 1, 0, 1, 1, 0, 1], isSure: true });
    await settle();
    expect(view.live.peek()).toMatchObject({ hint: 'looking', outline: null });
    expect(capture.feeds[1]!.heed).not.toHaveBeenCalled();
  });

  test('the torch is as it says', async () => {
    const { begin, openCamera, toggleTorch, view, capture } = setup();
    begin();
    openCamera();
    await settle();
    toggleTorch();
    await settle();
    expect(view.live.peek().torch).toBe('on');
    capture.feeds[0]!.setTorch = async () => false;
    toggleTorch();
    await settle();
    expect(view.live.peek().torch).toBe('on');
  });

  test.each(['busy', 'black'] as const)(
    'opens once more when its picture is lost, and reports the second loss: %s',
    async (loss) => {
      const { begin, openCamera, takePicture, tryAgain, capture, screen, view } = setup();
      begin();
      openCamera();
      await settle();
      capture.feeds[0]!.lose(loss);
      // Never two at a time.
      expect(capture.openFeeds()).toEqual([]);
      await settle();
      expect(screen().kind).toBe('camera');
      expect(capture.openFeeds()).toEqual([capture.feeds[1]]);
      expect(view.live.peek().stream).toBe(capture.feeds[1]!.stream);
      // Late news of the first camera is ignored.
      capture.feeds[0]!.lose(loss);
      expect(screen().kind).toBe('camera');
      capture.feeds[1]!.lose(loss);
      expect(screen()).toMatchObject({ kind: 'camera-problem', problem: loss, fileAllowed: true });
      expect(capture.openFeeds()).toEqual([]);
      tryAgain();
      await settle();
      capture.feeds[2]!.lose(loss);
      await settle();
      expect(screen().kind).toBe('camera');
      takePicture();
      await settle();
      expect(screen().kind).toBe('review');
      expect(capture.openFeeds()).toEqual([]);
    },
  );

  test('says what keeps it from opening once more', async () => {
    const { begin, openCamera, capture, screen } = setup();
    begin();
    openCamera();
    await settle();
    capture.kit.camera.open.mockRejectedValueOnce(new CameraFailure('missing'));
    capture.feeds[0]!.lose();
    await settle();
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'missing' });
  });

  test('does not open again when the user has left it', async () => {
    const { begin, openCamera, back, capture } = setup();
    begin();
    openCamera();
    await settle();
    capture.kit.camera.open.mockClear();
    back();
    capture.feeds[0]!.lose();
    await settle();
    expect(capture.kit.camera.open).not.toHaveBeenCalled();
  });

  test('opens by itself once the user has allowed it', async () => {
    const { begin, openCamera, capture, screen } = setup();
    capture.kit.camera.open.mockRejectedValueOnce(new CameraFailure('denied'));
    begin();
    openCamera();
    await settle();
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'denied', fileAllowed: true });
    capture.allow();
    await settle();
    expect(screen().kind).toBe('camera');
    expect(capture.openFeeds()).toHaveLength(1);
  });

  test.each(['missing', 'busy'] as const)(
    'opens by itself once another may be there, when it was %s',
    { tags: ['DSDK-119'] },
    async (problem) => {
      const { begin, openCamera, capture, screen } = setup();
      capture.kit.camera.open.mockRejectedValueOnce(new CameraFailure(problem));
      begin();
      openCamera();
      await settle();
      expect(screen()).toMatchObject({ kind: 'camera-problem', problem });
      capture.allow();
      await settle();
      expect(screen().kind).toBe('camera');
      expect(capture.openFeeds()).toHaveLength(1);
    },
  );

  test('waits for a camera no longer than its help is shown', async () => {
    const { begin, openCamera, back, capture, screen } = setup();
    capture.kit.camera.open.mockRejectedValueOnce(new CameraFailure('missing'));
    begin();
    openCamera();
    await settle();
    const [waiting] = capture.kit.camera.allowed.mock.calls[0] as unknown as [AbortSignal];
    expect(waiting.aborted).toBe(false);
    back();
    expect(waiting.aborted).toBe(true);
    capture.allow();
    await settle();
    expect(screen().kind).toBe('instruct');
    expect(capture.openFeeds()).toEqual([]);
  });

  test('shows the stream as soon as it is open, and no longer when no frame comes', async () => {
    const { begin, openCamera, view, capture, screen } = setup();
    const frame = deferred<never>();
    const stream = {} as MediaStream;
    capture.kit.camera.open.mockImplementationOnce((_other, _signal, _facing, onPicture) => {
      onPicture({ stream, widthPx: 1280, heightPx: 720, mirrored: true });
      return frame.promise;
    });
    begin();
    openCamera();
    await settle();
    expect(view.live.peek()).toMatchObject({ opened: stream, stream: null, widthPx: 1280, mirrored: true });
    frame.reject(new CameraFailure('busy'));
    await settle();
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'busy' });
    expect(view.live.peek()).toMatchObject({ opened: null, stream: null });
  });

  test('one that opens after the user has gone back is closed at once', async () => {
    const { begin, openCamera, back, capture } = setup();
    const opening = deferred<Awaited<ReturnType<CaptureKit['camera']['open']>>>();
    const feed = await capture.kit.camera.open(null, new AbortController().signal, 'environment', () => {});
    capture.kit.camera.open.mockReturnValueOnce(opening.promise);
    begin();
    openCamera();
    await settle();
    back();
    opening.resolve(feed);
    await settle();
    expect(capture.openFeeds()).toEqual([]);
  });

  test.each([
    [true, { kind: 'camera-problem', problem: 'unloaded' }, []],
    [false, { kind: 'problem', problem: { kind: 'capture-unavailable' } }, [['error', 'error_code_4']]],
  ])(
    'without its code, files allowed: %s',
    { tags: ['S7.3-4', 'DSDK-25', 'DSDK-30'] },
    async (fileAllowed, shown, told) => {
      const world = setup(clientState({ step: passportStep({ fileAllowed }) }));
      world.ports.loadCaptureKit.mockRejectedValue(new Error('offline'));
      world.begin();
      world.openCamera();
      await world.clock.advance(triesMs);
      expect(world.screen()).toMatchObject(shown);
      expect(world.events).toEqual([['started'], ...told]);
    },
  );

  test('loads a partly lost module again before it reports a failure', { tags: ['DSDK-25'] }, async () => {
    const world = setup();
    const lost = new Error('offline');
    // Fetched ahead, and again for the user.
    world.ports.loadCaptureKit.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
    world.begin();
    world.openCamera();
    await world.clock.advance(triesMs);
    expect(world.screen().kind).toBe('camera');
    expect(world.capture.openFeeds()).toHaveLength(1);
  });
});

describe('a session of the sandbox', () => {
  test.each([
    ['error_code_1', 'general', []],
    ['error_code_4', 'capture-unavailable', [['error', 'error_code_4']]],
  ] as const)('fails with %s although a file would be allowed', async (code, kind, told) => {
    const world = setup(clientState({ step: passportStep({ fileAllowed: true }) }));
    world.ports.loadCaptureKit.mockRejectedValue(new ForcedFailure(code));
    world.begin();
    world.openCamera();
    await world.clock.advance(triesMs);
    expect(world.screen()).toMatchObject({ kind: 'problem', problem: { kind, code } });
    expect(world.events).toEqual([['started'], ...told]);
  });
});

describe('files', () => {
  test('shows them like pictures', async () => {
    const { begin, chooseFile, screen } = setup();
    begin();
    chooseFile(file);
    await settle();
    expect(screen().kind).toBe('review');
  });

  test.each([
    ['the first is ready first', [0, 1]],
    ['the second is ready first', [1, 0]],
  ])('of two chosen one after the other the later one is sent, %s', async (_, order) => {
    const world = setup();
    const made = [deferred<Blob>(), deferred<Blob>()];
    const pictures = [new Blob(['first']), new Blob(['second'])];
    for (const { promise } of made) world.ports.preparePicture.mockReturnValueOnce(promise);
    world.begin();
    world.chooseFile(file);
    world.chooseFile(new File(['y'], 'other.jpg'));
    for (const at of order) {
      await settle();
      made[at]?.resolve(pictures[at] as Blob);
    }
    await settle();
    expect(world.screen().kind).toBe('review');
    world.acceptPicture();
    await settle();
    expect(world.service.upload.mock.calls.map(([, , sent]) => sent)).toEqual([pictures[1]]);
  });

  test('take the place of a picture that the camera took meanwhile, which is kept no longer', async () => {
    const { chooseFile, retakePicture, urls, screen } = await reviewing();
    const [taken] = urls;
    chooseFile(file);
    await settle();
    const [chosen, ...others] = urls;
    expect(chosen).not.toBe(taken);
    expect(others).toEqual([]);
    expect(screen()).toMatchObject({ kind: 'review', imageUrl: chosen });
    retakePicture();
    expect(urls.size).toBe(0);
  });

  test('shows no fault of the first of two files chosen one after the other', async () => {
    const world = setup();
    const other = deferred<Blob>();
    world.ports.preparePicture.mockRejectedValueOnce(new FileRefused('FILE_EMPTY'));
    world.ports.preparePicture.mockReturnValueOnce(other.promise);
    world.begin();
    world.chooseFile(file);
    world.chooseFile(new File(['y'], 'other.jpg'));
    await settle();
    expect(world.screen().kind).toBe('instruct');
    other.resolve(new Blob(['second']));
    await settle();
    expect(world.screen().kind).toBe('review');
  });

  test.each<[string, string, BlobPart]>([
    ['a photo as an iPhone keeps it', 'FILE_HEIC', '\0\0\0\x18ftypheic'],
    ['a page', 'FILE_OF_OTHER_KIND', '%PDF-1.7'],
    ['nothing', 'FILE_EMPTY', ''],
    ['a damaged picture', 'FILE_UNREADABLE', new Uint8Array([0xff, 0xd8, 0xff, 0])],
  ])('that hold %s are explained by what is in them, and cost no try', async (_, fault, content) => {
    const world = setup();
    // Nothing is a picture where there is no browser to open it.
    world.ports.preparePicture.mockImplementationOnce(preparePicture);
    world.begin();
    world.chooseFile(new File([content], 'passport.jpg', { type: 'image/jpeg' }));
    await vi.waitFor(() => expect(world.screen()).toMatchObject({ kind: 'collect-retry', reasons: [fault] }));
    expect(world.screen()).toMatchObject({
      task: { of: 'document' },
      attemptsLeft: Number.POSITIVE_INFINITY,
    });
    expect(world.service.upload).not.toHaveBeenCalled();
    world.chooseFile(file);
    await settle();
    expect(world.screen().kind).toBe('review');
  });

  test('asks for another file if the code that explains the fault is missing', async () => {
    const world = setup();
    world.ports.preparePicture.mockRejectedValueOnce(new FileRefused('FILE_EMPTY'));
    world.begin();
    world.chooseFile(file);
    await settle();
    expect(world.screen().kind).toBe('collect-retry');
    world.captureScreensMissing();
    expect(world.screen()).toMatchObject({ kind: 'retry', reasons: ['IMAGE_UNREADABLE'] });
    expect(world.events).toEqual([['started']]);
    world.tryAgain();
    world.chooseFile(file);
    await settle();
    expect(world.screen().kind).toBe('review');
  });

  test('counts unusable files, so that each is announced', async () => {
    const world = setup();
    world.ports.preparePicture.mockRejectedValue(new FileRefused('FILE_EMPTY'));
    world.begin();
    for (const refusals of [1, 2]) {
      world.chooseFile(file);
      await settle();
      expect(world.screen()).toMatchObject({ kind: 'collect-retry', reasons: ['FILE_EMPTY'], refusals });
    }
  });

  test('prepares them with code that is fetched while the user reads, and waits for it', async () => {
    const world = setup();
    world.begin();
    expect(world.ports.loadPreparation).toHaveBeenCalledOnce();
    world.ports.loadPreparation.mockRejectedValueOnce(new Error('offline'));
    world.chooseFile(file);
    await world.clock.advance(500);
    expect(world.screen().kind).toBe('review');
  });

  test('judges no file while the code that prepares files is missing', async () => {
    const world = setup();
    world.begin();
    world.ports.loadPreparation.mockRejectedValue(new Error('offline'));
    for (const times of [1, 2]) {
      world.chooseFile(file);
      await world.clock.advance(2_000);
      expect(world.screen()).toEqual({
        kind: 'camera-problem',
        problem: 'unloaded',
        times,
        fileAllowed: true,
      });
    }
    world.ports.loadPreparation.mockResolvedValue(world.ports.preparePicture);
    world.chooseFile(file);
    await settle();
    expect(world.screen().kind).toBe('review');
  });

  test('explains files that are too small, and offers the camera', async () => {
    const world = setup();
    world.ports.preparePicture.mockRejectedValueOnce(new FileRefused('FILE_TOO_SMALL'));
    world.begin();
    world.chooseFile(file);
    await settle();
    expect(world.screen()).toMatchObject({ kind: 'collect-retry', reasons: ['FILE_TOO_SMALL'] });
    expect(world.ports.preparePicture).toHaveBeenCalledWith(file, 300);
    world.back();
    expect(world.screen().kind).toBe('instruct');
  });

  test.each([
    [413, 'FILE_TOO_LARGE'],
    [415, 'FILE_OF_OTHER_KIND'],
  ])('that the service refuses with %i are explained likewise', async (status, fault) => {
    const world = setup();
    world.service.upload.mockRejectedValueOnce(new ServiceFailure('unusable', status));
    world.begin();
    world.chooseFile(file);
    await settle();
    world.acceptPicture();
    await settle();
    expect(world.screen()).toMatchObject({ kind: 'collect-retry', reasons: [fault] });
    world.openCamera();
    expect(world.screen().kind).toBe('camera');
  });

  test('drops files that are ready too late', async () => {
    const world = setup();
    const prepared = deferred<Blob>();
    world.ports.preparePicture.mockReturnValue(prepared.promise);
    world.begin();
    world.chooseFile(file);
    world.openCamera();
    prepared.resolve(world.capture.picture);
    await settle();
    expect(world.screen().kind).toBe('camera');
    expect(world.urls.size).toBe(0);
  });
});

describe('sending', () => {
  test('uploads what the user saw and submits its digest', async () => {
    const { acceptPicture, service, screen, capture, urls } = await reviewing();
    acceptPicture();
    await settle();
    expect(service.upload).toHaveBeenCalledWith(
      { stepId: 'document', attempt: 1 },
      'front',
      capture.picture,
      expect.anything(),
    );
    expect(service.submit).toHaveBeenCalledWith(
      { stepId: 'document', attempt: 1 },
      { documentType: 'PASSPORT', captures: { front: 'a'.repeat(43) } },
      expect.anything(),
    );
    expect(screen().kind).toBe('processing');
    expect(urls.size).toBe(0);
  });

  test('shows bytes and the connection', async () => {
    const { acceptPicture, service, screen } = await reviewing();
    service.upload.mockReturnValue(new Promise(() => {}));
    acceptPicture();
    await settle();
    const call = service.upload.mock.calls[0]![3];
    call.onProgress({ sentBytes: 1, totalBytes: 4 });
    expect(screen()).toEqual({ kind: 'upload', progress: { sentBytes: 1, totalBytes: 4 }, offline: false });
    call.onConnection?.(true);
    expect(screen()).toMatchObject({ offline: true });
  });

  test('waits until the service knows that the user has begun', async () => {
    const flow = setup();
    const begun = deferred<typeof passport>();
    flow.service.begin.mockReturnValue(begun.promise);
    flow.begin();
    flow.chooseFile(file);
    await settle();
    flow.acceptPicture();
    await settle();
    expect(flow.service.upload).not.toHaveBeenCalled();
    begun.resolve({ ...passport, seq: 2, begun: true });
    await settle();
    expect(flow.service.upload).toHaveBeenCalled();
  });

  test('submits both sides of a card, one of them stored before a reload', async () => {
    const step = documentStep({ stored: [storedCapture('front', 'f')], chosen: 'NATIONAL_ID' });
    const flow = setup(clientState({ begun: true, step }));
    flow.begin();
    expect(flow.screen()).toMatchObject({ kind: 'instruct', side: 'back' });
    flow.chooseFile(file);
    await settle();
    flow.acceptPicture();
    await settle();
    expect(flow.service.submit.mock.calls[0]?.[1]).toEqual({
      documentType: 'NATIONAL_ID',
      captures: { front: 'f'.repeat(43), back: 'a'.repeat(43) },
    });
  });

  test('submits at once what was stored in full before a reload', async () => {
    const flow = setup(
      clientState({ begun: true, step: passportStep({ stored: [storedCapture('front', 'f')] }) }),
    );
    flow.begin();
    await settle();
    expect(flow.service.upload).not.toHaveBeenCalled();
    expect(flow.service.submit.mock.calls[0]?.[1].captures).toEqual({ front: 'f'.repeat(43) });
  });

  test('a refused picture is asked for again', async () => {
    const { acceptPicture, service, screen } = await reviewing();
    service.upload.mockRejectedValue(new ServiceFailure('unusable', 415));
    acceptPicture();
    await settle();
    expect(screen()).toMatchObject({ kind: 'retry', reasons: ['IMAGE_UNREADABLE'] });
  });

  test('offers other ways for a picture that is blocked on its way, and keeps it to be sent again', async () => {
    const { acceptPicture, tryAgain, service, screen } = await reviewing();
    service.upload.mockRejectedValueOnce(new ServiceFailure('blocked', 0));
    acceptPicture();
    await settle();
    expect(screen()).toMatchObject({
      kind: 'collect-retry',
      reasons: ['FILE_BLOCKED'],
      cameraAllowed: true,
      attemptsLeft: Number.POSITIVE_INFINITY,
    });
    tryAgain();
    await settle();
    const [first, second] = service.upload.mock.calls.map(([, , picture]) => picture);
    expect(second).toBe(first);
    expect(screen().kind).toBe('processing');
  });

  test('goes on by itself when a blocked picture gets through at a quiet try', async () => {
    const { acceptPicture, clock, service, screen } = await reviewing();
    service.upload.mockRejectedValueOnce(new ServiceFailure('blocked', 0));
    acceptPicture();
    await settle();
    expect(screen()).toMatchObject({ reasons: ['FILE_BLOCKED'] });
    // Its code comes first.
    await vi.waitFor(async () => {
      await clock.advance(3_000);
      expect(service.upload).toHaveBeenCalledTimes(2);
    });
    await settle();
    expect(service.submit).toHaveBeenCalledTimes(1);
    expect(screen().kind).toBe('processing');
  });

  test('sends nothing quietly once the user takes another way', async () => {
    const { acceptPicture, openCamera, clock, service, screen } = await reviewing();
    service.upload.mockRejectedValueOnce(new ServiceFailure('blocked', 0));
    acceptPicture();
    await settle();
    openCamera();
    await clock.advance(3_000);
    await settle();
    expect(screen().kind).toBe('camera');
    expect(service.upload).toHaveBeenCalledTimes(1);
  });

  test('reports a submission that is blocked as our fault, and submits again', async () => {
    const { acceptPicture, begin, service, screen } = await reviewing();
    service.submit.mockRejectedValueOnce(new ServiceFailure('unexpected', 403));
    acceptPicture();
    await settle();
    expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: 'general' } });
    begin();
    await settle();
    expect(service.submit).toHaveBeenCalledTimes(2);
    expect(screen().kind).toBe('processing');
  });

  test('follows the service when it awaits another step', async () => {
    const { acceptPicture, service, screen } = await reviewing();
    service.submit.mockRejectedValue(new ServiceFailure('out-of-step', 409));
    service.stateNow.mockResolvedValue(awaitingChecks({ seq: 50 }));
    acceptPicture();
    await settle();
    expect(screen().kind).toBe('processing');
  });

  test.each(['known already', 'news'])(
    'begins the attempt anew when the service has other pictures of it, which is %s, and ends rather than in a circle',
    async (what) => {
      const { acceptPicture, openCamera, takePicture, service, screen, tell } = await reviewing();
      const stored = [storedCapture('front', 'z')];
      const held = clientState({ seq: 9, begun: true, step: passportStep({ stored }) });
      service.submit.mockRejectedValue(new ServiceFailure('out-of-step', 400));
      service.stateNow.mockResolvedValue(held);
      if (what === 'known already') tell(held);
      acceptPicture();
      await settle();
      expect(screen()).toMatchObject({ kind: 'instruct', side: 'front' });
      openCamera();
      await settle();
      takePicture();
      await settle();
      acceptPicture();
      await settle();
      expect(service.submit.mock.calls.at(-1)?.[1].captures).toEqual({ front: 'a'.repeat(43) });
      expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: 'general' } });
    },
  );

  test('restarts each attempt for which the service has other pictures', async () => {
    const { acceptPicture, openCamera, takePicture, service, screen, tell } = await reviewing();
    service.submit.mockRejectedValue(new ServiceFailure('out-of-step', 400));
    acceptPicture();
    await settle();
    const second = clientState({ seq: 9, begun: true, step: passportStep({ attempt: 2 }) });
    tell(second);
    service.stateNow.mockResolvedValue(second);
    await settle();
    openCamera();
    await settle();
    takePicture();
    await settle();
    acceptPicture();
    await settle();
    expect(service.submit.mock.calls.map(([{ attempt }]) => attempt)).toEqual([1, 2]);
    expect(screen()).toMatchObject({ kind: 'instruct', side: 'front' });
  });

  describe('an answer to a submission that comes once the service has told of another attempt', () => {
    const second = clientState({
      seq: 20,
      begun: true,
      step: passportStep({ attempt: 2, reasons: ['IMAGE_BLURRED'] }),
    });

    /** A user who looks at the picture of the second attempt; the first submission is on its way still. */
    async function reviewingAgain() {
      const flow = await reviewing();
      const late = deferred<typeof second>();
      flow.service.submit.mockReturnValueOnce(late.promise);
      flow.acceptPicture();
      await settle();
      flow.tell(second);
      await settle();
      flow.tryAgain();
      await settle();
      vi.mocked(flow.capture.feeds.at(-1)!.takePicture).mockResolvedValueOnce(new Blob(['a sharper one']));
      flow.takePicture();
      await settle();
      expect(flow.screen().kind).toBe('review');
      flow.service.stateNow.mockResolvedValue(second);
      flow.service.submit.mockResolvedValue(awaitingChecks({ seq: 30 }));
      return { ...flow, late };
    }

    test('leaves the picture that the user looks at by then', async () => {
      const { late, acceptPicture, service, screen } = await reviewingAgain();
      late.resolve(second);
      await settle();
      acceptPicture();
      await settle();
      expect(service.upload.mock.calls.map(([{ attempt }]) => attempt)).toEqual([1, 2]);
      expect(service.submit).toHaveBeenCalledTimes(2);
      expect(screen().kind).toBe('processing');
    });

    test.each([
      ['that it could not be reached', new ServiceFailure('unavailable', 503, 900_000)],
      ['that it awaits something else', new ServiceFailure('out-of-step', 409)],
      ['that it takes no such picture', new ServiceFailure('unusable', 415)],
    ])('leaves the screen as it is, also where it says %s', async (_, failure) => {
      const { late, acceptPicture, service, screen } = await reviewingAgain();
      late.reject(failure);
      await settle();
      expect(screen().kind).toBe('review');
      acceptPicture();
      await settle();
      expect(service.submit).toHaveBeenCalledTimes(2);
      expect(screen().kind).toBe('processing');
    });

    test('says nothing of the connection, nor of how much is sent', async () => {
      const { acceptPicture, service, screen } = await reviewingAgain();
      service.upload.mockReturnValue(new Promise(() => {}));
      acceptPicture();
      await settle();
      service.submit.mock.calls[0]![2].onConnection?.(true);
      service.upload.mock.calls[0]![3].onProgress({ sentBytes: 1, totalBytes: 4 });
      expect(screen()).toEqual({ kind: 'upload', progress: null, offline: false });
    });
  });
});

describe('after the last step', () => {
  const done = finished({ status: 'APPROVED', retryLimitOf: null });

  test('tells the outcome once, before it is dismissed', { tags: ['DSDK-22'] }, async () => {
    const { acceptPicture, tell, events, screen, finish, onLeft, service } = await reviewing();
    acceptPicture();
    await settle();
    tell(done);
    await settle();
    expect(events).toEqual([['started'], ['completed', 'success']]);
    expect(screen()).toEqual({ kind: 'result', result: 'success' });
    finish();
    expect(onLeft).toHaveBeenCalledTimes(1);
    expect(events).toHaveLength(2);
    expect(service.cancel).not.toHaveBeenCalled();
    expect(service.leave).not.toHaveBeenCalled();
  });

  test('calls the result pending after twenty seconds, and nothing changes that', {
    tags: ['DSDK-19'],
  }, async () => {
    const { acceptPicture, tell, events, clock, screen } = await reviewing();
    acceptPicture();
    await clock.advance(19_999);
    expect(screen().kind).toBe('processing');
    await clock.advance(1);
    expect(screen()).toEqual({ kind: 'result', result: 'pending' });
    tell(done);
    await settle();
    expect(events).toEqual([['started'], ['completed', 'pending']]);
  });

  test('leaving while the checks run cancels nothing', async () => {
    const { acceptPicture, finish, events, service, onLeft } = await reviewing();
    acceptPicture();
    await settle();
    finish();
    expect(events).toEqual([['started'], ['completed', 'pending']]);
    expect(service.cancel).not.toHaveBeenCalled();
    expect(onLeft).toHaveBeenCalled();
  });

  test('a retry begins a new attempt with its own digests', async () => {
    const { acceptPicture, tell, tryAgain, takePicture, screen, service } = await reviewing();
    acceptPicture();
    await settle();
    tell(
      clientState({ seq: 20, begun: true, step: passportStep({ attempt: 2, reasons: ['IMAGE_BLURRED'] }) }),
    );
    await settle();
    expect(screen()).toMatchObject({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    service.upload.mockResolvedValue(storedCapture('front', 'b'));
    tryAgain();
    await settle();
    takePicture();
    await settle();
    acceptPicture();
    await settle();
    expect(service.submit).toHaveBeenLastCalledWith(
      { stepId: 'document', attempt: 2 },
      { documentType: 'PASSPORT', captures: { front: 'b'.repeat(43) } },
      expect.anything(),
    );
  });

  test('past the retry limit only the error is told', { tags: ['DSDK-30'] }, async () => {
    const { acceptPicture, tell, events, finish } = await reviewing();
    acceptPicture();
    await settle();
    tell(finished({ status: 'DECLINED', retryLimitOf: 'document' }));
    await settle();
    finish();
    expect(events).toEqual([['started'], ['error', 'error_code_5']]);
  });

  test('a finished execution is told without being begun', { tags: ['DSDK-23'] }, () => {
    const { events, service } = setup(done);
    expect(events).toEqual([['completed', 'success']]);
    expect(service.state).not.toHaveBeenCalled();
  });
});

describe('losing the session', () => {
  test.each([
    ['unauthorized', 'session-expired', 'error_code_3'],
    ['taken-over', 'taken-over', 'unknown'],
  ] as const)(
    '%s is told at once',
    { tags: ['DSDK-24', 'DSDK-30', 'DSDK-73'] },
    async (kind, problem, code) => {
      const { begin, failPoll, events, screen } = setup();
      begin();
      await settle();
      failPoll(new ServiceFailure(kind, 401));
      await settle();
      expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: problem } });
      expect(events).toEqual([['started'], ['error', code]]);
    },
  );

  test('a poll that cannot get through is repeated, slower and slower', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    const { failPoll, service, clock, screen } = setup();
    const asksLater = new ServiceFailure('unavailable', 429, 30_000);
    const lost = new ServiceFailure('unavailable', 0);
    for (const [failure, pauseMs] of [
      [lost, 500],
      [lost, 1_000],
      [lost, 2_000],
      [asksLater, 34_000],
    ] as const) {
      failPoll(failure);
      const calls = service.state.mock.calls.length;
      await clock.advance(pauseMs - 1);
      expect(service.state).toHaveBeenCalledTimes(calls);
      await clock.advance(1);
      expect(service.state).toHaveBeenCalledTimes(calls + 1);
    }
    random.mockRestore();
    expect(screen().kind).toBe('welcome');
  });

  describe('who tries again after a general failure', () => {
    const unavailable = new ServiceFailure('unavailable', 0);
    const unexpected = new ServiceFailure('unexpected', 403);

    test('submits what the service holds, and comes to the end', async () => {
      const { acceptPicture, begin, service, screen, events } = await reviewing();
      service.submit.mockRejectedValueOnce(unavailable);
      acceptPicture();
      await settle();
      expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: 'general', code: 'error_code_1' } });
      begin();
      await settle();
      expect([service.upload.mock.calls.length, service.submit.mock.calls.length]).toEqual([1, 2]);
      expect(screen().kind).toBe('processing');
      expect(events).toEqual([['started']]);
      expect(service.begin).toHaveBeenCalledTimes(1);
    });

    test.each<[string, ServiceFailure, string, number]>([
      ['sends the picture again that the service could not be reached for', unavailable, 'processing', 2],
      ['takes another picture where the service made nothing of it', unexpected, 'instruct', 1],
    ])('%s', async (_what, failure, kind, uploads) => {
      const { acceptPicture, begin, service, screen } = await reviewing();
      service.upload.mockRejectedValueOnce(failure);
      acceptPicture();
      await settle();
      expect(screen().kind).toBe('problem');
      begin();
      await settle();
      expect(service.upload).toHaveBeenCalledTimes(uploads);
      expect(service.upload.mock.lastCall?.[2]).toBe(service.upload.mock.calls[0]?.[2]);
      expect(screen().kind).toBe(kind);
    });

    test('sends the picture as often as that takes, also where the service asks to be left alone for long', async () => {
      const { acceptPicture, begin, openCamera, service, screen } = await reviewing();
      const down = new ServiceFailure('unavailable', 503, 900_000);
      for (const failure of [down, unavailable, down, down]) service.upload.mockRejectedValueOnce(failure);
      acceptPicture();
      await settle();
      for (let tries = 2; tries <= 4; tries += 1) {
        begin();
        await settle();
        expect([screen().kind, service.upload.mock.calls.length]).toEqual(['problem', tries]);
      }
      // No other picture is asked for unless the user wants to take one.
      openCamera();
      begin();
      await settle();
      expect([screen().kind, service.upload.mock.calls.length]).toEqual(['processing', 5]);
      expect(new Set(service.upload.mock.calls.map(([, , picture]) => picture)).size).toBe(1);
    });

    test('goes back to take another picture where one never arrives', async () => {
      const { acceptPicture, back, begin, openCamera, takePicture, service, screen, view } =
        await reviewing();
      service.upload.mockRejectedValue(unavailable);
      acceptPicture();
      await settle();
      begin();
      await settle();
      expect([screen().kind, view.canGoBack.peek()]).toEqual(['problem', true]);
      back();
      await settle();
      expect(screen()).toMatchObject({ kind: 'instruct', side: 'front' });
      service.upload.mockImplementation(async (_attempt, side) => storedCapture(side, 'n'));
      openCamera();
      await settle();
      takePicture();
      await settle();
      acceptPicture();
      await settle();
      expect([screen().kind, service.upload.mock.calls.length]).toEqual(['processing', 3]);
    });

    test('sends no picture that belongs to an attempt which is over', async () => {
      const { acceptPicture, begin, tell, service, screen } = await reviewing();
      service.upload.mockRejectedValueOnce(unavailable);
      acceptPicture();
      await settle();
      tell(clientState({ seq: 9, begun: true, step: passportStep({ attempt: 2 }) }));
      await settle();
      begin();
      await settle();
      expect([screen().kind, service.upload.mock.calls.length]).toEqual(['instruct', 1]);
    });

    test('begins again if the service never received the begin', async () => {
      const { begin, service, screen, events } = setup();
      service.begin.mockRejectedValueOnce(unavailable);
      begin();
      await settle();
      expect(screen().kind).toBe('problem');
      begin();
      await settle();
      expect([screen().kind, service.begin.mock.calls.length]).toEqual(['instruct', 2]);
      expect(events).toEqual([['started']]);
    });

    test('begins once, whatever state arrives in the meantime', async () => {
      const { begin, tell, service, clock, screen } = setup();
      service.begin.mockRejectedValueOnce(unavailable);
      begin();
      await settle();
      for (const seq of [passport.seq, passport.seq, passport.seq + 1]) {
        tell({ ...passport, seq });
        await clock.advance(1_000);
      }
      expect([screen().kind, service.begin.mock.calls.length]).toEqual(['problem', 1]);
    });

    test('ends if the session is over by then', async () => {
      const { acceptPicture, service, screen, events, failPoll, begin } = await reviewing();
      service.submit.mockRejectedValueOnce(unavailable);
      acceptPicture();
      await settle();
      failPoll(new ServiceFailure('unauthorized', 401));
      await settle();
      const over = { kind: 'problem', problem: { kind: 'session-expired', code: 'error_code_3' } };
      expect(screen()).toEqual(over);
      expect(events).toEqual([['started'], ['error', 'error_code_3']]);
      begin();
      await settle();
      expect(screen()).toEqual(over);
    });

    test('captures again the pictures that the service has different ones of', async () => {
      const { acceptPicture, openCamera, takePicture, begin, service, screen } = await reviewing();
      service.submit.mockRejectedValue(new ServiceFailure('out-of-step', 400));
      const stored = [storedCapture('front', 'z')];
      service.stateNow.mockResolvedValue(
        clientState({ seq: 9, begun: true, step: passportStep({ stored }) }),
      );
      acceptPicture();
      await settle();
      openCamera();
      await settle();
      takePicture();
      await settle();
      acceptPicture();
      await settle();
      expect(screen().kind).toBe('problem');
      begin();
      await settle();
      expect([screen().kind, service.submit.mock.calls.length]).toEqual(['instruct', 2]);
    });
  });

  test('a begin whose answer was lost ends nothing where a phone has the flow by then', async () => {
    const { begin, tell, service, screen, events } = setup();
    const reply = deferred<typeof passport>();
    service.begin.mockReturnValueOnce(reply.promise);
    begin();
    tell({ ...passport, seq: 5, begun: true, handOff: 'possible' });
    await settle();
    tell({ ...passport, seq: 6, begun: true, handOff: 'elsewhere' });
    await settle();
    reply.reject(new ServiceFailure('taken-over', 409));
    await settle();
    expect(screen().kind).toBe('instruct');
    expect(events).toEqual([['started']]);
  });

  test('news that comes too late to matter is not asked for again and again', async () => {
    const { acceptPicture, tell, service, clock, screen } = await reviewing();
    acceptPicture();
    await clock.advance(20_000);
    tell(awaitingChecks({ seq: 70 }));
    await settle();
    expect(screen()).toEqual({ kind: 'result', result: 'pending' });
    expect(service.state.mock.lastCall?.[0]).toBe(70);
  });

  test('a general failure is told when its screen is dismissed', {
    tags: ['S7.3-8', 'DSDK-28'],
  }, async () => {
    const { acceptPicture, service, events, askToQuit, onLeft } = await reviewing();
    service.upload.mockRejectedValue(new ServiceFailure('unexpected', 400));
    acceptPicture();
    await settle();
    expect(events).toEqual([['started']]);
    askToQuit();
    expect(events).toEqual([['started'], ['error', 'error_code_1']]);
    expect(onLeft).toHaveBeenCalled();
  });
});

describe('quitting', () => {
  test('before the user has begun needs no question', { tags: ['DSDK-31'] }, () => {
    const { askToQuit, events, onLeft, service } = setup();
    askToQuit();
    expect(events).toEqual([['cancelled']]);
    expect(onLeft).toHaveBeenCalledTimes(1);
    expect(service.cancel).toHaveBeenCalledTimes(1);
    expect(service.leave).not.toHaveBeenCalled();
  });

  test('afterwards is asked about once', { tags: ['DSDK-32'] }, async () => {
    const { askToQuit, cancelQuit, confirmQuit, view, events, capture } = await reviewing();
    confirmQuit();
    expect(events).toEqual([['started']]);
    askToQuit();
    expect(view.quitAsked.peek()).toBe(true);
    cancelQuit();
    expect(view.quitAsked.peek()).toBe(false);
    askToQuit();
    confirmQuit();
    expect(events).toEqual([['started'], ['cancelled']]);
    expect(capture.openFeeds()).toEqual([]);
  });

  test('the question goes when the flow ends under it', async () => {
    const { begin, askToQuit, tell, view } = setup();
    begin();
    await settle();
    askToQuit();
    tell(finished({ status: 'EXPIRED', retryLimitOf: null }));
    await settle();
    expect(view.quitAsked.peek()).toBe(false);
  });

  test('without a camera and without another way the device is to blame', {
    tags: ['S7.3-2', 'DSDK-28', 'DSDK-62'],
  }, async () => {
    const world = setup(clientState({ step: passportStep({ fileAllowed: false }) }));
    world.capture.kit.camera.open.mockRejectedValue(new CameraFailure('missing'));
    world.begin();
    world.openCamera();
    await settle();
    world.askToQuit();
    world.confirmQuit();
    expect(world.events).toEqual([['started'], ['error', 'error_code_1']]);
    expect(world.service.cancel).not.toHaveBeenCalled();
  });

  test('without a camera but with a phone that could go on, leaving is a choice', async () => {
    const step = passportStep({ fileAllowed: false });
    const world = setup(clientState({ step, handOff: 'possible' }));
    world.capture.kit.camera.open.mockRejectedValue(new CameraFailure('busy'));
    world.begin();
    world.openCamera();
    await settle();
    world.askToQuit();
    world.confirmQuit();
    expect(world.events).toEqual([['started'], ['cancelled']]);
    expect(world.service.cancel).toHaveBeenCalledTimes(1);
  });
});

describe('a page that goes away and comes back', () => {
  test('has its camera off meanwhile, and on again afterwards', async () => {
    const { session, begin, openCamera, takePicture, capture, view, screen } = setup();
    begin();
    openCamera();
    await settle();
    session.pause();
    expect(capture.openFeeds()).toEqual([]);
    expect(view.live.peek().stream).toBeNull();
    takePicture();
    await settle();
    expect(screen().kind).toBe('camera');
    session.resume();
    await settle();
    expect(capture.openFeeds()).toHaveLength(1);
    takePicture();
    await settle();
    expect(screen().kind).toBe('review');
  });

  test('opens no camera while it is away, and opens it once when its return is told twice', async () => {
    const { session, begin, openCamera, capture } = setup();
    begin();
    session.pause();
    openCamera();
    await settle();
    expect(capture.openFeeds()).toEqual([]);
    session.resume();
    session.resume();
    await settle();
    expect(capture.feeds).toHaveLength(1);
    expect(capture.openFeeds()).toHaveLength(1);
  });

  test('keeps a file that was chosen in front of the camera while the page was away', async () => {
    const { session, begin, openCamera, chooseFile, ports, capture, screen } = setup();
    const prepared = deferred<Blob>();
    ports.preparePicture.mockReturnValue(prepared.promise);
    begin();
    openCamera();
    await settle();
    session.pause();
    chooseFile(file);
    session.resume();
    await settle();
    prepared.resolve(capture.picture);
    await settle();
    expect(screen().kind).toBe('review');
    expect(capture.openFeeds()).toEqual([]);
  });

  test('opens no camera that was not on, and sends nothing twice', async () => {
    const { session, service, acceptPicture, capture } = await reviewing();
    service.upload.mockReturnValue(new Promise(() => {}));
    acceptPicture();
    await settle();
    capture.kit.camera.open.mockClear();
    session.pause();
    session.resume();
    await settle();
    expect(capture.kit.camera.open).not.toHaveBeenCalled();
    expect(service.upload).toHaveBeenCalledTimes(1);
  });

  test('opens no camera once the flow is closed', async () => {
    const { session, begin, openCamera, capture } = setup();
    begin();
    openCamera();
    await settle();
    session.pause();
    session.dispose();
    session.resume();
    await settle();
    expect(capture.openFeeds()).toEqual([]);
  });
});

describe('dispose', () => {
  test('begins nothing when a handler of started disposes the session', async () => {
    const step = passportStep({ stored: [storedCapture('front', 'f')] });
    const world = fakePorts(clientState({ step }));
    const session = createSession({
      requester: 'Shop',
      state: clientState({ step }),
      started: false,
      ports: world.ports,
      emit: () => session.dispose(),
      onLeft: vi.fn(),
    });
    session.run();
    session.view.actions.begin();
    await settle();
    expect(world.service.begin).not.toHaveBeenCalled();
    expect(world.service.submit).not.toHaveBeenCalled();
  });

  test('ends camera, requests, timers and picture addresses, and says goodbye', async () => {
    const { session, begin, openCamera, capture, service, clock, events } = setup();
    begin();
    openCamera();
    await settle();
    session.dispose();
    session.dispose();
    expect(capture.openFeeds()).toEqual([]);
    expect(service.state.mock.calls[0]?.[2].aborted).toBe(true);
    expect(service.leave).toHaveBeenCalledTimes(1);
    await clock.advance(60_000);
    expect(capture.analyser.dispose).toHaveBeenCalled();
    expect(events).toEqual([['started']]);
  });

  test('forgets the picture that is looked at', async () => {
    const { session, urls } = await reviewing();
    expect(urls.size).toBe(1);
    session.dispose();
    expect(urls.size).toBe(0);
  });

  test('ends an analysis that is at work, without its answer', async () => {
    const { session, begin, openCamera, capture } = setup();
    capture.analyser.analyse = () => new Promise(() => {});
    begin();
    openCamera();
    await settle();
    expect(capture.analyser.dispose).not.toHaveBeenCalled();
    session.dispose();
    expect(capture.analyser.dispose).toHaveBeenCalled();
  });

  test('does nothing after dispose', async () => {
    const { session, begin, screen, events, tell } = setup();
    session.dispose();
    begin();
    tell(finished({ status: 'APPROVED', retryLimitOf: null }));
    await settle();
    expect(screen().kind).toBe('welcome');
    expect(events).toEqual([]);
  });
});

describe('the time limit', () => {
  const hour = { deadline: 'hour', timeLeftMs: 3_600_000, extendable: true };

  test('ends by the clock of the service, whatever the device’s clock says', {
    tags: ['DACC-12'],
  }, async () => {
    const { session, clock, tell } = setup({ ...passport, ...hour, begun: true });
    expect(session.timeLimit.peek()).toEqual({ deadline: 'hour', endsAtMs: 3_600_000, extendable: true });
    await clock.advance(20_000);
    // Nothing has changed but the time: this is what a poll answers when its wait is over.
    tell({ ...passport, ...hour, begun: true, timeLeftMs: 3_570_000 });
    await settle();
    expect(session.timeLimit.peek()?.endsAtMs).toBe(3_590_000);
  });

  test('moves with an extension, and not back with what was on its way before it', async () => {
    const { session, tell, service } = setup({ ...passport, ...hour, begun: true });
    service.extend.mockResolvedValueOnce({ ...passport, ...hour, begun: true, seq: 8, deadline: 'later' });
    await session.extendTime({ signal: new AbortController().signal });
    expect(session.timeLimit.peek()?.deadline).toBe('later');
    tell({ ...passport, ...hour, begun: true, seq: 2 });
    await settle();
    expect(session.timeLimit.peek()?.deadline).toBe('later');
  });

  test('shows none while the checks run, and once the flow is over', async () => {
    const { session, tell } = setup({ ...passport, ...hour });
    tell(awaitingChecks());
    await settle();
    expect(session.timeLimit.peek()).toBeNull();
    const ended = setup({ ...passport, ...hour });
    ended.failPoll(new ServiceFailure('unauthorized', 401));
    await settle();
    expect(ended.screen()).toMatchObject({ kind: 'problem', problem: { kind: 'session-expired' } });
    expect(ended.session.timeLimit.peek()).toBeNull();
  });

  test('shows an error with a retry', async () => {
    const { session, begin, service, screen } = setup({ ...passport, ...hour });
    service.begin.mockRejectedValueOnce(new ServiceFailure('unexpected', 500));
    begin();
    await settle();
    expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: 'general' } });
    expect(session.timeLimit.peek()?.deadline).toBe('hour');
  });

  test('keeps the stage when no more time is granted, so that the warning can say so', async () => {
    const { session, service, screen } = setup({ ...passport, ...hour, begun: true });
    service.extend.mockRejectedValueOnce(new ServiceFailure('unavailable', 503));
    const { signal } = new AbortController();
    await expect(session.extendTime({ signal })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(session.timeLimit.peek()?.deadline).toBe('hour');
    expect(screen().kind).toBe('welcome');
  });
});

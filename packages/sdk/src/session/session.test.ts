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
// Imported here so that it is loaded before a picture is blocked.
import './send-quietly.ts';
import { deferred, fakePorts, storedCapture } from '../testing/fake-ports.ts';
import { ForcedFailure } from './camera/forced-failure.ts';
import { FileRefused } from './file-fault.ts';
import { CameraFailure, type CaptureKit, type FrameFindings } from './ports.ts';
import { ServiceFailure } from './service-failure.ts';
import { createSession } from './session.ts';
// Imported here so that it is loaded before the camera is needed.
import './camera/live-camera.ts';
import '../steps/document/send-document.ts';

/** Time after which all attempts to load code have failed, in ms. */
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

/** A session whose user has taken a picture and reviews it. */
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
  test('emits started when the user begins, and tells the service', {
    tags: ['DSDK-12', 'DSDK-72'],
  }, async () => {
    const { begin, events, service, screen } = setup();
    expect(screen().kind).toBe('welcome');
    begin();
    begin();
    await settle();
    expect(events).toEqual([['started']]);
    expect(service.begin).toHaveBeenCalledTimes(1);
    expect(screen().kind).toBe('instruct');
  });

  test('reports the beginning only to the service if the page already knows of it', async () => {
    const { begin, events, service } = setup(passport, { started: true });
    begin();
    await settle();
    expect(events).toEqual([]);
    expect(service.begin).toHaveBeenCalledTimes(1);
  });

  test('sends no begin again after a reload', async () => {
    const { begin, events, service } = setup({ ...passport, begun: true });
    begin();
    await settle();
    expect(events).toEqual([['started']]);
    expect(service.begin).not.toHaveBeenCalled();
  });

  test('loads the capture code while the user reads', async () => {
    const { begin, ports } = setup();
    begin();
    await settle();
    expect(ports.loadCaptureKit).toHaveBeenCalled();
  });

  test('remembers the document across a reload', async () => {
    const world = setup(clientState());
    world.begin();
    world.chooseDocument('NATIONAL_ID');
    expect([...world.choices]).toEqual([['document 1', 'NATIONAL_ID']]);
  });
});

describe('camera', () => {
  test("shows the camera's picture, and stops the camera once a picture is taken", async () => {
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

  test('adapts picture and outline when the device is rotated', async () => {
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

  test('takes a picture automatically after it was held still long enough', async () => {
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
    // Motion between two frames, in shares of the frame's width: six of the 320 searched pixels.
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

  test('captures the judged frame automatically, cropped to its own outline', async () => {
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

  test('restarts an analysis that fails during a frame, and starts the hold time again', async () => {
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
    ['the last outline', true, [0, 0, 1, 0, 1, 1, 0, 1]],
    ['no outline if that is uncertain', false, null],
  ] as const)('takes a picture with %s', async (_, isSure, outline) => {
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
      ['crops a picture to an outline less than half a second old', 499, found.outline],
      ['does not crop a picture to an outline half a second old', 500, null],
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
      ['does not crop a picture taken by the shutter, however recent the result', 610, true, [null, false]],
      ['crops the picture taken automatically', 6_000, false, [found.outline, true]],
    ] as const)('%s, while each analysis takes longer', async (_, waitedMs, presses, taken) => {
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

  test('takes no picture automatically when the camera shows too little detail, and hints at the shutter', async () => {
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

  test('compares the sides of a card, and takes no picture while it must be turned over', async () => {
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
    ['searches the back of a card for its lines', 'NATIONAL_ID', true, 'BACK'],
    ['searches the back of a permit for its lines', 'RESIDENT_PERMIT', true, 'BACK'],
    ['searches the front of a card for no lines', 'NATIONAL_ID', false, 'NATIONAL_ID'],
    ['searches the back of a licence for its barcode', 'DRIVERS_LICENSE', true, 'BARS'],
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

  test('resets the countdown after a fault', async () => {
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
    'takes no picture of a frame found %s, although the smoothed hint is still good',
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

  test('takes no picture of the frame in which the document reappears, whose sharpness and motion are unknown', async () => {
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

  test('takes a picture by the shutter without the analysis', async () => {
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

  test('leaves only the shutter after an analysis has failed repeatedly', async () => {
    const world = setup();
    world.capture.analyser.analyse = () => Promise.reject(new Error('out of memory'));
    world.begin();
    world.openCamera();
    await settle();
    expect(world.view.live.peek()).toMatchObject({ hint: null, outline: null });
    expect(world.capture.analyser.dispose).toHaveBeenCalled();
    expect(world.screen().kind).toBe('camera');
  });

  test('offers the shutter while the analysis is late, and guides once it has loaded', async () => {
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

  test('reopens a camera whose picture cannot be captured once, then tells the user', async () => {
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

  test('never opens two cameras at a time when switching', async () => {
    const { begin, openCamera, switchCamera, capture, view } = setup();
    begin();
    openCamera();
    await settle();
    capture.kit.camera.open.mockClear();
    switchCamera();
    expect(capture.openFeeds()).toEqual([]);
    // The pressed button must stay, or it would lose the focus.
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

  test('reopens a camera that shows nothing once, then tells the user', async () => {
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

  test('shows no problem if the reopened camera works', async () => {
    const { begin, openCamera, capture, screen, view } = setup();
    capture.kit.camera.open.mockRejectedValueOnce(new Error('The camera shows no picture.'));
    begin();
    openCamera();
    await settle();
    expect([screen().kind, view.live.peek().stream === null]).toEqual(['camera', false]);
  });

  test('starts the hold time again after switching the camera', async () => {
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

  test('ignores a frame of the previous camera', async () => {
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

  test('shows the torch in its actual state', async () => {
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
    'reopens the camera when its picture is lost, and reports the second loss: %s',
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
      // A late report of the first camera is ignored.
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

  test('reports why the camera could not be reopened', async () => {
    const { begin, openCamera, capture, screen } = setup();
    begin();
    openCamera();
    await settle();
    capture.kit.camera.open.mockRejectedValueOnce(new CameraFailure('missing'));
    capture.feeds[0]!.lose();
    await settle();
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'missing' });
  });

  test('does not reopen the camera after the user has left it', async () => {
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

  test('opens the camera automatically once the user has allowed it', async () => {
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
    'opens the camera automatically once another may be available, after it was %s',
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

  test('stops waiting for a camera when its help is closed', async () => {
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

  test('shows the stream as soon as it is open, and removes it if no frame arrives', async () => {
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

  test('closes a camera that opens after the user has gone back', async () => {
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
    'reports missing capture code, files allowed: %s',
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

  test('reloads a partly lost module before it reports a failure', { tags: ['DSDK-25'] }, async () => {
    const world = setup();
    const lost = new Error('offline');
    // Preloaded once, and loaded again for the user.
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
  ] as const)('ends with the forced %s although a file would be allowed', async (code, kind, told) => {
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
  test('shows a chosen file like a picture', async () => {
    const { begin, chooseFile, screen } = setup();
    begin();
    chooseFile(file);
    await settle();
    expect(screen().kind).toBe('review');
  });

  test.each([
    ['the first is ready first', [0, 1]],
    ['the second is ready first', [1, 0]],
  ])('sends the later of two chosen files, %s', async (_, order) => {
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

  test('replaces a picture that the camera took meanwhile by the chosen file, and frees its address', async () => {
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

  test('shows no fault of the first of two chosen files', async () => {
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
    ['a photo in the format of iPhones', 'FILE_HEIC', '\0\0\0\x18ftypheic'],
    ['a page', 'FILE_OF_OTHER_KIND', '%PDF-1.7'],
    ['nothing', 'FILE_EMPTY', ''],
    ['a damaged picture', 'FILE_UNREADABLE', new Uint8Array([0xff, 0xd8, 0xff, 0])],
  ])(
    'explains a file that contains %s by its content, without using up an attempt',
    async (_, fault, content) => {
      const world = setup();
      // Without a browser, no file can be opened as a picture.
      world.ports.preparePicture.mockImplementationOnce(preparePicture);
      world.begin();
      world.chooseFile(new File([content], 'passport.jpg', { type: 'image/jpeg' }));
      await vi.waitFor(() =>
        expect(world.screen()).toMatchObject({ kind: 'collect-retry', reasons: [fault] }),
      );
      expect(world.screen()).toMatchObject({
        task: { of: 'document' },
        attemptsLeft: Number.POSITIVE_INFINITY,
      });
      expect(world.service.upload).not.toHaveBeenCalled();
      world.chooseFile(file);
      await settle();
      expect(world.screen().kind).toBe('review');
    },
  );

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

  test('prepares files with code that is loaded while the user reads, and waits for it', async () => {
    const world = setup();
    world.begin();
    expect(world.ports.loadPreparation).toHaveBeenCalledOnce();
    world.ports.loadPreparation.mockRejectedValueOnce(new Error('offline'));
    world.chooseFile(file);
    await world.clock.advance(500);
    expect(world.screen().kind).toBe('review');
  });

  test('reports missing code, not a fault, while the code that prepares files is missing', async () => {
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
  ])('explains files that the service refuses with %i in the same way', async (status, fault) => {
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

  test('drops a file that is ready only after the user has opened the camera', async () => {
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
  test('uploads the reviewed picture and submits its digest', async () => {
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

  test('shows upload progress and connection', async () => {
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

  test('shows that the begin cannot be sent, also to a stage that is entered later', async () => {
    const flow = setup();
    const begun = deferred<typeof passport>();
    flow.service.begin.mockReturnValue(begun.promise);
    flow.begin();
    const { onConnection } = flow.service.begin.mock.calls[0]![0];
    onConnection?.(true);
    flow.chooseFile(file);
    await settle();
    flow.acceptPicture();
    expect(flow.screen()).toMatchObject({ kind: 'upload', offline: true });
    onConnection?.('service');
    expect(flow.screen()).toMatchObject({ offline: 'service' });
    onConnection?.(false);
    expect(flow.screen()).toMatchObject({ offline: false });
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

  test('submits immediately if everything was stored before a reload', async () => {
    const flow = setup(
      clientState({ begun: true, step: passportStep({ stored: [storedCapture('front', 'f')] }) }),
    );
    flow.begin();
    await settle();
    expect(flow.service.upload).not.toHaveBeenCalled();
    expect(flow.service.submit.mock.calls[0]?.[1].captures).toEqual({ front: 'f'.repeat(43) });
  });

  test('asks again for a refused picture', async () => {
    const { acceptPicture, service, screen } = await reviewing();
    service.upload.mockRejectedValue(new ServiceFailure('unusable', 415));
    acceptPicture();
    await settle();
    expect(screen()).toMatchObject({ kind: 'retry', reasons: ['IMAGE_UNREADABLE'] });
  });

  test('offers alternatives for a blocked picture, and keeps it for a retry', async () => {
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

  test('continues automatically when a blocked picture gets through on a retry in the background', async () => {
    const { acceptPicture, clock, service, screen } = await reviewing();
    service.upload.mockRejectedValueOnce(new ServiceFailure('blocked', 0));
    acceptPicture();
    await settle();
    expect(screen()).toMatchObject({ reasons: ['FILE_BLOCKED'] });
    // Its code loads first.
    await vi.waitFor(async () => {
      await clock.advance(3_000);
      expect(service.upload).toHaveBeenCalledTimes(2);
    });
    await settle();
    expect(service.submit).toHaveBeenCalledTimes(1);
    expect(screen().kind).toBe('processing');
  });

  test('ignores a file chosen for the front if the front gets through while the picker is open', async () => {
    const {
      acceptPicture,
      begin,
      chooseDocument,
      chooseFile,
      clock,
      openCamera,
      service,
      screen,
      takePicture,
      ports,
    } = setup(clientState({ step: documentStep({ fileAllowed: true }) }));
    begin();
    chooseDocument('NATIONAL_ID');
    openCamera();
    await settle();
    takePicture();
    await settle();
    service.upload.mockRejectedValueOnce(new ServiceFailure('blocked', 0));
    acceptPicture();
    await settle();
    expect(screen()).toMatchObject({ kind: 'collect-retry', slot: 'front' });
    await vi.waitFor(async () => {
      await clock.advance(3_000);
      expect(screen()).toMatchObject({ side: 'back' });
    });
    chooseFile(file, 'front');
    await settle();
    expect(screen()).toMatchObject({ side: 'back' });
    expect(screen().kind).not.toBe('review');
    expect(ports.preparePicture).not.toHaveBeenCalled();
  });

  test('stops retrying in the background once the user chooses an alternative', async () => {
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

  test('reports a blocked submission as a general problem, and submits again', async () => {
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

  test.each(['known', 'unknown'])(
    'restarts an attempt once if the service has other pictures of it, in a state %s to the page',
    async (what) => {
      const { acceptPicture, openCamera, takePicture, service, screen, tell } = await reviewing();
      const stored = [storedCapture('front', 'z')];
      const held = clientState({ seq: 9, begun: true, step: passportStep({ stored }) });
      service.submit.mockRejectedValue(new ServiceFailure('out-of-step', 400));
      service.stateNow.mockResolvedValue(held);
      if (what === 'known') tell(held);
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

  describe('an answer to a submission that arrives after another attempt was announced', () => {
    const second = clientState({
      seq: 20,
      begun: true,
      step: passportStep({ attempt: 2, reasons: ['IMAGE_BLURRED'] }),
    });

    /** A user who reviews the picture of the second attempt while the first submission is still unanswered. */
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

    test('keeps the picture under review when a late answer to the previous attempt arrives', async () => {
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
      ['that the service could not be reached', new ServiceFailure('unavailable', 503, 900_000)],
      ['that the service awaits something else', new ServiceFailure('out-of-step', 409)],
      ['that the service cannot use the picture', new ServiceFailure('unusable', 415)],
    ])('leaves the screen unchanged if the late answer to the previous attempt is %s', async (_, failure) => {
      const { late, acceptPicture, service, screen } = await reviewingAgain();
      late.reject(failure);
      await settle();
      expect(screen().kind).toBe('review');
      acceptPicture();
      await settle();
      expect(service.submit).toHaveBeenCalledTimes(2);
      expect(screen().kind).toBe('processing');
    });

    test('ignores connection and upload progress of the previous attempt', async () => {
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

  test('emits the outcome once, before it is dismissed', { tags: ['DSDK-22'] }, async () => {
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

  test('emits pending after twenty seconds, which a later result does not change', {
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

  test('emits nothing while further steps may follow a slow check, and pending once none may', {
    tags: ['DSDK-19'],
  }, async () => {
    const { acceptPicture, tell, events, clock, screen } = await reviewing();
    acceptPicture();
    await settle();
    const between = { done: 1, total: 2, following: 1 };
    tell(awaitingChecks({ seq: 60, progress: between }));
    await clock.advance(25_000);
    expect(screen()).toMatchObject({ kind: 'processing', mayGoOn: true });
    expect(events).toEqual([['started']]);
    tell(awaitingChecks({ seq: 61, progress: { done: 1, total: 1, following: 0 } }));
    await clock.advance(1_000);
    expect(events).toEqual([['started'], ['completed', 'pending']]);
  });

  test('asks before the user leaves while a check runs between two steps, and then cancels', async () => {
    const { acceptPicture, tell, askToQuit, view, events, service } = await reviewing();
    acceptPicture();
    await settle();
    tell(awaitingChecks({ seq: 60, progress: { done: 1, total: 2, following: 1 } }));
    await settle();
    askToQuit();
    expect(view.quitAsked.peek()).toBe(true);
    view.actions.confirmQuit();
    expect(events).toEqual([['started'], ['cancelled']]);
    expect(service.cancel).toHaveBeenCalled();
  });

  test('cancels nothing if the user leaves while the checks run', async () => {
    const { acceptPicture, finish, events, service, onLeft } = await reviewing();
    acceptPicture();
    await settle();
    finish();
    expect(events).toEqual([['started'], ['completed', 'pending']]);
    expect(service.cancel).not.toHaveBeenCalled();
    expect(onLeft).toHaveBeenCalled();
  });

  test('starts a new attempt with its own digests after a retry', async () => {
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

  test('emits only the error after the retry limit', { tags: ['DSDK-30'] }, async () => {
    const { acceptPicture, tell, events, finish } = await reviewing();
    acceptPicture();
    await settle();
    tell(finished({ status: 'DECLINED', retryLimitOf: 'document' }));
    await settle();
    finish();
    expect(events).toEqual([['started'], ['error', 'error_code_5']]);
  });

  test('emits the outcome of a finished execution without started', { tags: ['DSDK-23'] }, () => {
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
    'emits an error at once for %s',
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

  test('repeats a failed poll with growing pauses', async () => {
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

  describe('a retry after a general problem', () => {
    const unavailable = new ServiceFailure('unavailable', 0);
    const unexpected = new ServiceFailure('unexpected', 403);

    test('submits the stored captures again, and continues', async () => {
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

    test.each<[string, Error, string, number]>([
      ['repeats an upload after code for it did not load', new TypeError('not fetched'), 'processing', 2],
      ['repeats an upload after the service could not be reached', unavailable, 'processing', 2],
      ['retakes the picture after an unexpected refusal', unexpected, 'instruct', 1],
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

    test('repeats an upload as often as needed, even if the service asks for a long wait', async () => {
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
      // No other picture is needed unless the user wants to take one.
      openCamera();
      begin();
      await settle();
      expect([screen().kind, service.upload.mock.calls.length]).toEqual(['processing', 5]);
      expect(new Set(service.upload.mock.calls.map(([, , picture]) => picture)).size).toBe(1);
    });

    test('goes back to retake a picture that never gets through', async () => {
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

    test('sends no picture of a previous attempt', async () => {
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

    test('sends the begin again if the service never received it', async () => {
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

    test('sends the begin once, whatever state arrives meanwhile', async () => {
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

    test('ends the flow if the session ends while a general problem is shown', async () => {
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

    test('retakes the pictures of which the service has different ones', async () => {
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

  test('ends nothing after a lost answer to the begin if a phone holds the flow by then', async () => {
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

  test('does not poll again and again for news without effect', async () => {
    const { acceptPicture, tell, service, clock, screen } = await reviewing();
    acceptPicture();
    await clock.advance(20_000);
    tell(awaitingChecks({ seq: 70 }));
    await settle();
    expect(screen()).toEqual({ kind: 'result', result: 'pending' });
    expect(service.state.mock.lastCall?.[0]).toBe(70);
  });

  test('emits a general failure when its screen is dismissed', {
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
  test('asks no question before the user has begun', { tags: ['DSDK-31'] }, () => {
    const { askToQuit, events, onLeft, service } = setup();
    askToQuit();
    expect(events).toEqual([['cancelled']]);
    expect(onLeft).toHaveBeenCalledTimes(1);
    expect(service.cancel).toHaveBeenCalledTimes(1);
    expect(service.leave).not.toHaveBeenCalled();
  });

  test('asks once after the user has begun', { tags: ['DSDK-32'] }, async () => {
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

  test('removes the question when the flow ends behind it', async () => {
    const { begin, askToQuit, tell, view } = setup();
    begin();
    await settle();
    askToQuit();
    tell(finished({ status: 'EXPIRED', retryLimitOf: null }));
    await settle();
    expect(view.quitAsked.peek()).toBe(false);
  });

  test('emits an error, not cancelled, without a camera and any alternative', {
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

  test('emits cancelled without a camera if a phone could continue', async () => {
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

describe('a page that is hidden and shown again', () => {
  test('stops the camera while hidden, and reopens it afterwards', async () => {
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

  test('opens no camera while hidden, and only one when its return is reported twice', async () => {
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

  test('keeps a file that was chosen at the camera screen while the page was hidden', async () => {
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
  test('starts nothing if a handler of `started` disposes of the session', async () => {
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

  test('ends camera, requests, timers and addresses of pictures, and reports leaving', async () => {
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

  test('frees the address of the picture under review', async () => {
    const { session, urls } = await reviewing();
    expect(urls.size).toBe(1);
    session.dispose();
    expect(urls.size).toBe(0);
  });

  test('ends a running analysis without waiting for its result', async () => {
    const { session, begin, openCamera, capture } = setup();
    capture.analyser.analyse = () => new Promise(() => {});
    begin();
    openCamera();
    await settle();
    expect(capture.analyser.dispose).not.toHaveBeenCalled();
    session.dispose();
    expect(capture.analyser.dispose).toHaveBeenCalled();
  });

  test('ignores actions and states after it was disposed of', async () => {
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

  test("derives the time limit from the service's clock, whatever the device’s clock shows", {
    tags: ['DACC-12'],
  }, async () => {
    const { session, clock, tell } = setup({ ...passport, ...hour, begun: true });
    expect(session.timeLimit.peek()).toEqual({ deadline: 'hour', endsAtMs: 3_600_000, extendable: true });
    await clock.advance(20_000);
    // Only the time has changed, as in the answer of a poll whose wait is over.
    tell({ ...passport, ...hour, begun: true, timeLeftMs: 3_570_000 });
    await settle();
    expect(session.timeLimit.peek()?.endsAtMs).toBe(3_590_000);
  });

  test('moves the time limit with an extension, and not back with an earlier answer that arrives late', async () => {
    const { session, tell, service } = setup({ ...passport, ...hour, begun: true });
    service.extend.mockResolvedValueOnce({ ...passport, ...hour, begun: true, seq: 8, deadline: 'later' });
    await session.extendTime({ signal: new AbortController().signal });
    expect(session.timeLimit.peek()?.deadline).toBe('later');
    tell({ ...passport, ...hour, begun: true, seq: 2 });
    await settle();
    expect(session.timeLimit.peek()?.deadline).toBe('later');
  });

  test('shows no time limit while the checks run, and once the flow is over', async () => {
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

  test('keeps the time limit while an error with a retry is shown', async () => {
    const { session, begin, service, screen } = setup({ ...passport, ...hour });
    service.begin.mockRejectedValueOnce(new ServiceFailure('unexpected', 500));
    begin();
    await settle();
    expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: 'general' } });
    expect(session.timeLimit.peek()?.deadline).toBe('hour');
  });

  test('keeps the stage when no more time is granted, so that the warning can report it', async () => {
    const { session, service, screen } = setup({ ...passport, ...hour, begun: true });
    service.extend.mockRejectedValueOnce(new ServiceFailure('unavailable', 503));
    const { signal } = new AbortController();
    await expect(session.extendTime({ signal })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(session.timeLimit.peek()?.deadline).toBe('hour');
    expect(screen().kind).toBe('welcome');
  });
});

import { describe, expect, test, vi } from 'vitest';
import {
  awaitingChecks,
  clientState,
  documentStep,
  finished,
  passportStep,
} from '../testing/client-state.ts';
import { settle } from '../testing/fake-clock.ts';
import { deferred, fakePorts, storedCapture } from '../testing/fake-ports.ts';
import { CameraFailure, type CaptureKit } from './ports.ts';
import { ServiceFailure } from './service-failure.ts';
import { createSession } from './session.ts';
// The session loads it when the camera is first asked for; here it is at hand.
import './live-camera.ts';

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
  test('tells that the user has begun, and tells the service', async () => {
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

  test('begins nothing anew after a reload', async () => {
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

  test('an analysis that breaks is begun anew', async () => {
    const { begin, openCamera, capture, clock, screen } = setup();
    const broken = {
      analyse: () => Promise.reject(new Error('The analysis worker does not answer.')),
      dispose: vi.fn(),
    };
    capture.kit.startAnalyser.mockResolvedValueOnce(broken);
    begin();
    openCamera();
    capture.see({ hint: 'hold-still', outline: null });
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

  test('never two at a time when it is switched', async () => {
    const { begin, openCamera, switchCamera, capture } = setup();
    begin();
    openCamera();
    await settle();
    capture.kit.camera.open.mockClear();
    switchCamera();
    expect(capture.openFeeds()).toEqual([]);
    await settle();
    expect(capture.kit.camera.open).toHaveBeenCalledWith('camera 1', expect.anything());
    expect(capture.openFeeds()).toHaveLength(1);
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

  test('tells when it stops by itself', async () => {
    const { begin, openCamera, capture, screen } = setup();
    begin();
    openCamera();
    await settle();
    capture.feeds[0]!.stop();
    expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'busy' });
    expect(capture.openFeeds()).toEqual([]);
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

  test('one that opens after the user has gone back is closed at once', async () => {
    const { begin, openCamera, back, capture } = setup();
    const opening = deferred<Awaited<ReturnType<CaptureKit['camera']['open']>>>();
    const feed = await capture.kit.camera.open(null, new AbortController().signal);
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
  ])('without its code, files allowed: %s', async (fileAllowed, shown, told) => {
    const world = setup(clientState({ step: passportStep({ fileAllowed }) }));
    world.ports.loadCaptureKit.mockRejectedValue(new Error('offline'));
    world.begin();
    world.openCamera();
    await settle();
    expect(world.screen()).toMatchObject(shown);
    expect(world.events).toEqual([['started'], ...told]);
  });
});

describe('files', () => {
  test('are shown like pictures', async () => {
    const { begin, chooseFile, screen } = setup();
    begin();
    chooseFile(file);
    await settle();
    expect(screen().kind).toBe('review');
  });

  test('that are no pictures are asked for again', async () => {
    const world = setup();
    world.ports.preparePicture.mockRejectedValue(new Error('not an image'));
    world.begin();
    world.chooseFile(file);
    await settle();
    expect(world.screen()).toMatchObject({ kind: 'retry', reasons: ['IMAGE_UNREADABLE'] });
  });

  test('that are ready too late are dropped', async () => {
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

  test('goes where the service stands when it awaits something else', async () => {
    const { acceptPicture, service, screen } = await reviewing();
    service.submit.mockRejectedValue(new ServiceFailure('out-of-step', 409));
    service.state.mockResolvedValue(awaitingChecks({ seq: 50 }));
    acceptPicture();
    await settle();
    expect(screen().kind).toBe('processing');
  });

  test('ends in a general problem rather than in a circle', async () => {
    const { acceptPicture, service, screen } = await reviewing();
    service.submit.mockRejectedValue(new ServiceFailure('out-of-step', 409));
    service.state.mockResolvedValue(passport);
    acceptPicture();
    await settle();
    expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: 'general' } });
  });
});

describe('after the last step', () => {
  const done = finished({ status: 'APPROVED', retryLimitOf: null });

  test('tells the outcome once, before it is dismissed', async () => {
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

  test('calls the result pending after twenty seconds, and nothing changes that', async () => {
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

  test('past the retry limit only the error is told', async () => {
    const { acceptPicture, tell, events, finish } = await reviewing();
    acceptPicture();
    await settle();
    tell(finished({ status: 'DECLINED', retryLimitOf: 'document' }));
    await settle();
    finish();
    expect(events).toEqual([['started'], ['error', 'error_code_5']]);
  });

  test('a finished execution is told without being begun', () => {
    const { events, service } = setup(done);
    expect(events).toEqual([['completed', 'success']]);
    expect(service.state).not.toHaveBeenCalled();
  });
});

describe('losing the session', () => {
  test.each([
    ['unauthorized', 'session-expired', 'error_code_3'],
    ['taken-over', 'taken-over', 'unknown'],
  ] as const)('%s is told at once', async (kind, problem, code) => {
    const { begin, failPoll, events, screen } = setup();
    begin();
    await settle();
    failPoll(new ServiceFailure(kind, 401));
    await settle();
    expect(screen()).toMatchObject({ kind: 'problem', problem: { kind: problem } });
    expect(events).toEqual([['started'], ['error', code]]);
  });

  test('a poll that cannot get through is repeated, slower and slower', async () => {
    const { failPoll, service, clock, screen } = setup();
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      failPoll(new ServiceFailure('unavailable', 0));
      const calls = service.state.mock.calls.length;
      await clock.advance(pauseMs - 1);
      expect(service.state).toHaveBeenCalledTimes(calls);
      await clock.advance(1);
      expect(service.state).toHaveBeenCalledTimes(calls + 1);
    }
    expect(screen().kind).toBe('welcome');
  });

  test('a general failure is told when its screen is dismissed', async () => {
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
  test('before the user has begun needs no question', () => {
    const { askToQuit, events, onLeft, service } = setup();
    askToQuit();
    expect(events).toEqual([['cancelled']]);
    expect(onLeft).toHaveBeenCalledTimes(1);
    expect(service.cancel).toHaveBeenCalledTimes(1);
    expect(service.leave).not.toHaveBeenCalled();
  });

  test('afterwards is asked about once', async () => {
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

  test('without a camera and without another way the device is to blame', async () => {
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
  test('by a handler of started leaves nothing begun', async () => {
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

  test('nothing happens afterwards', async () => {
    const { session, begin, screen, events, tell } = setup();
    session.dispose();
    begin();
    tell(finished({ status: 'APPROVED', retryLimitOf: null }));
    await settle();
    expect(screen().kind).toBe('welcome');
    expect(events).toEqual([]);
  });
});

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchPicture } from './watch-picture.ts';

/** Output of the camera at the moment. */
const camera = { comes: true, light: 120, counts: true, callsBack: true, hasNoise: true };
const page = { hidden: false };
/** That have come; the first is there when the watch begins. */
let frames: number;
let track: { muted: boolean; label: string };
const play = vi.fn(async () => {});
const onLost = vi.fn();
const onTurned = vi.fn();
let video: { onresize?: (() => void) | null };
let stop: () => void;

/** Lets time pass in which frames come, 20 in a second, if any do. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    if (camera.comes) deliver();
    await vi.advanceTimersByTimeAsync(50);
  }
}

let onFrame: (() => void) | null;
function deliver(): void {
  frames += 1;
  const told = onFrame;
  onFrame = null;
  told?.();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(camera, { comes: true, light: 120, counts: true, callsBack: true, hasNoise: true });
  frames = 1;
  page.hidden = false;
  onLost.mockClear();
  onTurned.mockClear();
  play.mockClear();
  onFrame = null;
  track = { muted: false, label: '' };
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => page.hidden);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => ({
    drawImage() {},
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      // Opaque, and one pixel that is as bright as the noise of a sensor, which is another in each frame.
      data: new Uint8ClampedArray(width * height * 4).map((_, index) => {
        if (index % 4 === 3) return 255;
        if (index === 800 && camera.hasNoise) return camera.light / 2 + (frames % 2);
        return index === 400 ? camera.light : camera.light / 2;
      }),
    }),
  })) as never);
});
afterEach(() => {
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function watch(): void {
  video = {
    videoWidth: 1280,
    videoHeight: 720,
    play,
    ...(camera.counts && { getVideoPlaybackQuality: () => ({ totalVideoFrames: frames }) }),
    ...(camera.callsBack && {
      requestVideoFrameCallback(callback: () => void) {
        onFrame = callback;
      },
    }),
  } as typeof video;
  stop = watchPicture(
    video as never,
    track as Partial<MediaStreamTrack> as MediaStreamTrack,
    onLost,
    onTurned,
    () => {},
  );
}

test('a picture that turns with the device is told, until the watch ends', () => {
  watch();
  expect(onTurned).not.toHaveBeenCalled();
  Object.assign(video, { videoWidth: 720, videoHeight: 1280 });
  video.onresize?.();
  expect(onTurned).toHaveBeenCalledTimes(1);
  stop();
  video.onresize?.();
  expect(onTurned).toHaveBeenCalledTimes(1);
});

test('a picture that goes on is left alone', async () => {
  watch();
  await pass(60_000);
  expect(onLost).not.toHaveBeenCalled();
  expect(play).not.toHaveBeenCalled();
});

describe('within three seconds it is told, once', () => {
  test.each([
    ['the system mutes the track', 'busy', () => Object.assign(track, { muted: true })],
    ['no frame comes any more', 'busy', () => Object.assign(camera, { comes: false })],
    ['all is black', 'black', () => Object.assign(camera, { light: 15 })],
  ] as const)('when %s', async (_, loss, lose) => {
    watch();
    await pass(1_000);
    lose();
    await pass(2_000);
    expect(onLost).not.toHaveBeenCalled();
    await pass(1_000);
    expect(onLost).toHaveBeenCalledExactlyOnceWith(loss, true);
    await pass(10_000);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  test('reports a picture that has been black all the time', async () => {
    camera.light = 15;
    watch();
    await pass(3_000);
    expect(onLost).toHaveBeenCalledExactlyOnceWith('black', false);
  });

  test('when nothing follows the first frame', async () => {
    camera.comes = false;
    watch();
    await pass(3_000);
    // The first frame is no sign of a camera that works.
    expect(onLost).toHaveBeenCalledExactlyOnceWith('busy', false);
  });

  test.each(['counts', 'callsBack'] as const)(
    'when no frame comes, in a browser that but %s',
    async (sign) => {
      Object.assign(camera, { counts: false, callsBack: false, [sign]: true });
      watch();
      await pass(1_000);
      expect(onLost).not.toHaveBeenCalled();
      camera.comes = false;
      await pass(3_000);
      expect(onLost).toHaveBeenCalledExactlyOnceWith('busy', true);
    },
  );
});

test('a hand in front of the lens for two seconds is no loss', async () => {
  watch();
  for (let round = 0; round < 5; round += 1) {
    camera.light = 3;
    await pass(2_000);
    camera.light = 60;
    await pass(500);
  }
  expect(onLost).not.toHaveBeenCalled();
});

test('a dark room, in which the sensor shows noise, is no loss', async () => {
  camera.light = 17;
  watch();
  await pass(10_000);
  expect(onLost).not.toHaveBeenCalled();
});

test('compares no pixels in engines that report frames', async () => {
  await import('./compare-frames.ts');
  Object.assign(camera, { counts: false, comes: false });
  watch();
  await vi.dynamicImportSettled();
  await pass(10_000);
  expect(onLost).not.toHaveBeenCalled();
});

describe('an engine that never tells of a frame', () => {
  beforeEach(() => void Object.assign(camera, { counts: false, callsBack: false }));

  /** Once the code that compares has arrived, or is lost. */
  async function watchWithPixels() {
    watch();
    await vi.dynamicImportSettled();
  }

  test('reports no loss when it tells of no frame', async () => {
    await watchWithPixels();
    await pass(60_000);
    expect(onLost).not.toHaveBeenCalled();
  });

  test.each(['', 'HD Webcam'])(
    'has it told by its pixels that a camera called "%s" stands still',
    async (label) => {
      track.label = label;
      await watchWithPixels();
      await pass(1_000);
      camera.comes = false;
      await pass(2_000);
      expect(onLost).not.toHaveBeenCalled();
      await pass(1_000);
      expect(onLost).toHaveBeenCalledExactlyOnceWith('busy', true);
    },
  );

  test.each([
    ['a program, which may show a still', { label: 'OBS Virtual Camera' }, {}],
    ['a picture that is all white, and has no noise', {}, { light: 510, hasNoise: false }],
    ['one that is nearly black', {}, { light: 20, hasNoise: false }],
  ])('says nothing of %s', async (_, look, seen) => {
    Object.assign(track, look);
    Object.assign(camera, seen, { comes: false });
    await watchWithPixels();
    await pass(10_000);
    expect(onLost).not.toHaveBeenCalled();
  });

  test('goes on without the code that compares, where that is lost', async () => {
    vi.doMock('./compare-frames.ts', () => Promise.reject(new Error('offline')));
    camera.comes = false;
    await watchWithPixels();
    await pass(10_000);
    vi.doUnmock('./compare-frames.ts');
    expect(onLost).not.toHaveBeenCalled();
  });
});

test('misses no picture while the page is hidden', async () => {
  watch();
  await pass(1_000);
  camera.comes = false;
  page.hidden = true;
  await pass(60_000);
  expect(onLost).not.toHaveBeenCalled();
});

test('an element that was paused is told to play on before the picture counts as lost', async () => {
  watch();
  await pass(1_000);
  camera.comes = false;
  play.mockImplementation(async () => {
    camera.comes = true;
  });
  await pass(10_000);
  expect(play).toHaveBeenCalledTimes(1);
  expect(onLost).not.toHaveBeenCalled();
});

test('reports nothing about a camera that is no longer watched', async () => {
  watch();
  await pass(1_000);
  camera.comes = false;
  await pass(1_000);
  stop();
  await pass(10_000);
  expect(onLost).not.toHaveBeenCalled();
});

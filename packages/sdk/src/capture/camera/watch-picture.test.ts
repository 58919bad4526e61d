// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchPicture } from './watch-picture.ts';

/** Behaviour of the simulated camera. */
const camera = { comes: true, light: 120, counts: true, callsBack: true, hasNoise: true };
const page = { hidden: false };
/** Number of frames delivered; the first one precedes the watch. */
let frames: number;
let track: { muted: boolean; label: string };
const play = vi.fn(async () => {});
const onLost = vi.fn();
const onTurned = vi.fn();
let video: { onresize?: (() => void) | null };
let stop: () => void;

/** Advances the time, with 20 frames per second while the camera delivers frames. */
async function advance(ms: number): Promise<void> {
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
      // Opaque, with one bright pixel, and one whose sensor noise differs between frames.
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

test('reports a rotated picture until the watch ends', () => {
  watch();
  expect(onTurned).not.toHaveBeenCalled();
  Object.assign(video, { videoWidth: 720, videoHeight: 1280 });
  video.onresize?.();
  expect(onTurned).toHaveBeenCalledTimes(1);
  stop();
  video.onresize?.();
  expect(onTurned).toHaveBeenCalledTimes(1);
});

test('reports nothing about a picture that continues', async () => {
  watch();
  await advance(60_000);
  expect(onLost).not.toHaveBeenCalled();
  expect(play).not.toHaveBeenCalled();
});

describe('a loss reported once, within three seconds', () => {
  test.each([
    ['the system mutes the track', 'busy', () => Object.assign(track, { muted: true })],
    ['frames stop', 'busy', () => Object.assign(camera, { comes: false })],
    ['the picture is black', 'black', () => Object.assign(camera, { light: 15 })],
  ] as const)('reports a loss when %s', async (_, loss, lose) => {
    watch();
    await advance(1_000);
    lose();
    await advance(2_000);
    expect(onLost).not.toHaveBeenCalled();
    await advance(1_000);
    expect(onLost).toHaveBeenCalledExactlyOnceWith(loss, true);
    await advance(10_000);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  test('reports a picture that was black from the beginning', async () => {
    camera.light = 15;
    watch();
    await advance(3_000);
    expect(onLost).toHaveBeenCalledExactlyOnceWith('black', false);
  });

  test('reports a picture that stops after its first frame', async () => {
    camera.comes = false;
    watch();
    await advance(3_000);
    // The first frame does not prove that the camera works.
    expect(onLost).toHaveBeenCalledExactlyOnceWith('busy', false);
  });

  test.each(['counts', 'callsBack'] as const)(
    'reports missing frames in a browser whose only frame signal is `%s`',
    async (sign) => {
      Object.assign(camera, { counts: false, callsBack: false, [sign]: true });
      watch();
      await advance(1_000);
      expect(onLost).not.toHaveBeenCalled();
      camera.comes = false;
      await advance(3_000);
      expect(onLost).toHaveBeenCalledExactlyOnceWith('busy', true);
    },
  );
});

test('tolerates a hand in front of the lens for two seconds', async () => {
  watch();
  for (let round = 0; round < 5; round += 1) {
    camera.light = 3;
    await advance(2_000);
    camera.light = 60;
    await advance(500);
  }
  expect(onLost).not.toHaveBeenCalled();
});

test('tolerates a dark room in which the sensor shows noise', async () => {
  camera.light = 17;
  watch();
  await advance(10_000);
  expect(onLost).not.toHaveBeenCalled();
});

test('compares no pixels in engines that report frames', async () => {
  await import('./compare-frames.ts');
  Object.assign(camera, { counts: false, comes: false });
  watch();
  await vi.dynamicImportSettled();
  await advance(10_000);
  expect(onLost).not.toHaveBeenCalled();
});

describe('an engine that reports no frames', () => {
  beforeEach(() => void Object.assign(camera, { counts: false, callsBack: false }));

  /** Starts the watch, and waits until the code that compares pixels has loaded or failed to load. */
  async function watchWithPixels() {
    watch();
    await vi.dynamicImportSettled();
  }

  test('reports no loss while the pixels change', async () => {
    await watchWithPixels();
    await advance(20_000);
    expect(onLost).not.toHaveBeenCalled();
  });

  test.each(['', 'HD Webcam'])('detects by its pixels that a camera called "%s" is frozen', async (label) => {
    track.label = label;
    await watchWithPixels();
    await advance(1_000);
    camera.comes = false;
    await advance(2_000);
    expect(onLost).not.toHaveBeenCalled();
    await advance(1_000);
    expect(onLost).toHaveBeenCalledExactlyOnceWith('busy', true);
  });

  test.each([
    ['a virtual camera, which may show a still picture', { label: 'OBS Virtual Camera' }, {}],
    ['a white picture without noise', {}, { light: 510, hasNoise: false }],
    ['a nearly black picture', {}, { light: 20, hasNoise: false }],
  ])('reports no loss of %s', async (_, look, seen) => {
    Object.assign(track, look);
    Object.assign(camera, seen, { comes: false });
    await watchWithPixels();
    await advance(10_000);
    expect(onLost).not.toHaveBeenCalled();
  });

  test('reports no loss if the code that compares pixels cannot be loaded', async () => {
    vi.doMock('./compare-frames.ts', () => Promise.reject(new Error('offline')));
    camera.comes = false;
    await watchWithPixels();
    await advance(10_000);
    vi.doUnmock('./compare-frames.ts');
    expect(onLost).not.toHaveBeenCalled();
  });
});

test('reports no loss while the page is hidden', async () => {
  watch();
  await advance(1_000);
  camera.comes = false;
  page.hidden = true;
  await advance(60_000);
  expect(onLost).not.toHaveBeenCalled();
});

test('resumes a paused video element before the picture counts as lost', async () => {
  watch();
  await advance(1_000);
  camera.comes = false;
  play.mockImplementation(async () => {
    camera.comes = true;
  });
  await advance(10_000);
  expect(play).toHaveBeenCalledTimes(1);
  expect(onLost).not.toHaveBeenCalled();
});

test('reports nothing about a camera that is no longer watched', async () => {
  watch();
  await advance(1_000);
  camera.comes = false;
  await advance(1_000);
  stop();
  await advance(10_000);
  expect(onLost).not.toHaveBeenCalled();
});

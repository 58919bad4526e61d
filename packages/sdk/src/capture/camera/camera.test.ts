// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CameraFailure, type CameraFeed, type Facing } from '../../session/ports.ts';
import { settle } from '../../testing/fake-clock.ts';
import { createDeviceCamera } from './camera.ts';

let deviceCamera: ReturnType<typeof createDeviceCamera>;
/** Receives the picture's properties before its first frame. */
const onPicture = vi.fn();
const opened: CameraFeed[] = [];
async function open(otherThan: string | null = null, until = signal, facing: Facing = 'environment') {
  const feed = await deviceCamera.open(otherThan, until, facing, onPicture);
  opened.push(feed);
  // The code that watches the picture is loaded after the first frame.
  await settle();
  return feed;
}

/** A camera of the device. */
interface Device {
  readonly deviceId: string;
  readonly label: string;
  readonly facingMode?: string;
  readonly capabilities?: object;
  readonly settings?: object;
  /** Direction that the browser reports before the camera runs; absent if it reports none. */
  readonly told?: readonly string[];
}

const back: Device = { deviceId: 'back', label: 'Back Camera', facingMode: 'environment' };
const front: Device = { deviceId: 'front', label: 'Front Camera', facingMode: 'user' };
const webcam: Device = { deviceId: 'webcam', label: 'Integrated Webcam' };
const second: Device = { deviceId: 'second', label: 'HD Webcam' };
const infrared: Device = { deviceId: 'ir', label: 'Integrated IR Camera' };

/** A phone whose camera labels are in a language that the SDK does not know. */
const russian = {
  front: { deviceId: 'front', label: 'Фронтальная камера', facingMode: 'user' },
  back: { deviceId: 'back', label: 'Задняя камера', facingMode: 'environment' },
  wide: { deviceId: 'wide', label: 'Задняя сверхширокоугольная камера', facingMode: 'environment' },
} as const satisfies Record<string, Device>;

let running: FakeTrack[] = [];
let maxAtOnce = 0;
let signal: AbortSignal;

class FakeTrack {
  onended: (() => void) | null = null;
  readyState = 'live';
  readonly constraints: object[] = [];
  readonly device: Device;
  constructor(device: Device) {
    this.device = device;
    running.push(this);
    maxAtOnce = Math.max(maxAtOnce, running.length);
  }
  get label() {
    return this.device.label;
  }
  getSettings() {
    return {
      ...this.device.settings,
      deviceId: this.device.deviceId,
      facingMode: this.device.facingMode,
      width: 1280,
      height: 720,
    };
  }
  getCapabilities() {
    return this.device.capabilities ?? {};
  }
  async applyConstraints({ advanced }: { advanced: object[] }) {
    this.constraints.push(...advanced);
  }
  stop() {
    this.readyState = 'ended';
    running = running.filter((track) => track !== this);
  }
}

interface Asked {
  readonly exact?: string;
  readonly ideal?: string;
}
interface Constraints {
  readonly video: { readonly deviceId?: Asked; readonly facingMode?: Asked };
}

/**
 * Returns the camera that a browser would choose: the best match (Media Capture and Streams, 5.2), or the first of equal
 * matches.
 */
function nearest(devices: readonly Device[], { deviceId, facingMode }: Constraints['video']): Device {
  if (devices.length === 0) throw new DOMException('', 'NotFoundError');
  const fit = devices.filter((device) => !deviceId?.exact || device.deviceId === deviceId.exact);
  const distance = (device: Device) =>
    Number(!!deviceId?.ideal && device.deviceId !== deviceId.ideal) +
    Number(!!facingMode?.ideal && device.facingMode !== facingMode.ideal);
  const [device] = fit.sort((one, other) => distance(one) - distance(other));
  if (!device) throw new DOMException('', 'OverconstrainedError');
  return device;
}

/** Returns the cameras as the browser lists them. */
const listed = (devices: readonly Device[]) =>
  devices.map(({ deviceId, label, told }) => ({
    kind: 'videoinput',
    deviceId,
    label,
    ...(told && { getCapabilities: () => ({ facingMode: told }) }),
  }));

function stub(devices: readonly Device[], members: object = {}) {
  const getUserMedia = vi.fn(async ({ video }: Constraints) => {
    const track = new FakeTrack(nearest(devices, video));
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  });
  const enumerateDevices = async () => [
    ...listed(devices),
    { deviceId: 'mic', label: '', kind: 'audioinput' },
  ];
  const mediaDevices = { getUserMedia, enumerateDevices };
  vi.stubGlobal('navigator', { ...navigator, mediaDevices, ...members });
  return getUserMedia;
}

/** Makes the device a phone, the only kind that reports a screen orientation. */
const holdScreen = () => void vi.stubGlobal('orientation', 0);

beforeEach(async () => {
  deviceCamera = createDeviceCamera();
  // Loads the deferred code, as happens while the user reads.
  await Promise.all([import('./lenses.ts'), import('./camera-changes.ts'), import('./watch-picture.ts')]);
  await settle();
  onPicture.mockClear();
  signal = new AbortController().signal;
  running = [];
  maxAtOnce = 0;
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
    configurable: true,
    writable: true,
    value: null,
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    queueMicrotask(() => this.onloadeddata?.(new Event('loadeddata')));
    return Promise.resolve();
  });
});
afterEach(() => {
  for (const feed of opened.splice(0)) feed.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'srcObject');
});

describe('opening a camera', () => {
  test('returns to the camera that worked if another program uses the better ones', async () => {
    const getUserMedia = stub([infrared, webcam, front]);
    const give = getUserMedia.getMockImplementation()!;
    getUserMedia.mockImplementation(async (asked) => {
      if (['webcam', 'front'].includes(asked.video.deviceId?.exact ?? ''))
        throw new DOMException('', 'NotReadableError');
      return give(asked);
    });
    const feed = await open();
    expect([feed.cameraId, maxAtOnce, running.length]).toEqual(['ir', 1, 1]);
  });

  describe('if another program uses the default camera', () => {
    /** Stubs devices of which some cannot be opened. */
    function stubHeld(devices: readonly Device[], held: readonly Device[]) {
      const getUserMedia = stub(devices);
      const give = getUserMedia.getMockImplementation()!;
      getUserMedia.mockImplementation((asked) => {
        if (held.includes(nearest([...devices], asked.video))) throw new DOMException('', 'NotReadableError');
        return give(asked);
      });
      return getUserMedia;
    }
    const asked = (getUserMedia: ReturnType<typeof stub>) =>
      getUserMedia.mock.calls.map(([{ video }]) => video.deviceId?.exact);
    const busy = new CameraFailure('busy');

    test.each(['environment', 'user'] as const)('opens a free camera instead for `%s`', async (facing) => {
      const getUserMedia = stubHeld([webcam, second], [webcam]);
      const feed = await open(null, signal, facing);
      expect([feed.cameraId, maxAtOnce, running.length]).toEqual(['second', 1, 1]);
      feed.close();
      getUserMedia.mockClear();
      await open(null, signal, facing);
      expect(asked(getUserMedia)).toEqual(['second']);
    });

    test('opens another camera if the chosen one was unplugged', async () => {
      stub([webcam, second, front]);
      (await open('second')).close();
      stubHeld([webcam, second], [webcam]);
      expect(await open()).toMatchObject({ cameraId: 'second' });
      expect(running).toHaveLength(1);
    });

    test('reports busy if all cameras are in use', async () => {
      const getUserMedia = stubHeld([webcam, second], [webcam, second]);
      await expect(open()).rejects.toEqual(busy);
      expect(asked(getUserMedia)).toEqual([undefined, 'webcam', 'second']);
      expect(running).toEqual([]);
    });

    test('opens no infrared or virtual camera instead of a busy one', async () => {
      const obs: Device = { deviceId: 'obs', label: 'OBS Virtual Camera' };
      const getUserMedia = stubHeld([webcam, infrared, obs], [webcam]);
      await expect(open()).rejects.toEqual(busy);
      expect(asked(getUserMedia)).toEqual([undefined, 'webcam']);
    });

    test('opens no camera that faces the other way instead of a busy one', async () => {
      holdScreen();
      const getUserMedia = stubHeld([back, front], [back]);
      await expect(open()).rejects.toEqual(busy);
      expect(asked(getUserMedia)).toEqual([undefined, 'back']);
    });

    test('requests no camera by an empty id if the browser hides the ids', async () => {
      const unnamed = { deviceId: '', label: '' };
      const getUserMedia = stubHeld([unnamed], [unnamed]);
      await expect(open()).rejects.toEqual(busy);
      expect(getUserMedia).toHaveBeenCalledTimes(1);
    });

    test.each([
      ['the first alternative turns out to be busy', 'webcam', 2],
      ['a free camera is being opened', 'second', 3],
    ])('leaves no camera running if the user leaves while %s', async (_, deviceId, times) => {
      const getUserMedia = stubHeld([webcam, second], [webcam]);
      const life = new AbortController();
      const give = getUserMedia.getMockImplementation()!;
      getUserMedia.mockImplementation((wanted) => {
        if (wanted.video.deviceId?.exact === deviceId) life.abort();
        return give(wanted);
      });
      await expect(open(null, life.signal)).rejects.toEqual(busy);
      expect(getUserMedia).toHaveBeenCalledTimes(times);
      expect(running).toEqual([]);
    });
  });

  test('requests a full-size picture from the back camera, without sound', async () => {
    const getUserMedia = stub([back, front]);
    const feed = await open();
    expect(getUserMedia).toHaveBeenCalledWith({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
    });
    expect(feed).toMatchObject({ cameraId: 'back', mirrored: false, canSwitchCamera: true, hasTorch: false });
    feed.close();
    expect(running).toEqual([]);
  });

  test.each([
    ['before its first frame', () => {}],
    ['while its lens is being set', () => new Promise<void>(() => {})],
  ])('stops the camera synchronously when it is aborted %s', { tags: ['DSDK-16'] }, async (_, setLens) => {
    vi.spyOn(FakeTrack.prototype, 'applyConstraints').mockImplementation(async () => setLens());
    vi.mocked(HTMLMediaElement.prototype.play).mockResolvedValue();
    stub([{ ...back, capabilities: { focusMode: ['continuous'] } }]);
    const life = new AbortController();
    const opening = open(null, life.signal);
    opening.catch(() => {});
    await settle();
    expect(running).toHaveLength(1);
    life.abort();
    expect(running).toEqual([]);
  });

  test('passes on the stream of the chosen camera before its first frame', async () => {
    vi.mocked(HTMLMediaElement.prototype.play).mockResolvedValue();
    stub([infrared, front]);
    const life = new AbortController();
    const opening = open(null, life.signal);
    opening.catch(() => {});
    await settle();
    expect(onPicture.mock.calls).toMatchObject([[{ widthPx: 1280, heightPx: 720, mirrored: true }]]);
    expect(onPicture.mock.calls[0]![0].stream.getTracks()).toEqual(running);
    life.abort();
  });

  test('mirrors the front camera', async () => {
    stub([front]);
    expect(await open()).toMatchObject({ mirrored: true, canSwitchCamera: false });
  });

  test('opens the next camera', async () => {
    stub([back, front]);
    expect(await open('back')).toMatchObject({ cameraId: 'front' });
  });

  test('replaces an infrared camera by a suitable one, never opens both at once', async () => {
    stub([infrared, webcam]);
    expect(await open()).toMatchObject({ cameraId: 'webcam', canSwitchCamera: false });
    expect(maxAtOnce).toBe(1);
    expect(running).toHaveLength(1);
  });

  test('replaces a fixed-focus lens by one that focuses, never opens both at once, and opens that one the next time', async () => {
    const fixed: Device = {
      deviceId: 'wide',
      label: 'camera2 2, facing back',
      facingMode: 'environment',
      capabilities: { focusMode: ['manual'] },
    };
    const main: Device = {
      deviceId: 'main',
      label: 'camera2 0, facing back',
      facingMode: 'environment',
      capabilities: { focusMode: ['continuous'] },
    };
    const getUserMedia = stub([fixed, front, main]);
    const feed = await open();
    expect(feed).toMatchObject({ cameraId: 'main' });
    expect(maxAtOnce).toBe(1);
    feed.close();
    getUserMedia.mockClear();
    await open();
    expect(getUserMedia.mock.calls).toMatchObject([[{ video: { deviceId: { exact: 'main' } } }]]);
  });

  test('keeps a fixed-focus lens if the other cameras of a phone may face the other way', async () => {
    holdScreen();
    const fixed = { ...russian.back, capabilities: { focusMode: ['manual'] } };
    const getUserMedia = stub([fixed, russian.front]);
    expect(await open()).toMatchObject({ cameraId: 'back' });
    expect(getUserMedia).toHaveBeenCalledTimes(1);
  });

  test('returns to a fixed-focus lens if the others are no better', async () => {
    const fixed = (deviceId: string): Device => ({
      deviceId,
      label: `camera2 ${deviceId}, facing back`,
      facingMode: 'environment',
      capabilities: { focusMode: ['manual'] },
    });
    stub([fixed('0'), fixed('1'), fixed('2')]);
    expect(await open()).toMatchObject({ cameraId: '0' });
    expect(maxAtOnce).toBe(1);
    expect(running).toHaveLength(1);
  });

  test('remembers the camera that the user has chosen', async () => {
    const getUserMedia = stub([back, front]);
    (await open('back')).close();
    getUserMedia.mockClear();
    expect(await open()).toMatchObject({ cameraId: 'front' });
    expect(getUserMedia).toHaveBeenCalledTimes(1);
    // The choice was made for documents, not for selfies.
    getUserMedia.mockClear();
    await open(null, signal, 'user');
    expect(getUserMedia.mock.calls[0]?.[0].video).not.toHaveProperty('deviceId');
  });

  test('remembers the camera that the user has chosen after an aborted opening', async () => {
    const getUserMedia = stub([back, front]);
    (await open('back')).close();
    const life = new AbortController();
    getUserMedia.mockImplementationOnce(async () => {
      life.abort();
      throw new DOMException('', 'AbortError');
    });
    await expect(open(null, life.signal)).rejects.toEqual(new CameraFailure('busy'));
    expect(await open()).toMatchObject({ cameraId: 'front' });
  });

  test('replaces an infrared camera that stands in for an unplugged one', async () => {
    stub([webcam]);
    (await open()).close();
    stub([infrared, front]);
    expect(await open()).toMatchObject({ cameraId: 'front' });
    expect(maxAtOnce).toBe(1);
  });

  describe.each(['OverconstrainedError', 'NotFoundError'])('if the chosen camera fails with %s', (name) => {
    const gone = () => new DOMException('', name);

    test('opens the camera that faces the requested way, and replaces it by a better one', async () => {
      const getUserMedia = stub([infrared, webcam, second]);
      getUserMedia.mockRejectedValueOnce(gone());
      expect(await open('second')).toMatchObject({ cameraId: 'webcam' });
      expect(getUserMedia.mock.calls).toMatchObject([
        [{ video: { deviceId: { exact: 'webcam' } } }],
        [{ video: { facingMode: { ideal: 'environment' } } }],
        [{ video: { deviceId: { exact: 'webcam' } } }],
      ]);
      expect([maxAtOnce, running.length]).toEqual([1, 1]);
    });

    test('opens no other camera after the user has left', async () => {
      const getUserMedia = stub([back, front]);
      const life = new AbortController();
      getUserMedia.mockImplementationOnce(async () => {
        life.abort();
        throw gone();
      });
      await expect(open('back', life.signal)).rejects.toBeInstanceOf(CameraFailure);
      expect(getUserMedia).toHaveBeenCalledTimes(1);
    });
  });

  test.each([
    ['NotReadableError', 'busy'],
    ['NotAllowedError', 'denied'],
  ])('reports %s of the chosen camera as %s before it opens another one', async (name, problem) => {
    const getUserMedia = stub([back, front]);
    (await open('back')).close();
    getUserMedia.mockClear();
    getUserMedia.mockRejectedValueOnce(new DOMException('', name));
    await expect(open()).rejects.toEqual(new CameraFailure(problem as CameraFailure['problem']));
    expect(getUserMedia).toHaveBeenCalledTimes(1);
    // Keeps the choice after a denial, which does not concern a particular camera.
    expect(await open()).toMatchObject({ cameraId: problem === 'denied' ? 'front' : 'back' });
  });

  test('opens the default camera if the code for lenses cannot be loaded', async () => {
    deviceCamera = createDeviceCamera(() => Promise.reject(new Error('offline')));
    stub([infrared, front]);
    expect(await open()).toMatchObject({ cameraId: 'ir', canSwitchCamera: false });
  });

  test('keeps an infrared camera if it is the only one', async () => {
    stub([infrared]);
    expect(await open()).toMatchObject({ cameraId: 'ir' });
  });

  test('turns on continuous focus and the torch of a lens that supports them', async () => {
    stub([{ ...back, capabilities: { focusMode: ['manual', 'continuous'], torch: true } }]);
    const feed = await open();
    expect(feed.hasTorch).toBe(true);
    expect(await feed.setTorch(true)).toBe(true);
    expect(running[0]?.constraints).toEqual([{ focusMode: 'continuous' }, { torch: true }]);
  });

  describe('a camera with zoom', () => {
    const zooming = {
      ...back,
      settings: { zoom: 1 },
      capabilities: { zoom: { min: 0.5, max: 8, step: 0.1 } },
    };
    const zooms = () => running[0]!.constraints;

    test('zooms in on a document that stays blurred, twice at most', async () => {
      stub([zooming]);
      const feed = await open();
      for (const at of [0, 1_000, 1_990]) feed.heed('blurred', at);
      expect(zooms()).toEqual([]);
      feed.heed('blurred', 2_000);
      expect(zooms()).toMatchObject([{ zoom: expect.closeTo(1.5) }]);
      for (let at = 2_100; at < 20_000; at += 100) feed.heed('blurred', at);
      expect(zooms()).toMatchObject([{ zoom: expect.closeTo(1.5) }, { zoom: expect.closeTo(2) }]);
    });

    test('does not zoom while some frames are sharp', async () => {
      stub([zooming]);
      const feed = await open();
      for (let at = 0; at < 20_000; at += 100) feed.heed(at % 1_900 === 0 ? 'hold-still' : 'blurred', at);
      for (let at = 20_000; at < 30_000; at += 100) feed.heed('closer', at);
      expect(zooms()).toEqual([]);
    });

    test.each([
      ['in the unit of a webcam', { zoom: 100 }, { min: 100, max: 500, step: 1 }, [150, 200]],
      ['no further than its maximum', { zoom: 1 }, { min: 1, max: 1.6 }, [1.5]],
      ['only if its range is noticeable', { zoom: 1 }, { min: 1, max: 1.2, step: 0.1 }, []],
      ['only if it reports its current value', {}, { min: 1, max: 8 }, []],
    ])('zooms %s', async (_, settings, zoom, expected) => {
      stub([{ ...back, settings, capabilities: { zoom } }]);
      const feed = await open();
      for (let at = 0; at < 20_000; at += 100) feed.heed('blurred', at);
      expect(zooms()).toEqual(expected.map((times) => ({ zoom: times })));
    });
  });

  test('recognizes a virtual camera by its name', async () => {
    stub([{ ...front, label: 'OBS Virtual Camera' }]);
    expect(await open(null, signal, 'user')).toMatchObject({ isVirtual: true });
    stub([front]);
    expect(await open(null, signal, 'user')).toMatchObject({ isVirtual: false });
  });

  const obs: Device = { deviceId: 'obs', label: 'OBS Virtual Camera' };

  test.each(['user', 'environment'] as const)(
    'replaces a virtual default camera by a real one for `%s`',
    async (facing) => {
      stub([obs, webcam]);
      const feed = await open(null, signal, facing);
      expect([feed.cameraId, feed.isVirtual, maxAtOnce, running.length]).toEqual(['webcam', false, 1, 1]);
    },
  );

  test('keeps a virtual camera if no other faces the same way, or the user has chosen it', async () => {
    const getUserMedia = stub([obs, back, infrared]);
    expect(await open(null, signal, 'user')).toMatchObject({ cameraId: 'obs', isVirtual: true });
    expect(getUserMedia).toHaveBeenCalledTimes(1);
    stub([webcam, obs]);
    expect(await open('webcam', signal, 'user')).toMatchObject({ cameraId: 'obs' });
  });

  test('reports the new picture size after the device was rotated', async () => {
    stub([back]);
    const play = vi.mocked(HTMLMediaElement.prototype.play);
    const feed = await open();
    const video = play.mock.contexts.at(-1) as HTMLVideoElement;
    onPicture.mockClear();
    Object.defineProperties(video, { videoWidth: { value: 1080 }, videoHeight: { value: 1920 } });
    video.dispatchEvent(new Event('resize'));
    expect(onPicture.mock.calls).toMatchObject([
      [{ stream: feed.stream, widthPx: 1080, heightPx: 1920, mirrored: false }],
    ]);
    feed.close();
    video.dispatchEvent(new Event('resize'));
    expect(onPicture).toHaveBeenCalledTimes(1);
  });

  test('reports a torch as off if turning it on fails', async () => {
    stub([{ ...back, capabilities: { torch: true } }]);
    const feed = await open();
    running[0]!.applyConstraints = () => Promise.reject(new Error('no'));
    expect(await feed.setTorch(true)).toBe(false);
  });

  test('reports why no camera is available', async () => {
    stub([]);
    await expect(open()).rejects.toEqual(new CameraFailure('missing'));
    stub([back]).mockResolvedValue({ getTracks: () => [], getVideoTracks: () => [] });
    await expect(open()).rejects.toEqual(new CameraFailure('missing'));
    vi.stubGlobal('navigator', { userAgent: '' });
    await expect(open()).rejects.toEqual(new CameraFailure('forbidden'));
  });

  test('opens no camera if the signal is already aborted', async () => {
    const getUserMedia = stub([back]);
    await expect(open(null, AbortSignal.abort())).rejects.toBeInstanceOf(CameraFailure);
    expect(getUserMedia).not.toHaveBeenCalled();
  });

  test('requests no further camera if the user leaves while a better one is being opened', async () => {
    const getUserMedia = stub([infrared, webcam, second]);
    const give = getUserMedia.getMockImplementation()!;
    const life = new AbortController();
    getUserMedia.mockImplementation((asked) => {
      if (asked.video.deviceId?.exact !== 'webcam') return give(asked);
      life.abort();
      return Promise.reject(new DOMException('', 'NotReadableError'));
    });
    await expect(open(null, life.signal)).rejects.toBeInstanceOf(CameraFailure);
    expect(getUserMedia.mock.calls.map(([{ video }]) => video.deviceId?.exact)).toEqual([
      undefined,
      'webcam',
    ]);
    expect(running).toEqual([]);
  });

  test('leaves no track running after an aborted opening', async () => {
    stub([back]);
    const abort = new AbortController();
    const opening = open(null, abort.signal);
    abort.abort();
    await expect(opening).rejects.toBeInstanceOf(CameraFailure);
    expect(running).toEqual([]);
  });

  test('closes a camera that shows no frame within three seconds after it was allowed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const getUserMedia = stub([back]);
    const give = getUserMedia.getMockImplementation()!;
    getUserMedia.mockImplementation(async (asked) => {
      // The user reads the browser's prompt.
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return give(asked);
    });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(() => Promise.resolve());
    const onFailure = vi.fn();
    open().catch(onFailure);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([running.length, onPicture.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(2_500);
    expect([running.length, onFailure.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(500);
    expect([running.length, onFailure.mock.calls.length]).toEqual([0, 1]);
    expect(onFailure.mock.calls[0]![0]).not.toBeInstanceOf(CameraFailure);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe('a picture', () => {
  const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' });
  const drawImage = vi.fn();
  let encoded: HTMLCanvasElement[] = [];

  async function openWithFrame() {
    stub([back]);
    const feed = await open();
    const video = vi.mocked(HTMLMediaElement.prototype.play).mock.contexts.at(-1) as HTMLVideoElement;
    Object.defineProperties(video, { videoWidth: { value: 1920 }, videoHeight: { value: 1080 } });
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue({ drawImage } as never);
    encoded = [];
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      told,
    ) {
      encoded.push(this);
      told(jpeg);
    });
    return feed;
  }

  test('crops the document from the frame shown at the press of the shutter', async () => {
    const feed = await openWithFrame();
    drawImage.mockClear();
    const taking = feed.takePicture([0.25, 0.25, 0.75, 0.25, 0.75, 0.75, 0.25, 0.75]);
    // Drawn synchronously, before the hand moves on.
    expect(drawImage).toHaveBeenCalledTimes(1);
    expect(await taking).toBe(jpeg);
    expect(encoded.map(({ width, height }) => [width, height])).toEqual([[1_192, 772]]);
  });

  test('uses the analysed frame if it was kept, although the video has moved on', async () => {
    const feed = await openWithFrame();
    const video = vi.mocked(HTMLMediaElement.prototype.play).mock.contexts.at(-1) as HTMLVideoElement;
    Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_CURRENT_DATA });
    const getImageData = () => ({});
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue({ drawImage, getImageData } as never);
    drawImage.mockClear();
    feed.grabFrame([0, 0, 1, 0, 1, 1, 0, 1], true);
    const [held, small, detail] = drawImage.mock.calls.map(([source]) => source);
    expect([held, small, detail]).toEqual([video, detail, small]);
    expect(small).toBeInstanceOf(HTMLCanvasElement);
    drawImage.mockClear();
    await feed.takePicture(null, true);
    expect(drawImage.mock.calls.map(([source]) => source === small)).toEqual([true]);
    // The shutter takes the current frame.
    drawImage.mockClear();
    await feed.takePicture();
    expect(drawImage.mock.calls[0]).toEqual([video, 0, 0]);
    // The last frame was analysed but not kept.
    feed.grabFrame(null);
    drawImage.mockClear();
    await feed.takePicture(null, true);
    expect(drawImage.mock.calls[0]).toEqual([video, 0, 0]);
  });

  test('continues the guidance if there is no memory to keep a frame', async () => {
    const feed = await openWithFrame();
    const video = vi.mocked(HTMLMediaElement.prototype.play).mock.contexts.at(-1) as HTMLVideoElement;
    Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_CURRENT_DATA });
    const getImageData = () => ({});
    vi.mocked(HTMLCanvasElement.prototype.getContext)
      .mockReturnValue({ drawImage, getImageData } as never)
      .mockReturnValueOnce(null);
    expect(feed.grabFrame(null, true)).not.toBeNull();
    drawImage.mockClear();
    await feed.takePicture(null, true);
    expect(drawImage.mock.calls[0]).toEqual([video, 0, 0]);
  });

  test('takes the whole frame if no document was found', async () => {
    const feed = await openWithFrame();
    await feed.takePicture();
    expect(encoded.map(({ width, height }) => [width, height])).toEqual([[1920, 1080]]);
  });

  test('takes the whole frame if the code that crops it fails to load', async () => {
    const loadKeeping = vi.fn(() => Promise.reject(new Error('offline')));
    deviceCamera = createDeviceCamera(undefined, loadKeeping);
    const feed = await openWithFrame();
    expect(await feed.takePicture([0.25, 0.25, 0.75, 0.25, 0.75, 0.75, 0.25, 0.75])).toBe(jpeg);
    expect(encoded.map(({ width, height }) => [width, height])).toEqual([[1920, 1080]]);
    // Loaded when the camera opens, and again when the picture is taken.
    expect(loadKeeping).toHaveBeenCalledTimes(2);
  });

  test('takes the whole frame if the code that crops it does not load within five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const loadKeeping = vi.fn(() => new Promise<never>(() => {}));
    deviceCamera = createDeviceCamera(undefined, loadKeeping);
    const life = new AbortController();
    signal = life.signal;
    const feed = await openWithFrame();
    const onTaken = vi.fn();
    void feed.takePicture().then(onTaken);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(onTaken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(onTaken).toHaveBeenCalledExactlyOnceWith(jpeg);
    // An aborted picture leaves no timer.
    void feed.takePicture();
    feed.close();
    life.abort();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('rejects a picture before the first frame', async () => {
    stub([back]);
    await expect((await open()).takePicture()).rejects.toThrow('No picture');
  });
});

test('reports the loss of a track that ends, unless the camera was closed', async () => {
  stub([back]);
  const [first, second] = [vi.fn(), vi.fn()];
  const feed = await open();
  feed.onLost(first);
  running[0]!.onended?.();
  expect(first).toHaveBeenCalledExactlyOnceWith('busy');
  const closed = await open();
  closed.onLost(second);
  const track = running[running.length - 1]!;
  closed.close();
  track.onended?.();
  expect(second).not.toHaveBeenCalled();
});

test('reports a muted track as lost, and stops watching when the camera is closed', async () => {
  stub([back]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onLost = vi.fn();
  const feed = await open();
  feed.onLost(onLost);
  Object.assign(running[0]!, { muted: true });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(onLost).toHaveBeenCalledExactlyOnceWith('busy');
  const next = await open();
  next.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a camera that never shows a picture', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Opens a camera and mutes its track after a time. */
  async function openAndLose(afterMs = 0) {
    const feed = await open(null, signal, 'user');
    await vi.advanceTimersByTimeAsync(afterMs);
    Object.assign(running[0]!, { muted: true });
    await vi.advanceTimersByTimeAsync(3_000);
    feed.close();
    return feed.cameraId;
  }

  test('opens the next camera after one that showed nothing, in turn, never two at a time', async () => {
    stub([webcam, infrared, second]);
    expect([await openAndLose(), await openAndLose(), await openAndLose()]).toEqual([
      'webcam',
      'second',
      'webcam',
    ]);
    expect(maxAtOnce).toBe(1);
  });

  test('reopens the same camera if it had shown a picture, there is no other, or the user has chosen it', async () => {
    stub([webcam, second]);
    expect([await openAndLose(1_000), await openAndLose()]).toEqual(['webcam', 'webcam']);
    (await open('second', signal, 'user')).close();
    expect(await openAndLose()).toBe('webcam');
    stub([front, back]);
    expect([await openAndLose(), await openAndLose()]).toEqual(['front', 'front']);
  });

  test('reopens the same camera of a phone if the others may face the other way', async () => {
    stub([russian.front, russian.back]);
    expect([await openAndLose(), await openAndLose()]).toEqual(['front', 'back']);
    deviceCamera = createDeviceCamera();
    await settle();
    holdScreen();
    expect([await openAndLose(), await openAndLose()]).toEqual(['front', 'front']);
  });

  test('opens the next camera after one that showed no first frame', async () => {
    stub([webcam, second]);
    const { play } = HTMLMediaElement.prototype;
    vi.mocked(play).mockImplementationOnce(() => Promise.resolve());
    const failed = expect(open(null, signal, 'user')).rejects.not.toBeInstanceOf(CameraFailure);
    await settle();
    await vi.advanceTimersByTimeAsync(3_000);
    await failed;
    expect(await open(null, signal, 'user')).toMatchObject({ cameraId: 'second' });
  });

  test('forgets a chosen lens that showed no first frame, even if nothing replaces it', async () => {
    const lens = (deviceId: string): Device => ({
      deviceId,
      label: `camera2 ${deviceId}, facing back`,
      facingMode: 'environment',
    });
    stub([lens('0'), lens('2')]);
    (await open('0', signal)).close();
    const { play } = HTMLMediaElement.prototype;
    vi.mocked(play).mockImplementationOnce(() => Promise.resolve());
    const failed = expect(open()).rejects.not.toBeInstanceOf(CameraFailure);
    await settle();
    await vi.advanceTimersByTimeAsync(3_000);
    await failed;
    expect(await open()).toMatchObject({ cameraId: '0' });
  });

  test('reopens the first camera if another program uses its replacement', async () => {
    const getUserMedia = stub([webcam, second]);
    await openAndLose();
    getUserMedia.mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
    await expect(open(null, signal, 'user')).rejects.toEqual(new CameraFailure('busy'));
    expect(await open(null, signal, 'user')).toMatchObject({ cameraId: 'webcam' });
  });
});

/** Stubs a browser whose devices change. */
function stubChangingDevices(...first: readonly Device[]) {
  const devices = [...first];
  const getUserMedia = stub(devices);
  const mediaDevices = Object.assign(new EventTarget(), {
    getUserMedia,
    enumerateDevices: async () => listed(devices),
  });
  vi.stubGlobal('navigator', { ...navigator, mediaDevices });
  const added = vi.spyOn(mediaDevices, 'addEventListener');
  const removed = vi.spyOn(mediaDevices, 'removeEventListener');
  return {
    getUserMedia,
    /** Replaces the devices and fires `devicechange`. */
    async become(...now: readonly Device[]) {
      devices.splice(0, devices.length, ...now);
      mediaDevices.dispatchEvent(new Event('devicechange'));
      await settle();
    },
    /** Counts the listeners that are still registered. */
    listening: () =>
      added.mock.calls.filter(
        ([type, listener]) =>
          !removed.mock.calls.some(([otherType, other]) => otherType === type && other === listener),
      ).length,
  };
}

describe('a browser that lists no cameras while its window has no focus', () => {
  /** Stubs devices that are listed only once the window has the focus. */
  function unfocused(...devices: readonly Device[]) {
    const getUserMedia = stub(devices);
    const { mediaDevices } = navigator;
    const { enumerateDevices } = mediaDevices;
    let focus = () => {};
    const focused = new Promise<void>((resolve) => {
      focus = resolve;
    });
    mediaDevices.enumerateDevices = () => focused.then(enumerateDevices);
    return {
      getUserMedia,
      async focus() {
        focus();
        await settle();
      },
    };
  }

  test('shows the picture at once, and offers other cameras when they are listed', async () => {
    const { focus } = unfocused(back, front);
    const feed = await open();
    expect(feed).toMatchObject({ cameraId: 'back', canSwitchCamera: false });
    onPicture.mockClear();
    await focus();
    expect(onPicture.mock.calls).toMatchObject([[{ stream: feed.stream, canSwitchCamera: true }]]);
  });

  test('ignores the list of cameras after the camera was closed', async () => {
    const { focus } = unfocused(back, front);
    (await open()).close();
    onPicture.mockClear();
    await focus();
    expect(onPicture).not.toHaveBeenCalled();
  });

  describe('the wait of one second for the list of cameras', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    test.each([
      ['it is an infrared one', infrared, null, 'ir'],
      ['the user wants another one', webcam, 'webcam', 'webcam'],
    ])(
      'opens the default camera if the list does not come in a second and %s',
      async (_, given, otherThan, cameraId) => {
        unfocused(given, second);
        const opening = open(otherThan);
        await settle();
        await vi.advanceTimersByTimeAsync(1_000);
        expect(await opening).toMatchObject({ cameraId });
      },
    );

    test('reports a busy default camera if the list does not come in a second', async () => {
      const { getUserMedia } = unfocused(webcam, second);
      getUserMedia.mockRejectedValue(new DOMException('', 'NotReadableError'));
      const failed = expect(open()).rejects.toEqual(new CameraFailure('busy'));
      await settle();
      await vi.advanceTimersByTimeAsync(1_000);
      await failed;
    });
  });
});

describe('a browser that does not answer `getUserMedia`', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  /** Requests a camera that opens when `allow` is called; `query` returns the permission's state, if the browser reports it. */
  async function ask(query?: () => Promise<unknown>, life = new AbortController()) {
    const getUserMedia = stub([back], query && { permissions: { query } });
    const give = getUserMedia.getMockImplementation()!;
    let allow = () => {};
    const allowed = new Promise<void>((resolve) => {
      allow = resolve;
    });
    getUserMedia.mockImplementationOnce((asked) => allowed.then(() => give(asked)));
    const onFailure = vi.fn();
    const opening = open(null, life.signal).catch(onFailure);
    await settle();
    return {
      onFailure,
      life,
      opening,
      async allow() {
        allow();
        await settle();
      },
    };
  }
  const standing = (state: PermissionState) => async () => ({ state });
  const busy = new CameraFailure('busy');

  test.each([
    ['fifteen seconds if it is allowed', standing('granted'), 15_000],
    ['fifteen seconds if it is denied', standing('denied'), 15_000],
    ['thirty seconds if the permission is unknown', undefined, 30_000],
    ['thirty-one seconds if the query for the permission hangs', () => new Promise<never>(() => {}), 31_000],
  ])('gives up on a camera after %s', async (_, query, afterMs) => {
    const { onFailure } = await ask(query);
    await vi.advanceTimersByTimeAsync(afterMs - 250);
    expect(onFailure).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(250);
    expect(onFailure.mock.calls).toEqual([[busy]]);
  });

  test('gives a camera five seconds to start if the user allowed it after nearly a minute', async () => {
    const status = { state: 'prompt' as PermissionState };
    const { onFailure } = await ask(async () => status);
    await vi.advanceTimersByTimeAsync(59_000);
    status.state = 'granted';
    await vi.advanceTimersByTimeAsync(5_750);
    expect(onFailure).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(250);
    expect(onFailure.mock.calls).toEqual([[busy]]);
  });

  test('waits up to a minute for a camera while the browser asks the user', async () => {
    const { onFailure } = await ask(standing('prompt'));
    await vi.advanceTimersByTimeAsync(59_750);
    expect(onFailure).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(250);
    expect(onFailure.mock.calls).toEqual([[busy]]);
  });

  test.each([
    ['at once', 0],
    ['after the user has read for half a minute', 30_000],
  ])('uses a camera that opens %s', async (_, afterMs) => {
    const { allow, opening } = await ask(standing('prompt'));
    await vi.advanceTimersByTimeAsync(afterMs);
    await allow();
    const feed = await opening;
    expect(running).toHaveLength(1);
    feed?.close();
  });

  test('stops a camera that opens after the time-out, and keeps the one requested since', async () => {
    const { allow, onFailure } = await ask(standing('granted'));
    await vi.advanceTimersByTimeAsync(15_250);
    expect(onFailure).toHaveBeenCalledTimes(1);
    const feed = await open();
    expect(running).toHaveLength(1);
    const [first] = running;
    await allow();
    expect(running).toEqual([first]);
    feed.close();
  });

  test('reports that the camera may open if the user allows it after the time-out', async () => {
    const permission = Object.assign(new EventTarget(), { state: 'prompt' as PermissionState });
    const { onFailure } = await ask(async () => permission);
    await vi.advanceTimersByTimeAsync(60_250);
    expect(onFailure.mock.calls).toEqual([[busy]]);
    const mayOpen = vi.fn();
    void deviceCamera.allowed(signal).then(mayOpen);
    await settle();
    expect(mayOpen).not.toHaveBeenCalled();
    permission.state = 'granted';
    permission.dispatchEvent(new Event('change'));
    await settle();
    expect(mayOpen).toHaveBeenCalledTimes(1);
  });

  test('stops waiting for a camera when aborted', async () => {
    const { life, onFailure } = await ask();
    life.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onFailure).not.toHaveBeenCalled();
  });
});

describe('devices that are plugged in and unplugged', () => {
  test('offers a camera that is plugged in, and drops one that is unplugged', async () => {
    const { become } = stubChangingDevices(back);
    const feed = await open();
    expect(feed.canSwitchCamera).toBe(false);
    onPicture.mockClear();
    await become(back, front);
    expect(onPicture).toHaveBeenLastCalledWith(expect.objectContaining({ canSwitchCamera: true }));
    await become(back, infrared);
    expect(onPicture).toHaveBeenLastCalledWith(expect.objectContaining({ canSwitchCamera: false }));
  });

  test('offers a new camera for a selfie unless it may face away from the user', async () => {
    holdScreen();
    const { become } = stubChangingDevices(russian.front, russian.back);
    const feed = await open(null, signal, 'user');
    expect(feed).toMatchObject({ cameraId: 'front', canSwitchCamera: false });
    await become(russian.front, russian.back, russian.wide);
    expect(onPicture).toHaveBeenLastCalledWith(expect.objectContaining({ canSwitchCamera: false }));
    // An external camera, which reports no direction.
    await become(russian.front, russian.back, { ...webcam, told: [] });
    expect(onPicture).toHaveBeenLastCalledWith(expect.objectContaining({ canSwitchCamera: true }));
    feed.close();
    expect(await open('front', signal, 'user')).toMatchObject({ cameraId: 'webcam', canSwitchCamera: true });
    await become(russian.front, { ...russian.back, told: ['environment'] });
    expect(onPicture).toHaveBeenLastCalledWith(expect.objectContaining({ canSwitchCamera: true }));
  });

  test('compares new cameras with the one that runs, not with one that was aborted before it opened', async () => {
    holdScreen();
    const { become, getUserMedia } = stubChangingDevices(russian.front, russian.back);
    const give = getUserMedia.getMockImplementation()!;
    let allow = () => {};
    const allowed = new Promise<void>((resolve) => {
      allow = resolve;
    });
    getUserMedia.mockImplementationOnce(async (asked) => {
      await allowed;
      return give(asked);
    });
    const life = new AbortController();
    const givenUp = open(null, life.signal);
    await vi.waitFor(() => expect(getUserMedia).toHaveBeenCalledOnce());
    life.abort();
    expect(await open(null, signal, 'user')).toMatchObject({ cameraId: 'front', canSwitchCamera: false });
    allow();
    await expect(givenUp).rejects.toBeInstanceOf(CameraFailure);
    await become(russian.front, russian.back, russian.wide);
    expect(onPicture).toHaveBeenLastCalledWith(expect.objectContaining({ canSwitchCamera: false }));
  });

  test('stops listening for device changes when the camera is closed', async () => {
    const { become, listening } = stubChangingDevices(back);
    const feed = await open();
    expect(listening()).toBe(1);
    onPicture.mockClear();
    feed.close();
    expect(listening()).toBe(0);
    await become(back, front);
    expect(onPicture).not.toHaveBeenCalled();
  });

  test('reports that a camera may open when one is plugged in, where there was none', {
    tags: ['DSDK-119'],
  }, async () => {
    const { become, listening } = stubChangingDevices();
    await expect(open()).rejects.toMatchObject({ problem: 'missing' });
    const mayOpen = vi.fn();
    void deviceCamera.allowed(signal).then(mayOpen);
    await settle();
    // For example, a headset.
    await become();
    expect(mayOpen).not.toHaveBeenCalled();
    await become(back);
    expect(mayOpen).toHaveBeenCalledTimes(1);
    expect(listening()).toBe(0);
  });

  test('reports that a camera may open when the only one is plugged in again', async () => {
    const { become } = stubChangingDevices(back);
    const mayOpen = vi.fn();
    void deviceCamera.allowed(signal).then(mayOpen);
    await settle();
    await become();
    expect(mayOpen).not.toHaveBeenCalled();
    await become(back);
    expect(mayOpen).toHaveBeenCalledTimes(1);
  });

  test('stops listening for device changes when the wait for a camera is aborted', async () => {
    const { become, listening } = stubChangingDevices();
    const life = new AbortController();
    const mayOpen = vi.fn();
    void deviceCamera.allowed(life.signal).then(mayOpen);
    await settle();
    expect(listening()).toBe(1);
    life.abort();
    await settle();
    expect(mayOpen).toHaveBeenCalledTimes(1);
    expect(listening()).toBe(0);
    await become(back);
  });

  test('ignores device changes after the camera was denied', async () => {
    const { become, listening } = stubChangingDevices(back);
    const permission = Object.assign(new EventTarget(), { state: 'denied' });
    const { mediaDevices } = navigator;
    vi.spyOn(mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    vi.stubGlobal('navigator', {
      ...navigator,
      mediaDevices,
      permissions: { query: async () => permission },
    });
    await expect(open()).rejects.toMatchObject({ problem: 'denied' });
    const mayOpen = vi.fn();
    void deviceCamera.allowed(signal).then(mayOpen);
    await settle();
    expect(listening()).toBe(0);
    await become(back, front);
    expect(mayOpen).not.toHaveBeenCalled();
  });
});

describe('a denied camera', () => {
  /** Denies the camera; `change` sets the permission, as the user can. */
  async function deny(state: PermissionState = 'denied') {
    const permission = Object.assign(new EventTarget(), { state });
    const getUserMedia = stub([back], { permissions: { query: async () => permission } });
    getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await expect(open()).rejects.toMatchObject({ problem: 'denied' });
    return {
      permission,
      change(changed: PermissionState) {
        permission.state = changed;
        permission.dispatchEvent(new Event('change'));
      },
    };
  }

  async function watch(abort = new AbortController()) {
    const allowed = vi.fn();
    void deviceCamera.allowed(abort.signal).then(allowed);
    await settle();
    return allowed;
  }

  test('waits until the user allows a denied camera', async () => {
    const { change } = await deny();
    const allowed = await watch();
    change('denied');
    await settle();
    expect(allowed).not.toHaveBeenCalled();
    change('granted');
    await settle();
    expect(allowed).toHaveBeenCalledTimes(1);
  });

  test('returns at once if the user has allowed the camera meanwhile', async () => {
    const { change } = await deny();
    change('granted');
    expect(await watch()).toHaveBeenCalledTimes(1);
  });

  test.each(['granted', 'prompt'] as const)(
    'does not request a denied camera again while the permission stays %s',
    async (state) => {
      await deny(state);
      expect(await watch()).not.toHaveBeenCalled();
    },
  );

  test.each([
    ['has no `query`', {}],
    ['rejects', { query: () => Promise.reject(new TypeError()) }],
    [
      'throws',
      {
        query: () => {
          throw new TypeError();
        },
      },
    ],
  ])('reports a denied camera if the permissions interface %s', async (_, permissions) => {
    const getUserMedia = stub([back], { permissions });
    getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await expect(open()).rejects.toEqual(new CameraFailure('denied'));
  });

  test('reports a denied camera after a second if the browser never reveals the permission’s state', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const getUserMedia = stub([back], { permissions: { query: () => new Promise(() => {}) } });
    getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    const denied = expect(open()).rejects.toEqual(new CameraFailure('denied'));
    await settle();
    await vi.advanceTimersByTimeAsync(1_000);
    await denied;
    vi.useRealTimers();
  });

  test('stops waiting for the permission when aborted', async () => {
    stub([back]);
    const abort = new AbortController();
    const allowed = await watch(abort);
    expect(allowed).not.toHaveBeenCalled();
    abort.abort();
    await settle();
    expect(allowed).toHaveBeenCalledTimes(1);
  });
});

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CameraFailure } from '../../session/ports.ts';
import { settle } from '../../testing/fake-clock.ts';
import { createDeviceCamera } from './camera.ts';

let deviceCamera: ReturnType<typeof createDeviceCamera>;

/** One camera of the device; tracks of it are counted while they run. */
interface Device {
  readonly deviceId: string;
  readonly label: string;
  readonly facingMode?: string;
  readonly capabilities?: object;
}

const back: Device = { deviceId: 'back', label: 'Back Camera', facingMode: 'environment' };
const front: Device = { deviceId: 'front', label: 'Front Camera', facingMode: 'user' };
const infrared: Device = { deviceId: 'ir', label: 'Integrated IR Camera' };

let running: FakeTrack[] = [];
let mostAtOnce = 0;
let signal: AbortSignal;

class FakeTrack extends EventTarget {
  readyState = 'live';
  readonly constraints: object[] = [];
  readonly device: Device;
  constructor(device: Device) {
    super();
    this.device = device;
    running.push(this);
    mostAtOnce = Math.max(mostAtOnce, running.length);
  }
  get label() {
    return this.device.label;
  }
  getSettings() {
    return { deviceId: this.device.deviceId, facingMode: this.device.facingMode };
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

function stub(devices: readonly Device[], members: object = {}) {
  const getUserMedia = vi.fn(async ({ video }: { video: { deviceId?: { exact: string } } }) => {
    const device = devices.find(({ deviceId }) => deviceId === video.deviceId?.exact) ?? devices[0];
    if (!device) throw new DOMException('', 'NotFoundError');
    const track = new FakeTrack(device);
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  });
  const enumerateDevices = async () => [
    ...devices.map((device) => ({ ...device, kind: 'videoinput' })),
    { deviceId: 'mic', label: '', kind: 'audioinput' },
  ];
  const mediaDevices = { getUserMedia, enumerateDevices };
  vi.stubGlobal('navigator', { ...navigator, mediaDevices, ...members });
  return getUserMedia;
}

beforeEach(() => {
  deviceCamera = createDeviceCamera();
  signal = new AbortController().signal;
  running = [];
  mostAtOnce = 0;
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
    configurable: true,
    writable: true,
    value: null,
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    queueMicrotask(() => this.onloadeddata?.(new Event('loadeddata')));
    return Promise.resolve();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'srcObject');
});

describe('open', () => {
  test('asks for a picture of full size from the camera that looks away, without sound', async () => {
    const getUserMedia = stub([back, front]);
    const feed = await deviceCamera.open(null, signal);
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
  ])('stops in the very turn in which it is given up %s', async (_, setLens) => {
    vi.spyOn(FakeTrack.prototype, 'applyConstraints').mockImplementation(async () => setLens());
    vi.mocked(HTMLMediaElement.prototype.play).mockResolvedValue();
    stub([{ ...back, capabilities: { focusMode: ['continuous'] } }]);
    const life = new AbortController();
    const opening = deviceCamera.open(null, life.signal);
    opening.catch(() => {});
    await settle();
    expect(running).toHaveLength(1);
    life.abort();
    expect(running).toEqual([]);
  });

  test('mirrors the camera that looks at the user', async () => {
    stub([front]);
    expect(await deviceCamera.open(null, signal)).toMatchObject({ mirrored: true, canSwitchCamera: false });
  });

  test('opens the next camera', async () => {
    stub([back, front]);
    expect(await deviceCamera.open('back', signal)).toMatchObject({ cameraId: 'front' });
  });

  test('leaves an infrared camera for a fit one, never both at once', async () => {
    stub([infrared, back]);
    expect(await deviceCamera.open(null, signal)).toMatchObject({ cameraId: 'back', canSwitchCamera: false });
    expect(mostAtOnce).toBe(1);
    expect(running).toHaveLength(1);
  });

  test('takes an infrared camera when it is the only one', async () => {
    stub([infrared]);
    expect(await deviceCamera.open(null, signal)).toMatchObject({ cameraId: 'ir' });
  });

  test('keeps a lens that can in focus', async () => {
    stub([{ ...back, capabilities: { focusMode: ['manual', 'continuous'], torch: true } }]);
    const feed = await deviceCamera.open(null, signal);
    expect(feed.hasTorch).toBe(true);
    expect(await feed.setTorch(true)).toBe(true);
    expect(running[0]?.constraints).toEqual([{ focusMode: 'continuous' }, { torch: true }]);
  });

  test('a torch that breaks its promise is not on', async () => {
    stub([{ ...back, capabilities: { torch: true } }]);
    const feed = await deviceCamera.open(null, signal);
    running[0]!.applyConstraints = () => Promise.reject(new Error('no'));
    expect(await feed.setTorch(true)).toBe(false);
  });

  test('tells why there is none', async () => {
    stub([]);
    await expect(deviceCamera.open(null, signal)).rejects.toEqual(new CameraFailure('missing'));
    vi.stubGlobal('navigator', { userAgent: '' });
    await expect(deviceCamera.open(null, signal)).rejects.toEqual(new CameraFailure('forbidden'));
  });

  test('an opening that is no longer wanted leaves no track', async () => {
    stub([back]);
    const abort = new AbortController();
    const opening = deviceCamera.open(null, abort.signal);
    abort.abort();
    await expect(opening).rejects.toBeInstanceOf(CameraFailure);
    expect(running).toEqual([]);
  });

  test('a camera that never shows a frame is busy, and is let go', async () => {
    vi.useFakeTimers();
    stub([back]);
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(() => Promise.resolve());
    const opening = deviceCamera.open(null, signal);
    opening.catch(() => {});
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await expect(opening).rejects.toEqual(new CameraFailure('busy'));
    expect(running).toEqual([]);
  });
});

test('tells when the track ends by itself, not when it is closed', async () => {
  stub([back]);
  const [first, second] = [vi.fn(), vi.fn()];
  const feed = await deviceCamera.open(null, signal);
  feed.onStopped(first);
  running[0]!.dispatchEvent(new Event('ended'));
  expect(first).toHaveBeenCalledTimes(1);
  const closed = await deviceCamera.open(null, signal);
  closed.onStopped(second);
  const track = running[running.length - 1]!;
  closed.close();
  track.dispatchEvent(new Event('ended'));
  expect(second).not.toHaveBeenCalled();
});

describe('a camera that is denied', () => {
  /** A browser that denies the camera; its permission can be changed by the user. */
  async function deny(state: PermissionState = 'denied') {
    const permission = Object.assign(new EventTarget(), { state });
    const getUserMedia = stub([back], { permissions: { query: async () => permission } });
    getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await expect(deviceCamera.open(null, signal)).rejects.toMatchObject({ problem: 'denied' });
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

  test('is waited for until the user has allowed it', async () => {
    const { change } = await deny();
    const allowed = await watch();
    change('denied');
    await settle();
    expect(allowed).not.toHaveBeenCalled();
    change('granted');
    await settle();
    expect(allowed).toHaveBeenCalledTimes(1);
  });

  test('counts as allowed when the user was quicker than who waits', async () => {
    const { change } = await deny();
    change('granted');
    expect(await watch()).toHaveBeenCalledTimes(1);
  });

  test.each(['granted', 'prompt'] as const)(
    'is not asked for again while the permission stays %s',
    async (state) => {
      await deny(state);
      expect(await watch()).not.toHaveBeenCalled();
    },
  );

  test('is waited for no longer than the screen lasts, whatever the browser tells', async () => {
    stub([back]);
    const abort = new AbortController();
    const allowed = await watch(abort);
    expect(allowed).not.toHaveBeenCalled();
    abort.abort();
    await settle();
    expect(allowed).toHaveBeenCalledTimes(1);
  });
});

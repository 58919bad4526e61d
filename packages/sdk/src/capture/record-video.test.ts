import { afterEach, expect, test, vi } from 'vitest';
import { recordVideo } from './record-video.ts';

const stream = {} as MediaStream;

/** Stubs a recorder that supports the given types. */
function platformWith(...known: string[]) {
  const made: FakeRecorder[] = [];
  class FakeRecorder {
    static isTypeSupported = (type: string) => known.includes(type);
    state: 'inactive' | 'recording' = 'inactive';
    mimeType: string;
    ondataavailable: ((event: { data: Blob }) => void) | null = null;
    onstop: (() => void) | null = null;
    onerror: (() => void) | null = null;
    constructor(_stream: MediaStream, options: { mimeType: string }) {
      this.mimeType = options.mimeType;
      made.push(this);
    }
    start() {
      this.state = 'recording';
    }
    stop() {
      this.state = 'inactive';
      this.ondataavailable?.({ data: new Blob(['end']) });
      this.onstop?.();
    }
  }
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  return made;
}

afterEach(() => vi.unstubAllGlobals());

test('records the best format that the service accepts', async () => {
  const made = platformWith('video/mp4', 'video/webm;codecs=vp8', 'video/x-matroska');
  const recording = recordVideo(stream);
  made[0]?.ondataavailable?.({ data: new Blob(['begin ']) });
  const video = await recording?.finish();
  expect(video?.type).toBe('video/webm');
  expect(await video?.text()).toBe('begin end');
});

test('records MP4 if the browser supports nothing else', async () => {
  platformWith('video/mp4');
  const video = await recordVideo(stream)?.finish();
  expect(video?.type).toBe('video/mp4');
});

test('stops once, and returns the same video when called again', async () => {
  const [made, recording] = [platformWith('video/webm'), recordVideo(stream)];
  const first = await recording?.finish();
  expect(await recording?.finish()).toBe(first);
  expect(first?.type).toBe('video/webm');
  expect(made).toHaveLength(1);
});

test('returns no video if the recorder fails', async () => {
  const [made, recording] = [platformWith('video/webm'), recordVideo(stream)];
  made[0]?.onerror?.();
  expect(await recording?.finish()).toBeNull();
});

test('records nothing if the browser has no recorder, or no format that the service accepts', () => {
  vi.stubGlobal('MediaRecorder', undefined);
  expect(recordVideo(stream)).toBeNull();
  const made = platformWith('video/x-matroska', 'video/ogg');
  expect(recordVideo(stream)).toBeNull();
  expect(made).toEqual([]);
});

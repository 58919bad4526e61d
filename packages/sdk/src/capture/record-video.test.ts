import { afterEach, expect, test, vi } from 'vitest';
import { recordVideo } from './record-video.ts';

const stream = {} as MediaStream;

/** A recorder of the platform that knows the given types. */
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

test('records what the service takes, the best first', async () => {
  const made = platformWith('video/mp4', 'video/webm;codecs=vp8', 'video/x-matroska');
  const recording = recordVideo(stream);
  made[0]?.ondataavailable?.({ data: new Blob(['begin ']) });
  const video = await recording?.finish();
  expect(video?.type).toBe('video/webm');
  expect(await video?.text()).toBe('begin end');
});

test('records MP4 where the browser knows nothing else', async () => {
  platformWith('video/mp4');
  const video = await recordVideo(stream)?.finish();
  expect(video?.type).toBe('video/mp4');
});

test('ends once, and answers the same video again', async () => {
  const [made, recording] = [platformWith('video/webm'), recordVideo(stream)];
  const first = await recording?.finish();
  expect(await recording?.finish()).toBe(first);
  expect(first?.type).toBe('video/webm');
  expect(made).toHaveLength(1);
});

test('has no video when the recorder breaks', async () => {
  const [made, recording] = [platformWith('video/webm'), recordVideo(stream)];
  made[0]?.onerror?.();
  expect(await recording?.finish()).toBeNull();
});

test('records nothing where the browser cannot, or only what the service refuses', () => {
  vi.stubGlobal('MediaRecorder', undefined);
  expect(recordVideo(stream)).toBeNull();
  const made = platformWith('video/x-matroska', 'video/ogg');
  expect(recordVideo(stream)).toBeNull();
  expect(made).toEqual([]);
});

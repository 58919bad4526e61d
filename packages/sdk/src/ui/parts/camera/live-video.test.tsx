// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveVideo } from './live-video.tsx';

const play = vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')));

beforeEach(() => {
  play.mockClear();
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
    configurable: true,
    writable: true,
    value: null,
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'srcObject');
});

const stream = {} as MediaStream;
function draw() {
  const { container, rerender } = render(<LiveVideo stream={stream} frozen={false} />);
  return {
    video: container.querySelector('video')!,
    freeze: () => rerender(<LiveVideo stream={stream} frozen={true} />),
  };
}
const pause = (video: HTMLVideoElement) => act(() => void video.dispatchEvent(new Event('pause')));

test('resumes a video that the system paused', async () => {
  const { video } = draw();
  expect(play).not.toHaveBeenCalled();
  await pause(video);
  expect(play.mock.contexts).toEqual([video]);
});

test('freezes the video when the picture is taken', async () => {
  const { video, freeze } = draw();
  freeze();
  await pause(video);
  expect(play).not.toHaveBeenCalled();
});

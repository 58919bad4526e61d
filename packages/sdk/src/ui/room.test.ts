// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { watchRoom } from './room.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Draws a flow in a browser with a simulated `ResizeObserver`. */
function setup(parent?: HTMLElement) {
  const box = document.createElement('div');
  parent?.appendChild(box);
  const frame = box.appendChild(document.createElement('div'));
  let tell = () => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = disconnect;
      constructor(callback: () => void) {
        tell = callback;
      }
    },
  );
  const unwatch = watchRoom(box);
  const classesAt = (widthPx: number, heightPx: number) => {
    vi.spyOn(frame, 'clientWidth', 'get').mockReturnValue(widthPx);
    vi.spyOn(frame, 'clientHeight', 'get').mockReturnValue(heightPx);
    tell();
    return box.className;
  };
  return { box, classesAt, unwatch, disconnect };
}

test.each([
  [400, 600, ''],
  [320, 568, 'narrow'],
  [360, 860, 'tall'],
  [559, 480, 'low'],
  [560, 480, 'low lying'],
  [844, 390, 'low lying'],
  [560, 481, ''],
])('lays out a flow of %i×%i px as: %s', (widthPx, heightPx, classes) => {
  const { box, classesAt } = setup();
  expect(classesAt(widthPx, heightPx)).toBe(classes);
  expect(box.style.getPropertyValue('--room')).toBe(`${heightPx}px`);
});

test('follows every change of size until stopped', () => {
  const { classesAt, unwatch, disconnect } = setup();
  expect(classesAt(320, 480)).toBe('low narrow');
  expect(classesAt(800, 900)).toBe('tall');
  unwatch();
  expect(disconnect).toHaveBeenCalledTimes(1);
});

test('lays out for the whole window before the flow is in the page', () => {
  vi.stubGlobal('innerWidth', 320);
  vi.stubGlobal('innerHeight', 480);
  const { box } = setup();
  expect(box.className).toBe('low narrow');
  expect(box.style.getPropertyValue('--room')).toBe('480px');
});

test('does not assume the whole window once the flow is in the page', () => {
  const { box } = setup(document.body);
  expect(box.style.getPropertyValue('--room')).toBe('');
  box.remove();
});

import { afterEach, expect, test, vi } from 'vitest';
import { fakeWindow } from '../testing/fake-popup.ts';
import { openWindow } from './open-window.ts';

afterEach(() => vi.unstubAllGlobals());

/** Stubs a page whose window is at 100, 50 on a screen of that size. */
function onScreen(availWidth: number, availHeight: number) {
  const open = vi.fn<(...asked: string[]) => unknown>(() => null);
  const page = { screenX: 100, screenY: 50, outerWidth: 1200, outerHeight: 900 };
  for (const [name, value] of Object.entries({ ...page, open, screen: { availWidth, availHeight } })) {
    vi.stubGlobal(name, value);
  }
  return open;
}

test('opens an empty popup of 800×600 in the middle of the page', {
  tags: ['DSDK-86'],
}, () => {
  const open = onScreen(1920, 1080);
  openWindow();
  expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank', 'popup,width=800,height=600,left=300,top=200');
});

test.each([
  [640, 480, 'width=640,height=480'],
  [1024, 560, 'width=800,height=560'],
])('opens on a screen of %d×%d with %s', { tags: ['DSDK-86'] }, (width, height, size) => {
  const open = onScreen(width, height);
  openWindow();
  expect(open.mock.calls[0]?.[2]).toContain(size);
});

test('returns the popup', () => {
  const popup = fakeWindow();
  onScreen(1920, 1080).mockReturnValue(popup);
  expect(openWindow()).toBe(popup);
});

test.each([undefined, {}, true, { ...fakeWindow(), closed: true }])(
  'treats an object that a popup blocker returns as a blocked popup: %o',
  (stub) => {
    onScreen(1920, 1080).mockReturnValue(stub);
    expect(openWindow()).toBeNull();
  },
);

test('returns null if opening throws', () => {
  onScreen(1920, 1080).mockImplementation(() => {
    throw new Error('of a blocker');
  });
  expect(openWindow()).toBeNull();
});

test('returns null if the browser blocks the popup', () => {
  onScreen(1920, 1080);
  expect(openWindow()).toBeNull();
});

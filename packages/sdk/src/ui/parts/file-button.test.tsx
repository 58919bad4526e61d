// @vitest-environment jsdom
import { act } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Screen } from '../../flow/screen.ts';
import { type DrawnFlow, drawFlow } from '../../testing/draw-flow.tsx';
import { fakeView } from '../../testing/flow-view.ts';

const chromium = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const android = `Mozilla/5.0 (Linux; Android 10; K) ${chromium}`;
const onAndroid: readonly (readonly [name: string, userAgent: string])[] = [
  ['Chrome', `${android} Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['Edge', `${android} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`],
  ['Samsung Internet', `${android} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`],
];
const otherBrowsers: typeof onAndroid = [
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
  [
    'Safari on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  ['Chrome on iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/131.0 Safari/604.1'],
  [
    'Chrome on a desktop',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Chrome/131.0.0.0 Safari/537.36`,
  ],
];

const card: Screen = {
  kind: 'collect-instruct',
  slot: 'card-front',
  task: { of: 'card', side: 'front', sides: 1 },
  cameraAllowed: true,
  fileAllowed: true,
  fileTypes: 'image/*',
};
const screens: readonly (readonly [name: string, screen: Screen])[] = [
  ['a document', { kind: 'instruct', document: 'PASSPORT', side: 'front', sides: 1, fileAllowed: true }],
  ['a card', card],
  ['a camera that failed', { kind: 'camera-problem', problem: 'busy', fileAllowed: true }],
];

let flow: DrawnFlow;
async function showAndGetAccept(screen: Screen, userAgent: string) {
  vi.stubGlobal('navigator', { userAgent });
  flow = await drawFlow(fakeView(screen));
  await act(async () => {});
  const input = flow.root.querySelector<HTMLInputElement>('input[type=file]')!;
  // Absent, because `capture` would prevent the user from choosing an existing picture.
  expect(input.hasAttribute('capture')).toBe(false);
  return input.accept;
}

afterEach(() => {
  flow.remove();
  vi.unstubAllGlobals();
});

describe.each(screens)('a picture of %s', (_of, screen) => {
  it.each(onAndroid)('adds a file type so that the camera is offered: %s', async (_name, userAgent) => {
    expect(await showAndGetAccept(screen, userAgent)).toBe('image/*,android/allowCamera');
  });

  it.each(otherBrowsers)('requests only pictures: %s', async (_name, userAgent) => {
    expect(await showAndGetAccept(screen, userAgent)).toBe('image/*');
  });
});

it('adds no file type if another type is requested as well', async () => {
  const screen: Screen = { ...card, fileTypes: 'image/*,application/pdf' };
  expect(await showAndGetAccept(screen, onAndroid[0]![1])).toBe('image/*,application/pdf');
});

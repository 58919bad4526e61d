// @vitest-environment jsdom
import { signal } from '@preact/signals';
import { act } from '@testing-library/preact';
import type { ClientState, HandOffReturn } from '@vendor/contract';
import jsqr from 'jsqr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CameraProblem, HandOffStage, Screen } from '../flow/screen.ts';
import { clientState } from '../testing/client-state.ts';
import { type DrawnFlow, drawFlow } from '../testing/draw-flow.tsx';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { deferred } from '../testing/fake-ports.ts';
import { fakeView } from '../testing/flow-view.ts';
import { handOffPart, openHandOff } from './open-hand-off.tsx';

const url = `https://verify.example.com/phone#${'Zy9-_'.repeat(8)}abc`;
const instruct: Screen = {
  kind: 'instruct',
  document: 'PASSPORT',
  side: 'front',
  sides: 1,
  fileAllowed: true,
};
const problem = (kind: CameraProblem): Screen => ({
  kind: 'camera-problem',
  problem: kind,
  fileAllowed: false,
});

let flow: DrawnFlow;
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  flow.remove();
  vi.unstubAllGlobals();
});

/** Draws a flow whose hand-off is controlled by the test, on a computer or on a phone. */
async function draw(screen: Screen, stage: HandOffStage | null = null, isDesktop = true) {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isDesktop && query === '(pointer:fine)' }));
  const view = fakeView(screen);
  const told = signal<ClientState>(clientState({ begun: true, handOff: 'possible' }));
  const handOff = {
    stage: signal(stage),
    return: signal<'none' | 'asked' | 'failed'>('none'),
    offer: vi.fn<() => void>(),
    continueHere: vi.fn<(again?: boolean) => void>(),
  };
  flow = await drawFlow(view, { loadHandOff: async () => handOffPart(handOff, view, told) });
  return { view, told, handOff };
}

const has = (name: string) =>
  [...flow.root.querySelectorAll('button')].some(({ textContent }) => textContent === name);
const press = (name: string) => act(() => flow.button(name).click());

// jsqr is published as CommonJS, whose default export is the module itself.
const read = jsqr as unknown as typeof jsqr.default;

/** Reads the code like a phone, drawn with 6 pixels per module. */
function readCode(): string | undefined {
  const svg = flow.root.querySelector('svg[role=img]');
  const [left = 0, top = 0, side = 0] = (svg?.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const scale = 6;
  const px = side * scale;
  const data = new Uint8ClampedArray(px * px * 4);
  const paint = (x: number, y: number, width: number, height: number, fill: string | null) => {
    const grey = { '#fff': 255, '#000': 0 }[fill ?? ''] ?? 128;
    for (let row = (y - top) * scale; row < (y - top + height) * scale; row += 1)
      for (let column = (x - left) * scale; column < (x - left + width) * scale; column += 1)
        data.set([grey, grey, grey, 255], (row * px + column) * 4);
  };
  for (const shape of svg?.children ?? []) {
    const number = (name: string) => Number(shape.getAttribute(name));
    const fill = shape.getAttribute('fill');
    if (shape.tagName === 'rect') paint(number('x'), number('y'), number('width'), number('height'), fill);
    for (const [, x, y, width] of shape.getAttribute('d')?.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g) ?? [])
      paint(Number(x), Number(y), Number(width), 1, fill);
  }
  return read(data, px, px)?.data;
}

it('draws a code that an independent reader reads as the address, with its number', {
  tags: ['DSDK-81'],
}, async () => {
  await draw(instruct, { of: 'offer', code: { url, pairingCode: '0815' } });
  expect(flow.root.querySelector('h1')?.textContent).toBe('Go on with your phone');
  expect(readCode()).toBe(url);
  const code = flow.root.querySelector('svg[role=img]');
  expect(code?.getAttribute('aria-label')).toBe('QR code with the address of this check');
  // A margin of four modules.
  expect(code?.getAttribute('viewBox')).toMatch(/^-4 -4 /);
  expect(flow.text()).toContain('Your phone shows the same number: 0815');
  expect(flow.root.querySelector('.pairing')?.getAttribute('role')).toBe('status');
});

it('copies the link and confirms it, and shows the link if copying is forbidden', {
  tags: ['DSDK-124'],
}, async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { userAgent: '', clipboard: { writeText } });
  await draw(instruct, { of: 'offer', code: { url, pairingCode: '0815' } });
  await act(async () => flow.button('Copy the link').click());
  expect(writeText).toHaveBeenCalledExactlyOnceWith(url);
  expect(flow.button('Link copied').querySelector('[aria-live=polite]')).not.toBeNull();
  flow.remove();

  vi.stubGlobal('navigator', { userAgent: '' });
  await draw(instruct, { of: 'offer', code: { url, pairingCode: '0815' } });
  await act(async () => flow.button('Copy the link').click());
  expect(flow.root.querySelector('[role=alert]')?.textContent).toBe(url);
});

it.each([
  ['coming', 'Preparing the code', false],
  ['expired', 'This code is no longer valid.', true],
  ['failed', 'The code could not be made. Please try again.', true],
] as const)('explains a code that is %s: %s', async (code, words, canAsk) => {
  const { handOff } = await draw(instruct, { of: 'offer', code });
  expect(flow.root.querySelector('[role=status]')?.textContent).toBe(words);
  expect(flow.root.querySelector('svg[role=img]')).toBeNull();
  // Nobody should scan a code that is missing or expired.
  expect(flow.text().includes('Point the camera of your phone at this code.')).toBe(!canAsk);
  expect(has('Show a new code')).toBe(canAsk);
  if (canAsk) press('Show a new code');
  expect(handOff.offer).toHaveBeenCalledTimes(canAsk ? 1 : 0);
});

it('shows the progress on the phone, and takes the flow back on request', async () => {
  const { handOff } = await draw(instruct, { of: 'phone', at: 'document', step: 2, steps: 4 });
  expect(has('Use your phone instead')).toBe(false);
  expect(flow.root.querySelector('h1')?.textContent).toBe('The check is on your phone now');
  const mirrored = () => flow.root.querySelector('[role=status]')?.textContent;
  expect(mirrored()).toBe('At the moment: pictures of your documentStep 2 of 4');
  act(() => {
    handOff.stage.value = { of: 'phone', at: 'selfie', step: 3, steps: 4 };
  });
  expect(mirrored()).toBe('At the moment: pictures of your faceStep 3 of 4');
  press('Go on here instead');
  expect(handOff.continueHere).toHaveBeenCalledExactlyOnceWith();
  act(() => {
    handOff.return.value = 'failed';
  });
  expect(flow.root.querySelector('[role=alert]')?.textContent).toBe('That did not work. Please try again.');
});

it('reports that the phone is silent, and offers a new code', async () => {
  const { handOff } = await draw(instruct, { of: 'silent', at: 'document', step: 1, steps: 1 });
  expect(flow.root.querySelector('h1')?.textContent).toBe('Your phone does not answer');
  press('Show a new code');
  expect(handOff.continueHere).toHaveBeenCalledExactlyOnceWith(true);
});

it('shows the close button in the header, but no back button', async () => {
  const { view } = await draw(instruct, { of: 'phone', at: 'document', step: 1, steps: 1 });
  act(() => {
    view.canGoBack.value = true;
  });
  expect(flow.root.querySelector('[aria-label="Go back"]')).toBeNull();
  press('Close');
  expect(view.asked).toEqual([['askToQuit']]);
});

it.each<[string, Screen, boolean, string | null]>([
  ['before the camera, on a computer', instruct, true, 'Use your phone instead'],
  ['before the selfie, on a computer', { kind: 'selfie-instruct' }, true, 'Use your phone instead'],
  ['before the camera, on a phone', instruct, false, null],
  ['without a camera', problem('missing'), true, 'Use your phone instead'],
  ['with a camera that is refused', problem('denied'), true, 'Use your phone instead'],
  ['with a refused camera, on a phone', problem('denied'), false, 'Use another phone'],
  ['without the code of the camera', problem('unloaded'), true, null],
  ['at the camera', { ...instruct, kind: 'camera' } as Screen, true, null],
])('offers a phone where it can help: %s', { tags: ['DSDK-81'] }, async (_, screen, isDesktop, name) => {
  const { handOff } = await draw(screen, null, isDesktop);
  expect(['Use your phone instead', 'Use another phone'].filter(has)).toEqual(name ? [name] : []);
  if (name) press(name);
  expect(handOff.offer).toHaveBeenCalledTimes(name ? 1 : 0);
});

it('leaves the screen of a refused camera, which could otherwise open behind the code', async () => {
  const { view } = await draw(problem('denied'));
  press('Use your phone instead');
  expect(view.asked).toEqual([['back']]);
});

/** Opens the hand-off of a page that shows a screen; everything else is controlled by the test. */
function opened(screen: Screen) {
  const view = fakeView(screen);
  const told = signal<ClientState>(clientState({ begun: true, handOff: 'possible' }));
  const life = new AbortController();
  const onReturned = vi.fn();
  const returned = deferred<HandOffReturn>();
  const service = { offer: vi.fn(), takeBack: () => returned.promise, release: vi.fn(async () => {}) };
  const part = openHandOff(
    {
      configuration: { baseAddress: 'https://verify.example', startNonce: 'n' } as never,
      sessionKey: 'own',
      view,
      told,
      clock: fakeClock(),
      adopt: () => {},
      again: undefined,
      onReturned,
      whileExchanged: () => {},
      signal: life.signal,
    },
    () => service,
  );
  return { view, told, life, onReturned, returned, part };
}

it.each<[string, boolean, Screen]>([
  ['has ended', false, { kind: 'result', result: 'success' }],
  [
    'ended in a problem',
    false,
    { kind: 'problem', problem: { kind: 'session-expired', code: 'error_code_3' } },
  ],
  ['may be retried', true, { kind: 'problem', problem: { kind: 'general', code: 'error_code_1' } }],
])('decides whether to continue a flow that %s while it was taken back: %s', async (_, goesOn, screen) => {
  const { view, told, life, onReturned, returned, part } = opened(instruct);
  told.value = clientState({ begun: true, handOff: 'elsewhere', seq: 9 });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  flow = await drawFlow(view, { loadHandOff: async () => part });
  press('Go on here instead');
  act(() => {
    view.screen.value = screen;
  });
  returned.resolve({ sessionKey: 'new', state: clientState() });
  await settle();
  expect(onReturned).toHaveBeenCalledTimes(goesOn ? 1 : 0);
  life.abort();
});

it.each<[string, Screen, string | undefined, boolean]>([
  ['the camera', { ...instruct, kind: 'camera' } as Screen, 'elsewhere', true],
  ['the camera of a selfie', { kind: 'selfie-camera' } as Screen, 'elsewhere', true],
  ['a camera that is refused', problem('denied'), 'silent', true],
  ['the instructions', instruct, 'elsewhere', false],
  ['the camera, while no phone has the flow', { ...instruct, kind: 'camera' } as Screen, 'possible', false],
])('leaves the camera when a phone takes the flow: at %s', async (_, screen, handOff, leaves) => {
  const { view, told, life } = opened(screen);
  told.value = clientState({ begun: true, handOff: handOff as ClientState['handOff'], seq: 9 });
  expect(view.asked).toEqual(leaves ? [['back']] : []);
  life.abort();
});

it('offers no phone when the service has nothing to hand over', async () => {
  const { told } = await draw(instruct);
  act(() => {
    told.value = clientState({ handOff: 'none' });
  });
  expect(has('Use your phone instead')).toBe(false);
});

it('replaces the hand-off screen by the result', async () => {
  const { view } = await draw(instruct, { of: 'phone', at: 'document', step: 1, steps: 1 });
  act(() => {
    view.screen.value = { kind: 'result', result: 'success' };
  });
  expect(flow.root.querySelector('h1')?.textContent).toBe('Your identity is confirmed');
});

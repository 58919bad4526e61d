// @vitest-environment jsdom
import { act } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import type { Screen } from '../flow/screen.ts';
import { type DrawnFlow, type DrawOptions, drawFlow } from '../testing/draw-flow.tsx';
import { fakeClock } from '../testing/fake-clock.ts';
import { fakeView } from '../testing/flow-view.ts';

const welcome: Screen = { kind: 'welcome', requester: '', resumed: false };
const choice: Screen = { kind: 'document-choice', documents: ['PASSPORT'] };
const missing = () => Promise.reject(new Error('offline'));

let flow: DrawnFlow;
async function draw(screen: Screen, loadCapture: DrawOptions['loadCapture']) {
  const view = fakeView(screen);
  const clock = fakeClock();
  flow = await drawFlow(view, { clock, ...(loadCapture && { loadCapture }) });
  const show = (next: Screen) =>
    act(() => {
      view.screen.value = next;
    });
  const pass = (ms: number) => act(() => clock.advance(ms));
  return { view, show, pass };
}
const heading = () => flow.root.querySelector('h1')?.textContent;

afterEach(() => flow.remove());

it('shows what is there while the capture screens are on the way, and tells nobody yet', async () => {
  const { view, pass } = await draw(welcome, missing);
  await pass(60_000);
  expect(heading()).toBe('Verify your identity');
  expect(view.asked).toEqual([]);
});

it('stands in for a capture screen until its code has arrived', async () => {
  const load = vi.fn(() => import('./capture-screens.tsx')).mockImplementationOnce(missing);
  const { pass } = await draw(choice, load);
  expect(heading()).toBe('Getting ready');
  await pass(500);
  expect(heading()).toBe('Which document do you have with you?');
});

it('tells the session once a capture screen is due and its code is missing', async () => {
  const { view, show, pass } = await draw(welcome, missing);
  await pass(2_000);
  show(choice);
  expect(heading()).toBe('Getting ready');
  expect(view.asked).toEqual([['captureScreensMissing']]);
});

it('tells the session when the code turns out to be missing under a capture screen', async () => {
  const { view, pass } = await draw(choice, missing);
  await pass(1_999);
  expect(view.asked).toEqual([]);
  await pass(1);
  expect(view.asked).toEqual([['captureScreensMissing']]);
});

it('shows a capture screen only with its words, which are asked for as patiently', async () => {
  const view = fakeView(choice);
  const clock = fakeClock();
  const loadTexts = vi.fn(async () => {}).mockImplementationOnce(missing);
  flow = await drawFlow(view, { clock, loadTexts });
  expect(heading()).toBe('Getting ready');
  await act(() => clock.advance(500));
  expect(heading()).toBe('Which document do you have with you?');
});

it('tells nobody any more once it is gone', async () => {
  const { view, pass } = await draw(choice, missing);
  flow.remove();
  await pass(60_000);
  expect(view.asked).toEqual([]);
});

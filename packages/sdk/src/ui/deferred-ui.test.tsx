// @vitest-environment jsdom
import { signal } from '@preact/signals';
import { act } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import type { Screen } from '../flow/screen.ts';
import { type DrawnFlow, type DrawOptions, drawFlow } from '../testing/draw-flow.tsx';
import { spokenInEnglish } from '../testing/english.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { fakeView } from '../testing/flow-view.ts';
import type { HandOffPart } from './deferred-parts.ts';

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

afterEach(() => {
  flow.remove();
  vi.unstubAllGlobals();
});

it('keeps the welcome while the capture screens cannot be loaded, without a report', async () => {
  const { view, pass } = await draw(welcome, missing);
  await pass(60_000);
  expect(heading()).toBe('Verify your identity');
  expect(view.asked).toEqual([]);
});

it('shows a placeholder until the code of a capture screen has loaded', async () => {
  const load = vi.fn(() => import('../steps/document/capture-screens.tsx')).mockImplementationOnce(missing);
  const { pass } = await draw(choice, load);
  expect(heading()).toBe('Getting ready');
  await pass(500);
  expect(heading()).toBe('Which document do you have with you?');
});

it('tries again at once when a capture screen needs code that could not be loaded before', async () => {
  const load = vi.fn(() => import('../steps/document/capture-screens.tsx'));
  for (let failed = 0; failed < 3; failed++) load.mockImplementationOnce(missing);
  const { view, show, pass } = await draw(welcome, load);
  await pass(3_000);
  expect(load).toHaveBeenCalledTimes(3);
  await show(choice);
  await pass(0);
  expect(load).toHaveBeenCalledTimes(4);
  expect(heading()).toBe('Which document do you have with you?');
  await pass(60_000);
  expect(view.asked).toEqual([]);
});

it.each([
  ['between two rounds of attempts', 2_000],
  ['within the second round', 7_000],
])('reports missing code only after a capture screen needs it: %s', async (_, aheadMs) => {
  const load = vi.fn(missing);
  const { view, show, pass } = await draw(welcome, load);
  await pass(aheadMs);
  await show(choice);
  expect(heading()).toBe('Getting ready');
  await pass(1_999);
  expect(view.asked).toEqual([]);
  await pass(1);
  expect(view.asked).toEqual([['captureScreensMissing']]);
  // The pause between rounds is as long as before.
  const tries = load.mock.calls.length;
  await pass(4_999);
  expect(load).toHaveBeenCalledTimes(tries);
});

it('tries again at once when another capture screen needs the code', async () => {
  const load = vi.fn(missing);
  const { view, show, pass } = await draw(choice, load);
  await pass(2_000);
  await show(welcome);
  await show(choice);
  await pass(0);
  expect(load).toHaveBeenCalledTimes(4);
  await pass(2_000);
  expect(view.asked).toEqual([['captureScreensMissing'], ['captureScreensMissing']]);
});

it('reports if the code of the current capture screen cannot be loaded', async () => {
  const { view, pass } = await draw(choice, missing);
  await pass(1_999);
  expect(view.asked).toEqual([]);
  await pass(1);
  expect(view.asked).toEqual([['captureScreensMissing']]);
});

it('shows a capture screen only with its texts, and retries loading them', async () => {
  const view = fakeView(choice);
  const clock = fakeClock();
  const loadTexts = vi.fn(async () => {}).mockImplementationOnce(missing);
  flow = await drawFlow(view, { clock, language: { ...spokenInEnglish(), loadTexts } });
  expect(heading()).toBe('Getting ready');
  await act(() => clock.advance(500));
  expect(heading()).toBe('Which document do you have with you?');
});

/** Creates a language whose step texts name their step; loading them fails a number of times. */
function languageOfSteps(failures = 0) {
  const language = spokenInEnglish();
  const loadStepTexts = vi.fn<typeof language.loadStepTexts>(async (step) => ({
    ...language,
    t: (key: string, ..._values: unknown[]) => `${step} says ${key}`,
  }));
  for (let failed = 0; failed < failures; failed++) loadStepTexts.mockImplementationOnce(missing);
  return { ...language, loadStepTexts };
}

const upload: Screen = { kind: 'selfie-upload', progress: null, offline: true };

it('shows a screen of a step only with its texts, in announcements as well', async () => {
  const view = fakeView(upload);
  const clock = fakeClock();
  flow = await drawFlow(view, { clock, language: languageOfSteps(1) });
  expect(heading()).toBe('Getting ready');
  await act(() => clock.advance(500));
  expect(heading()).toBe('selfie says selfie.sending');
  expect(flow.root.querySelector('[aria-live=assertive]')?.textContent).toBe('selfie says upload.offline');
  await act(() => {
    view.screen.value = choice;
  });
  expect(heading()).toBe('Which document do you have with you?');
});

it('reports if the texts of a step cannot be loaded', async () => {
  const view = fakeView(upload);
  const clock = fakeClock();
  flow = await drawFlow(view, { clock, language: languageOfSteps(3) });
  await act(() => clock.advance(2_000));
  expect(view.asked).toEqual([['captureScreensMissing']]);
});

it.each<[string, Screen, string[]]>([
  ['a document', welcome, []],
  ['the choice of a document', choice, []],
  ['a selfie', { ...welcome, selfie: true }, ['selfie']],
  ['files', { ...welcome, files: true }, ['collect']],
  ['a form', { ...welcome, form: true }, ['form']],
  ['the last check', { kind: 'processing', of: 'document', mayGoOn: false }, []],
  [
    'a check before another step',
    { kind: 'processing', of: 'document', mayGoOn: true },
    ['selfie', 'collect', 'form'],
  ],
])('loads the texts of the steps that may follow: %s', async (_, screen, steps) => {
  const language = languageOfSteps();
  flow = await drawFlow(fakeView(screen), { clock: fakeClock(), language });
  expect(language.loadStepTexts.mock.calls.flat()).toEqual(steps);
});

it('reports code that is missing behind a hand-off screen only once that screen is gone, after a retry', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const view = fakeView(choice);
  const clock = fakeClock();
  const covering = signal<Screen | null>({
    kind: 'hand-off',
    stage: { of: 'phone', at: 'selfie', step: 2, steps: 2 },
  });
  const part: HandOffPart = { screen: covering, Screen: () => null, Offer: () => null };
  const loadSelfie = vi.fn(missing);
  flow = await drawFlow(view, { clock, loadSelfie, loadHandOff: async () => part });
  await act(() => {
    view.screen.value = upload;
  });
  await act(() => clock.advance(2_000));
  expect(loadSelfie).toHaveBeenCalledTimes(3);
  expect(view.asked).toEqual([]);
  await act(() => {
    covering.value = null;
  });
  await act(() => clock.advance(0));
  expect(loadSelfie).toHaveBeenCalledTimes(4);
  expect(view.asked).toEqual([]);
  await act(() => clock.advance(2_000));
  expect(view.asked).toEqual([['captureScreensMissing']]);
});

it('reports nothing after the flow was removed', async () => {
  const { view, pass } = await draw(choice, missing);
  flow.remove();
  await pass(60_000);
  expect(view.asked).toEqual([]);
});

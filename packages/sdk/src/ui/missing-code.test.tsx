// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Screen } from '../flow/screen.ts';
import { spokenInEnglish } from '../testing/english.ts';
import { type FakeView, fakeView } from '../testing/flow-view.ts';
import { App } from './app.tsx';

const welcome: Screen = { kind: 'welcome', requester: '', resumed: false };
const choice: Screen = { kind: 'document-choice', documents: ['PASSPORT'] };

/** Draws a flow whose capture screens never arrive, until they count as missing. */
async function drawWithoutCapture(view: FakeView): Promise<void> {
  await act(
    async () =>
      void render(
        <App
          view={view}
          language={spokenInEnglish()}
          logoUrls={{ light: null, dark: null }}
          frame="overlay"
          browser="other"
          loadCapture={() => Promise.reject(new Error('offline'))}
        />,
      ),
  );
  await act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows what is there while the capture screens are on the way, and tells nobody yet', async () => {
  const view = fakeView(welcome);
  await drawWithoutCapture(view);
  expect(document.querySelector('h1')?.textContent).toBe('Verify your identity');
  expect(view.asked).toEqual([]);
});

it('tells the session once a capture screen is due and its code is missing', async () => {
  const view = fakeView(welcome);
  await drawWithoutCapture(view);
  await act(async () => {
    view.screen.value = choice;
  });
  expect(document.querySelector('h1')?.textContent).toBe('Getting ready');
  expect(view.asked).toEqual([['captureScreensMissing']]);
});

import { act } from '@testing-library/preact';
import { defaultTheme } from '../theme/default-theme.ts';
import { createDeferredUi, type DeferredUiOptions } from '../ui/deferred-ui.tsx';
import { createFlowUi, type FlowUiOptions } from '../ui/index.tsx';
import { spokenInEnglish } from './english.ts';
import { fakeClock } from './fake-clock.ts';
import type { FakeView } from './flow-view.ts';

/** A flow drawn into a shadow root of the test's page, as in a real page. */
export interface DrawnFlow {
  readonly root: ShadowRoot;
  /** Finds the button with this text or label. */
  button(name: string): HTMLButtonElement;
  /** Returns all visible text. */
  text(): string;
  remove(): void;
}

/** Options of a test for a drawn flow. */
export type DrawOptions = Partial<
  FlowUiOptions &
    Pick<
      DeferredUiOptions,
      'loadCapture' | 'loadSelfie' | 'loadHelp' | 'loadHandOff' | 'surroundings' | 'clock' | 'interruption'
    >
>;

/** Draws a fake session into a shadow root, and waits for the code of the capture screens. */
export async function drawFlow(view: FakeView, options: DrawOptions = {}): Promise<DrawnFlow> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  const life = new AbortController();
  const language = spokenInEnglish();
  const ui = createFlowUi(root, {
    language,
    theme: defaultTheme,
    frame: 'overlay',
    ...options,
  });
  act(() => {
    const { signal } = life;
    const deferred = createDeferredUi({
      view,
      language,
      loadCollect: () => import('../steps/files/collect-screens.tsx'),
      adopt() {},
      surroundings: {
        scope: window,
        baseAddress: 'https://verify.example',
        configuration: { token: 'secret' },
      },
      clock: fakeClock(),
      signal,
      ...options,
    });
    ui.show(deferred.view, deferred.parts);
  });
  // The flow is already loading the code; this import resolves at the same time or later.
  await act(async () => {
    await import('../steps/document/capture-screens.tsx');
    await import('../steps/document/capture-screens.tsx');
    // Loaded only by a selfie.
    await import('../steps/selfie/selfie-screens.tsx');
    await import('../steps/selfie/selfie-screens.tsx');
    // Loaded only by letters, cards and files.
    await import('../steps/files/collect-screens.tsx');
    await import('../steps/files/collect-screens.tsx');
    // Loaded only by a form.
    await import('../steps/form/form-screens.tsx');
    await import('../steps/form/form-screens.tsx');
    // Loaded only by a refused camera; its text is drawn a turn later.
    await import('../ui/camera-help.tsx');
    await import('../ui/camera-help.tsx');
  });
  const nameOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent;
  return {
    root,
    button(name) {
      const found = [...root.querySelectorAll('button')].find((button) => nameOf(button) === name);
      if (!found)
        throw new Error(
          `There is no button "${name}" among: ${[...root.querySelectorAll('button')].map(nameOf)}`,
        );
      return found;
    },
    text: () => root.querySelector('.sheet')?.textContent ?? '',
    remove() {
      life.abort();
      act(() => ui.remove());
      host.remove();
    },
  };
}

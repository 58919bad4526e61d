import { act } from '@testing-library/preact';
import { defaultTheme } from '../theme/default-theme.ts';
import { type FlowUiOptions, renderFlow } from '../ui/index.tsx';
import { spokenInEnglish } from './english.ts';
import type { FakeView } from './flow-view.ts';

/** A flow drawn into a shadow root of the test's page, as a page would have it. */
export interface DrawnFlow {
  readonly root: ShadowRoot;
  /** What can be pressed, by its words or its label. */
  button(name: string): HTMLButtonElement;
  /** All words that can be read. */
  text(): string;
  remove(): void;
}

/** Draws a fake session into a shadow root, and waits for the code of the capture screens. */
export async function drawFlow(view: FakeView, options: Partial<FlowUiOptions> = {}): Promise<DrawnFlow> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  let unmount = () => {};
  act(() => {
    unmount = renderFlow(root, view, {
      language: spokenInEnglish(),
      theme: defaultTheme,
      frame: 'overlay',
      ...options,
    });
  });
  // The flow has asked for the code by now; asked for again, it comes no earlier than there.
  await act(async () => {
    await import('../ui/capture-screens.tsx');
    await import('../ui/capture-screens.tsx');
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
      act(unmount);
      host.remove();
    },
  };
}

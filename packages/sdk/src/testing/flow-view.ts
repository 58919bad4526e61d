import { type Signal, signal } from '@preact/signals';
import type { Screen } from '../flow/screen.ts';
import { noPicture } from '../session/camera/live-view.ts';
import type { FlowActions, FlowView, LiveView } from '../session/view.ts';

/** A session view whose signals a test can set, and which records the called actions. */
export interface FakeView extends FlowView {
  readonly screen: Signal<Screen>;
  readonly live: Signal<LiveView>;
  readonly progress: Signal<number>;
  readonly quitAsked: Signal<boolean>;
  readonly canGoBack: Signal<boolean>;
  /** Called actions in order, with their arguments. */
  readonly asked: [action: keyof FlowActions, ...given: readonly unknown[]][];
}

/** Builds a fake view that shows a screen. */
export function fakeView(screen: Screen, live: Partial<LiveView> = {}): FakeView {
  const asked: FakeView['asked'] = [];
  const actions = new Proxy({} as FlowActions, {
    get:
      (_, action: keyof FlowActions) =>
      (...given: readonly unknown[]) => {
        asked.push([action, ...given]);
      },
  });
  return {
    screen: signal(screen),
    live: signal({ ...noPicture, ...live }),
    progress: signal(0),
    quitAsked: signal(false),
    canGoBack: signal(false),
    actions,
    asked,
  };
}

import { render } from 'preact';
import type { FlowLanguage } from '../i18n/flow-language.ts';
import type { FrameView } from '../session/view.ts';
import type { FlowTheme } from '../theme/flow-theme.ts';
import { App, type FrameKind } from './app.tsx';
import type { DeferredParts } from './deferred-parts.ts';
import { dismiss } from './dismiss.ts';
import { watchRoom } from './room.ts';

/** Options of the screens, besides the view that they show. */
export interface FlowUiOptions {
  readonly language: FlowLanguage;
  readonly theme: FlowTheme;
  /** Name of the requester, used as alternative text of the logo. */
  readonly requester?: string;
  /** `overlay` covers the page as a modal dialog; `fill` takes the space of its host. */
  readonly frame: FrameKind;
}

/** A drawn flow. */
export interface FlowUi {
  /**
   * Draws a view. Elements that both views show stay, with their focus and scroll position.
   *
   * @param deferred - draws the deferred screens; null before they have loaded.
   */
  show(view: FrameView, deferred: DeferredParts | null): void;
  /** Does the same as Escape. */
  dismiss(): void;
  /** Removes all elements. */
  remove(): void;
}

/** Prepares a shadow root for the flow, which must have adopted `styleSheet(theme)`. */
export function createFlowUi(
  root: ShadowRoot,
  { language, theme, requester = '', frame }: FlowUiOptions,
): FlowUi {
  // Drawn into an element of its own, because drawing into the root would remove a style element there.
  const box = root.appendChild(document.createElement('div'));
  box.className = 'flow';
  let shown: FrameView | null = null;
  let unwatch: (() => void) | null = null;
  return {
    show(view, deferred) {
      shown = view;
      render(
        <App
          view={view}
          language={language}
          logoUrls={theme.logoUrls}
          requester={requester}
          frame={frame}
          deferred={deferred}
        />,
        box,
      );
      unwatch ??= watchRoom(box);
    },
    dismiss() {
      if (shown) dismiss(shown);
    },
    remove() {
      unwatch?.();
      render(null, box);
      box.remove();
    },
  };
}

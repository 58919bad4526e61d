import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FlowLanguage } from '../i18n/flow-language.ts';
import type { FrameView } from '../session/view.ts';
import type { FlowTheme } from '../theme/flow-theme.ts';
import { CurrentScreen } from './current-screen.tsx';
import type { DeferredParts } from './deferred-parts.ts';
import { dismiss, isOver, leave } from './dismiss.ts';
import { LanguageContext } from './language-context.ts';
import { Header } from './parts/header.tsx';
import { type Movement, movementBetween, screenKey } from './screen-order.ts';

/** Placement of the flow: over the whole page, or inside a container. */
export type FrameKind = 'overlay' | 'fill';

interface AppProps {
  readonly view: FrameView;
  readonly language: FlowLanguage;
  readonly logoUrls: FlowTheme['logoUrls'];
  readonly requester: string;
  readonly frame: FrameKind;
  /** Null until the rest of the flow has loaded. */
  readonly deferred: DeferredParts | null;
}

/** Draws the frame around all screens: the header, the current screen, and the deferred parts. */
export function App({ view, language, logoUrls, requester, frame, deferred }: AppProps) {
  const screen = view.screen.value;
  const scene = useRef<HTMLDivElement>(null);
  const { actions } = view;
  const key = screenKey(screen);
  const isModal = frame === 'overlay';
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Otherwise the browser would also close the dialog: ours, or one of the page that contains the flow.
    event.preventDefault();
    dismiss(view);
  };
  // Only a dialog can be placed above everything else in the top layer of the page.
  const Frame = isModal ? 'dialog' : 'div';
  return (
    <LanguageContext.Provider value={language}>
      <Frame
        class={`frame ${frame} ${screen.kind.endsWith('camera') ? 'dark' : ''}`}
        // A modal dialog over the page; a region inside it, which leaves the rest of the page usable.
        role={isModal ? 'dialog' : 'region'}
        aria-modal={isModal || undefined}
        aria-label={language.t('frame.label')}
        lang={language.language}
        dir={language.direction}
        // Takes the focus after a press outside all controls, and while a screen has nothing to focus. Not on the host: a
        // negative tabindex there excludes the whole shadow tree from the Tab order (HTML standard, "sequential navigation").
        tabIndex={-1}
        onKeyDown={onEscape}
      >
        <div class="sheet">
          <div class={`scene ${useMovement(view, key)}`} ref={scene}>
            <Header
              logoUrls={logoUrls}
              requester={requester}
              progress={isOver(screen) ? null : view.progress.value}
              onBack={view.canGoBack.value ? () => actions.back() : undefined}
              onClose={() => leave(view)}
            />
            <CurrentScreen key={key} screen={screen} actions={actions} Deferred={deferred?.Screen} />
          </div>
          {deferred && <deferred.Question behind={scene} />}
        </div>
        {deferred && <deferred.Voice />}
        <div class="unseen told" aria-live="polite" />
      </Frame>
    </LanguageContext.Provider>
  );
}

/** Returns the direction from which the current screen came in. */
function useMovement(view: FrameView, key: string): Movement | 'first' {
  const shown = useRef({ key, screen: view.screen.peek(), movement: 'first' as Movement | 'first' });
  const movement =
    shown.current.key === key
      ? shown.current.movement
      : movementBetween(shown.current.screen, view.screen.peek());
  useLayoutEffect(() => {
    shown.current = { key, screen: view.screen.peek(), movement };
  }, [key]);
  return movement;
}

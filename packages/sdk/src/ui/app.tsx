import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FlowLanguage } from '../i18n/flow-language.ts';
import type { FrameView } from '../session/view.ts';
import type { FlowTheme } from '../theme/flow-theme.ts';
import { CurrentScreen } from './current-screen.tsx';
import { dismiss, isOver, leave } from './dismiss.ts';
import { LanguageContext } from './language-context.ts';
import type { LaterParts } from './later-parts.ts';
import { Header } from './parts/header.tsx';
import { type Movement, movementBetween, screenKey } from './screen-order.ts';

/** How the flow stands in the page: over everything, or inside the room it is given. */
export type FrameKind = 'overlay' | 'fill';

interface AppProps {
  readonly view: FrameView;
  readonly language: FlowLanguage;
  readonly logoUrls: FlowTheme['logoUrls'];
  readonly requester: string;
  readonly frame: FrameKind;
  /** Null while only the first screen is there. */
  readonly later: LaterParts | null;
}

/** The frame around all screens: header, the screen in its turn, and what comes with the rest of the flow. */
export function App({ view, language, logoUrls, requester, frame, later }: AppProps) {
  const screen = view.screen.value;
  const scene = useRef<HTMLDivElement>(null);
  const { actions } = view;
  const key = screenKey(screen);
  const isModal = frame === 'overlay';
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Or the browser would ask the dialog to close as well: ours, or one of the page that the flow stands in.
    event.preventDefault();
    dismiss(view);
  };
  // The one element that can be put above all that a page has put on top of itself.
  const Frame = isModal ? 'dialog' : 'div';
  return (
    <LanguageContext.Provider value={language}>
      <Frame
        class={`frame ${frame} ${screen.kind.endsWith('camera') ? 'dark' : ''}`}
        // Over the page the flow is a modal dialog; inside it, a region that the page goes on around.
        role={isModal ? 'dialog' : 'region'}
        aria-modal={isModal || undefined}
        aria-label={language.t('frame.label')}
        lang={language.language}
        dir={language.direction}
        // Holds the focus after a press beside everything, and while a screen has nothing that can take it. Not the host: a
        // negative tabindex there takes all of the shadow tree out of the Tab key's way (HTML standard, "sequential navigation").
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
            <CurrentScreen key={key} screen={screen} actions={actions} Later={later?.Screen} />
          </div>
          {later && <later.Question behind={scene} />}
        </div>
        {later && <later.Voice />}
        <div class="unseen told" aria-live="polite" />
      </Frame>
    </LanguageContext.Provider>
  );
}

/** Direction from which the current screen came in. */
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

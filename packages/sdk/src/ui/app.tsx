import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ScreenKind } from '../flow/screen.ts';
import type { FlowLanguage } from '../i18n/flow-language.ts';
import type { FlowView } from '../session/view.ts';
import type { FlowTheme } from '../theme/flow-theme.ts';
import { announcementFor } from './announcement.ts';
import type { Browser } from './browser.ts';
import type { CaptureScreens } from './capture-screens.tsx';
import { CurrentScreen } from './current-screen.tsx';
import { LanguageContext } from './language-context.ts';
import { Announcer } from './parts/announcer.tsx';
import { useArrivingCode } from './parts/arriving-code.ts';
import { useElapsed } from './parts/elapsed.ts';
import { Header } from './parts/header.tsx';
import { QuitDialog } from './parts/quit-dialog.tsx';
import { type Movement, movementBetween, screenKey } from './screen-order.ts';

/** How the flow stands in the page: over everything, or inside the room it is given. */
export type FrameKind = 'overlay' | 'fill';

interface AppProps {
  readonly view: FlowView;
  readonly language: FlowLanguage;
  readonly logoUrls: FlowTheme['logoUrls'];
  readonly frame: FrameKind;
  readonly browser: Browser;
  readonly loadCapture: () => Promise<typeof CaptureScreens>;
}

/** The screens whose code comes with the frame; the others arrive a little later. */
const drawnByShell: readonly ScreenKind[] = ['loading', 'welcome', 'processing', 'result', 'problem'];

/** After this long, waiting gets a word. */
const LONG_WAIT_MS = 10_000;

/** The frame around all screens: header, the screen in its turn, the quit dialog, and the voice. */
export function App({ view, language, logoUrls, frame, browser, loadCapture }: AppProps) {
  const screen = view.screen.value;
  const quitAsked = view.quitAsked.value;
  const scene = useRef<HTMLDivElement>(null);
  const { actions } = view;
  const capture = useArrivingCode(loadCapture);
  const isCapture = !drawnByShell.includes(screen.kind);
  useEffect(() => {
    if (capture.isMissing && isCapture) actions.captureScreensMissing();
  }, [capture.isMissing, isCapture]);
  const isShown = !isCapture || capture.code !== null;
  const key = isShown ? screenKey(screen) : 'loading';
  const waitsLong = useElapsed(key, LONG_WAIT_MS);
  const isOver = screen.kind === 'result' || screen.kind === 'problem';
  const close = () => (isOver ? actions.finish() : actions.askToQuit());
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    if (quitAsked) actions.cancelQuit();
    else if (frame === 'overlay') close();
  };
  return (
    <LanguageContext.Provider value={language}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role, dialog or region, depends on the frame */}
      <div
        class={`frame ${frame} ${isShown && screen.kind === 'camera' ? 'dark' : ''}`}
        {...roleOf(frame, language.t('frame.label'))}
        lang={language.language}
        dir={language.direction}
        onKeyDown={onEscape}
      >
        <div class="sheet">
          <div class={`scene ${useMovement(view, key)}`} ref={scene}>
            <Header
              logoUrls={logoUrls}
              progress={isOver || screen.kind === 'loading' ? null : view.progress.value}
              onBack={view.canGoBack.value ? () => actions.back() : undefined}
              onClose={close}
            />
            <CurrentScreen
              key={key}
              view={view}
              browser={browser}
              waitsLong={waitsLong}
              Capture={capture.code}
            />
          </div>
          {quitAsked && (
            <QuitDialog
              behind={scene}
              onStay={() => actions.cancelQuit()}
              onLeave={() => actions.confirmQuit()}
            />
          )}
        </div>
        <Voice view={view} waitsLong={waitsLong} language={language} />
      </div>
    </LanguageContext.Provider>
  );
}

/** Over the page the flow is a modal dialog; inside it, a region that the page goes on around. */
function roleOf(frame: FrameKind, label: string) {
  return frame === 'overlay'
    ? ({ role: 'dialog', 'aria-modal': 'true', 'aria-label': label } as const)
    : ({ role: 'region', 'aria-label': label } as const);
}

/** Speaks what changes within a screen; apart from the frame, which must not be drawn anew with every live frame. */
function Voice({
  view,
  waitsLong,
  language,
}: Pick<AppProps, 'view' | 'language'> & { readonly waitsLong: boolean }) {
  return <Announcer {...announcementFor(view.screen.value, view.live.value, waitsLong, language.t)} />;
}

/** Which way the present screen came in. */
function useMovement(view: FlowView, key: string): Movement | 'first' {
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

import { computed, effect, signal } from '@preact/signals';
import type { Screen } from '../flow/screen.ts';
import { loadAtLast } from '../session/load-patiently.ts';
import type { Clock } from '../session/ports.ts';
import type { FlowView, FrameView } from '../session/view.ts';
import { laterStyleSheet } from '../theme/later-style-sheet.ts';
import {
  fetchCameraHelp,
  type HelpCode,
  type HelpOptions,
  helpedScreen,
  noHelp,
} from './fetch-camera-help.ts';
import type { LaterParts } from './later-parts.ts';
import { LaterScreen } from './later-screen.tsx';
import { QuitDialog } from './parts/quit-dialog.tsx';
import { Voice } from './voice.tsx';

/** The screens between the welcome and the checks, and how they look. */
type CaptureCode = typeof import('./capture-screens.tsx');

const importCapture = (): Promise<CaptureCode> => import('./capture-screens.tsx');
const importHelp = (): Promise<HelpCode> => import('./camera-help.tsx');

/** What draws the rest of the flow, and for how long. */
export interface LaterUiOptions {
  readonly view: FlowView;
  /** Adds a style sheet to those of the flow. */
  readonly adopt: (styleSheet: string) => void;
  readonly clock: Clock;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly loadCapture?: () => Promise<CaptureCode>;
  /** Loads the texts of the capture screens, which are of no use without them. */
  readonly loadTexts: () => Promise<void>;
  readonly loadHelp?: HelpOptions['load'];
  readonly surroundings: HelpOptions['surroundings'];
}

/** All that is drawn after the first screen. */
export interface LaterUi {
  /** For the frame: the session's view, in which no screen is due whose code is still on the way. */
  readonly view: FrameView;
  readonly parts: LaterParts;
}

/** The screens whose code comes with the frame or with this; the others arrive a little later. */
const drawnAlready: readonly Screen['kind'][] = ['welcome', 'problem', 'loading', 'processing', 'result'];

/** Makes what draws the rest of the flow, and begins to fetch the capture screens. */
export function createLaterUi(options: LaterUiOptions): LaterUi {
  const {
    view,
    adopt,
    loadCapture = importCapture,
    loadTexts,
    loadHelp = importHelp,
    surroundings,
    clock,
    signal: life,
  } = options;
  const { actions } = view;
  const capture = signal<CaptureCode['CaptureScreens'] | null>(null);
  const isMissing = signal(false);
  const isAwaited = computed(() => capture.value === null && !drawnAlready.includes(view.screen.value.kind));
  const help = fetchCameraHelp({ screen: view.screen, load: loadHelp, surroundings, clock, signal: life });
  const screen = computed<Screen>(() =>
    isAwaited.value ? { kind: 'loading' } : helpedScreen(view.screen.value, help.value),
  );

  adopt(laterStyleSheet);
  const loadBoth = async () => (await Promise.all([loadCapture(), loadTexts()]))[0];
  void loadAtLast(loadBoth, {
    clock,
    signal: life,
    onMissing() {
      isMissing.value = true;
    },
  }).then((code) => {
    if (!code) return;
    adopt(code.captureStyleSheet);
    capture.value = code.CaptureScreens;
  });
  const stopWatching = effect(() => {
    if (isMissing.value && isAwaited.value) actions.captureScreensMissing();
  });
  life.addEventListener('abort', stopWatching, { once: true });

  return {
    view: { ...view, screen },
    parts: {
      Screen: (props) => (
        <LaterScreen {...props} view={view} Capture={capture.value} help={help.value ?? noHelp} />
      ),
      QuitDialog: ({ behind }) =>
        view.quitAsked.value ? (
          <QuitDialog
            behind={behind}
            onStay={() => actions.cancelQuit()}
            onLeave={() => actions.confirmQuit()}
          />
        ) : null,
      Voice: () => <Voice screen={screen} live={view.live} />,
    },
  };
}

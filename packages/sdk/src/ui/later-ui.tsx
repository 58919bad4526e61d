import { computed, effect } from '@preact/signals';
import type { Screen } from '../flow/screen.ts';
import type { Clock } from '../session/ports.ts';
import type { FlowView, FrameView, Shown } from '../session/view.ts';
import { laterStyleSheet } from '../theme/later-style-sheet.ts';
import {
  fetchCameraHelp,
  type HelpCode,
  type HelpOptions,
  helpedScreen,
  noHelp,
} from './fetch-camera-help.ts';
import { type LaterCode, laterCode } from './later-code.ts';
import type { HandOffPart, Interruption, LaterParts } from './later-parts.ts';
import { LaterScreen } from './later-screen.tsx';
import { MoreActions } from './parts/page.tsx';
import { QuitDialog } from './parts/quit-dialog.tsx';
import { Voice } from './voice.tsx';

/** The screens between the welcome and the checks, and how they look. */
type CaptureCode = typeof import('./capture-screens.tsx');
/** The screens of a selfie, which build on those. */
type SelfieCode = typeof import('./selfie-screens.tsx');
/** The screens of the steps that collect files, likewise. */
type CollectCode = typeof import('./collect-screens.tsx');

/** A form, likewise. */
type FormCode = typeof import('./form-screens.tsx');

const importCapture = (): Promise<CaptureCode> => import('./capture-screens.tsx');
const importSelfie = (): Promise<SelfieCode> => import('./selfie-screens.tsx');
const importForm = (): Promise<FormCode> => import('./form-screens.tsx');
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
  readonly loadSelfie?: () => Promise<SelfieCode>;
  /** Loads the screens of the steps that collect files, and what else these steps need. */
  readonly loadCollect: () => Promise<CollectCode>;
  readonly loadForm?: () => Promise<FormCode>;
  /** Loads the texts of the capture screens, which are of no use without them. */
  readonly loadTexts: () => Promise<void>;
  readonly loadHelp?: HelpOptions['load'];
  /** Loads what hands the flow over to a phone; absent where that cannot be. */
  /** The user has asked for another code already. */
  readonly wantsPhone?: boolean;
  readonly loadHandOff?: (() => Promise<HandOffPart>) | undefined;
  /** What may come in between; null until its code is there. */
  readonly interruption?: Shown<Interruption | null>;
  readonly surroundings: HelpOptions['surroundings'];
}

/** All that is drawn after the first screen. */
export interface LaterUi {
  /** For the frame: the session's view, in which no screen is due whose code is still on the way. */
  readonly view: FrameView;
  readonly parts: LaterParts;
}

/** The screens whose code comes with the frame or with this; the others arrive a little later. */
const drawnAlready: readonly Screen['kind'][] = ['welcome', 'problem', 'processing', 'result'];

/** Makes what draws the rest of the flow, and begins to fetch the capture screens. */
export function createLaterUi(options: LaterUiOptions): LaterUi {
  const {
    view,
    adopt,
    loadCapture = importCapture,
    loadSelfie = importSelfie,
    loadCollect,
    loadForm = importForm,
    loadTexts,
    loadHelp = importHelp,
    loadHandOff,
    wantsPhone = false,
    interruption,
    surroundings,
    clock,
    signal: life,
  } = options;
  const { actions } = view;
  const loadBoth = async () => (await Promise.all([loadCapture(), loadTexts()]))[0];
  const capture = laterCode(loadBoth, options, (code) => adopt(code.captureStyleSheet));
  const selfie = laterCode(loadSelfie, options, (code) => adopt(code.selfieStyleSheet));
  const collect = laterCode(loadCollect, options, (code) => adopt(code.collectStyleSheet));
  const written = { soFar: {} };
  const form = laterCode(loadForm, options, (code) => adopt(code.formStyleSheet));
  const handOff = loadHandOff && laterCode(loadHandOff, options, () => {});
  /** What lies over the screen and over its questions. Its words come with those of the capture screens. */
  const interrupting = () =>
    capture.code.value && interruption?.value?.isOpen.value ? interruption.value : null;
  const isAsked = computed(() => interrupting() !== null || view.quitAsked.value);
  /** The code that the screen waits for; null when all is there. */
  const awaited = computed<LaterCode<unknown> | null>(() => {
    const { kind } = view.screen.value;
    if (drawnAlready.includes(kind)) return null;
    if (!capture.code.value) return capture;
    if (kind.startsWith('selfie-') && !selfie.code.value) return selfie;
    if (kind === 'form' && !form.code.value) return form;
    return isOfCollect(view.screen.value) && !collect.code.value ? collect : null;
  });
  const help = fetchCameraHelp({ screen: view.screen, load: loadHelp, surroundings, clock, signal: life });
  const handed = computed(() => handOff?.code.value?.screen.value);
  const screen = computed<Screen>(
    () => handed.value ?? (awaited.value ? { kind: 'loading' } : helpedScreen(view.screen.value, help.value)),
  );

  adopt(laterStyleSheet);
  capture.fetch();
  const stopWatching = effect(() => {
    const { value: shown } = view.screen;
    const mayGoOn = shown.kind === 'processing' && shown.mayGoOn;
    const isWelcome = shown.kind === 'welcome';
    // Fetched while the user reads or waits.
    if (mayGoOn || (isWelcome && shown.selfie) || shown.kind.startsWith('selfie-')) selfie.fetch();
    if (mayGoOn || (isWelcome && shown.files) || isOfCollect(shown)) collect.fetch();
    if (mayGoOn || (isWelcome && shown.form) || shown.kind === 'form') form.fetch();
    if (handOff && (wantsPhone || shown.kind === 'camera-problem' || isDesktop())) handOff.fetch();
    if (awaited.value?.isMissing.value) actions.captureScreensMissing();
    // Who is asked something does not pose.
    if (shown.kind === 'selfie-camera') actions.holdTimer(isAsked.value);
  });
  life.addEventListener('abort', stopWatching, { once: true });

  return {
    view: {
      ...view,
      screen,
      canGoBack: computed(() => !handed.value && view.canGoBack.value),
      quitAsked: isAsked,
      // All others are the session's.
      actions: Object.assign(Object.create(actions) as FrameView['actions'], {
        cancelQuit: () => (interrupting() ?? { dismiss: () => actions.cancelQuit() }).dismiss(),
      }),
    },
    parts: {
      Screen: ({ screen: shown }) => {
        const part = handOff?.code.value;
        return (
          <MoreActions.Provider value={part?.Offer ?? null}>
            {shown.kind === 'hand-off' ? (
              part && <part.Screen />
            ) : (
              <LaterScreen
                screen={shown}
                view={view}
                Capture={capture.code.value?.CaptureScreens ?? null}
                Selfie={selfie.code.value?.SelfieScreens ?? null}
                Collect={collect.code.value?.CollectScreens ?? null}
                Form={form.code.value?.Form ?? null}
                written={written}
                help={help.value ?? noHelp}
              />
            )}
          </MoreActions.Provider>
        );
      },
      Question: ({ behind }) => {
        const Interrupting = interrupting()?.Dialog;
        if (Interrupting) return <Interrupting behind={behind} />;
        if (!view.quitAsked.value) return null;
        return (
          <QuitDialog
            behind={behind}
            onStay={() => actions.cancelQuit()}
            onLeave={() => actions.confirmQuit()}
          />
        );
      },
      Voice: () => <Voice screen={screen} live={view.live} isAsked={isAsked} />,
    },
  };
}

/** Whether a screen is one of the steps that collect files, or waits for what these steps need. */
function isOfCollect(screen: Screen): boolean {
  return screen.kind === 'loading' || 'task' in screen;
}

/** Whether the device has a mouse or its like: then a phone may well be at hand, and have the better camera. */
function isDesktop(): boolean {
  return matchMedia('(pointer:fine)').matches;
}

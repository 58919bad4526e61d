import { computed, effect } from '@preact/signals';
import type { VNode } from 'preact';
import type { Screen } from '../flow/screen.ts';
import type { FlowLanguage, SpokenLanguage } from '../i18n/flow-language.ts';
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
import { LanguageContext } from './language-context.ts';
import { type LaterCode, laterCode } from './later-code.ts';
import type { HandOffPart, Interruption, LaterParts } from './later-parts.ts';
import { LaterScreen } from './later-screen.tsx';
import { MoreActions } from './parts/page.tsx';
import { QuitDialog } from './parts/quit-dialog.tsx';
import { Voice } from './voice.tsx';

/** The screens between the welcome and the checks, and how they look. */
type CaptureCode = typeof import('../steps/document/capture-screens.tsx');
/** The screens of a selfie, which build on those. */
type SelfieCode = typeof import('../steps/selfie/selfie-screens.tsx');
/** The screens of the steps that collect files, likewise. */
type CollectCode = typeof import('../steps/files/collect-screens.tsx');

const importCapture = (): Promise<CaptureCode> => import('../steps/document/capture-screens.tsx');
const importSelfie = (): Promise<SelfieCode> => import('../steps/selfie/selfie-screens.tsx');
const importHelp = (): Promise<HelpCode> => import('./camera-help.tsx');

/** Options of drawing the rest of the flow. */
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
  /** Language of the frame. Also loads the texts of screens, which are useless without it. */
  readonly language: FlowLanguage;
  readonly loadHelp?: HelpOptions['load'];
  /** Whether what hands the flow over is needed, wherever the flow stands. */
  readonly wantsPhone?: () => boolean | undefined;
  /** Loads what hands the flow over to a phone; absent where that cannot be. */
  readonly loadHandOff?: (() => Promise<HandOffPart>) | undefined;
  /** Interruption that may come in between; null until its code is there. */
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
    language,
    loadHelp = importHelp,
    loadHandOff,
    wantsPhone,
    interruption,
    surroundings,
    clock,
    signal: life,
  } = options;
  const { actions } = view;
  const screens = <Code extends { readonly styleSheet: string }, Spoken>(
    load: () => Promise<Code>,
    loadTexts: () => Promise<Spoken>,
  ) =>
    laterCode(
      async () => {
        const [code, spoken] = await Promise.all([load(), loadTexts()]);
        return { ...code, spoken };
      },
      options,
      ({ styleSheet }) => adopt(styleSheet),
    );
  const capture = screens(loadCapture, () => language.loadTexts('capture'));
  const selfie = screens(loadSelfie, () => language.loadStepTexts('selfie'));
  const collect = screens(loadCollect, () => language.loadStepTexts('collect'));
  const written = { soFar: {} };
  const form = screens(
    () => import('../steps/form/form-screens.tsx'),
    () => language.loadStepTexts('form'),
  );
  const handOff = loadHandOff && laterCode(loadHandOff, options);
  /** Finds the interruption over the screen and its questions. Waits for the capture screens, whose code brings its texts. */
  const interrupting = () =>
    capture.code.value && interruption?.value?.isOpen.value ? interruption.value : null;
  const isAsked = computed(() => interrupting() !== null || view.quitAsked.value);
  /** Finds the code that draws the screen of a step, with its texts; null for a screen that has no texts of its own. */
  const stepOf = (shown: Screen): LaterCode<{ readonly spoken: SpokenLanguage }> | null => {
    if (shown.kind.startsWith('selfie-')) return selfie;
    if (shown.kind === 'form') return form;
    // Letters, cards and files, or what waits for all that these steps need.
    return shown.kind === 'loading' || 'task' in shown ? collect : null;
  };
  /** Code that the screen waits for; null when all is there. */
  const awaited = computed<LaterCode<unknown> | null>(() => {
    const { value: shown } = view.screen;
    if (drawnAlready.includes(shown.kind)) return null;
    const needed = capture.code.value ? stepOf(shown) : capture;
    return needed?.code.value ? null : needed;
  });
  const help = fetchCameraHelp({ screen: view.screen, load: loadHelp, surroundings, clock, signal: life });
  const handed = computed(() => handOff?.code.value?.screen.value);
  const screen = computed<Screen>(
    () => handed.value ?? (awaited.value ? { kind: 'loading' } : helpedScreen(view.screen.value, help.value)),
  );

  const spoken = (drawn: VNode) => (
    <LanguageContext.Provider value={stepOf(screen.value)?.code.value?.spoken ?? language}>
      {drawn}
    </LanguageContext.Provider>
  );

  adopt(laterStyleSheet);
  capture.fetch();
  /** Code that was awaited at the last look. */
  let due: LaterCode<unknown> | null = null;
  const stopWatching = effect(() => {
    const { value: shown } = view.screen;
    const mayGoOn = shown.kind === 'processing' && shown.mayGoOn;
    const isWelcome = shown.kind === 'welcome';
    // Fetched while the user reads or waits.
    if (mayGoOn || (isWelcome && shown.selfie)) selfie.fetch();
    if (mayGoOn || (isWelcome && shown.files)) collect.fetch();
    if (mayGoOn || (isWelcome && shown.form)) form.fetch();
    stepOf(shown)?.fetch();
    if (handOff && (wantsPhone?.() || shown.kind === 'camera-problem' || isDesktop())) handOff.fetch();
    // Only while it may be asked for still: nobody's data is kept for longer.
    if (!/form|problem/.test(shown.kind)) written.soFar = {};
    if (due !== awaited.value) {
      due = awaited.value;
      due?.hurry();
    }
    if (due?.isMissing.value) actions.captureScreensMissing();
    // Holds the timer while a question is open: the user does not pose meanwhile.
    if (shown.kind === 'selfie-camera') actions.holdTimer(isAsked.value);
  });
  life.addEventListener('abort', stopWatching);

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
        return spoken(
          <MoreActions.Provider value={part?.Offer ?? null}>
            {shown.kind === 'hand-off' ? (
              part && <part.Screen />
            ) : (
              <LaterScreen
                screen={shown}
                view={view}
                Capture={capture.code.value?.CaptureScreens}
                Selfie={selfie.code.value?.SelfieScreens}
                Collect={collect.code.value?.CollectScreens}
                Form={form.code.value?.Form}
                written={written}
                help={help.value ?? noHelp}
              />
            )}
          </MoreActions.Provider>,
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
      Voice: () => spoken(<Voice screen={screen} live={view.live} isAsked={isAsked} />),
    },
  };
}

/** Whether the device has a mouse or its like: then a phone may well be at hand, and have the better camera. */
function isDesktop(): boolean {
  return matchMedia('(pointer:fine)').matches;
}

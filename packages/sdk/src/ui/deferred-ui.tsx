import { computed, effect } from '@preact/signals';
import type { VNode } from 'preact';
import type { Screen } from '../flow/screen.ts';
import type { FlowLanguage, SpokenLanguage } from '../i18n/flow-language.ts';
import type { Clock } from '../session/ports.ts';
import type { FlowView, FrameView, Shown } from '../session/view.ts';
import { deferredStyleSheet } from '../theme/deferred-style-sheet.ts';
import type { DeferredParts, HandOffPart, Interruption } from './deferred-parts.ts';
import { DeferredScreen } from './deferred-screen.tsx';
import {
  fetchCameraHelp,
  type HelpCode,
  type HelpOptions,
  helpedScreen,
  noHelp,
} from './fetch-camera-help.ts';
import { LanguageContext } from './language-context.ts';
import { type LazyChunk, lazyChunk } from './lazy-chunk.ts';
import { MoreActions } from './parts/page.tsx';
import { QuitDialog } from './parts/quit-dialog.tsx';
import { Voice } from './voice.tsx';

/** Screens between the welcome and the checks, with their styles. */
type CaptureCode = typeof import('../steps/document/capture-screens.tsx');
/** Screens of a selfie, which depend on the capture screens. */
type SelfieCode = typeof import('../steps/selfie/selfie-screens.tsx');
/** Screens of the steps that collect files, which depend on the capture screens. */
type CollectCode = typeof import('../steps/files/collect-screens.tsx');

const importCapture = (): Promise<CaptureCode> => import('../steps/document/capture-screens.tsx');
const importSelfie = (): Promise<SelfieCode> => import('../steps/selfie/selfie-screens.tsx');
const importHelp = (): Promise<HelpCode> => import('./camera-help.tsx');

/** Options for drawing the rest of the flow. */
export interface DeferredUiOptions {
  readonly view: FlowView;
  /** Adds a style sheet to those of the flow. */
  readonly adopt: (styleSheet: string) => void;
  readonly clock: Clock;
  /** Ends the observation of the view. */
  readonly signal: AbortSignal;
  readonly loadCapture?: () => Promise<CaptureCode>;
  readonly loadSelfie?: () => Promise<SelfieCode>;
  /** Loads the screens of the steps that collect files, and everything else that these steps need. */
  readonly loadCollect: () => Promise<CollectCode>;
  /** Language of the frame. Also loads the texts of screens, which cannot be shown without them. */
  readonly language: FlowLanguage;
  readonly loadHelp?: HelpOptions['load'];
  /** Whether the code of the hand-off is needed, whatever the screen. */
  readonly wantsPhone?: () => boolean | undefined;
  /** Loads the code of the hand-off to a phone; absent if there can be no hand-off. */
  readonly loadHandOff?: (() => Promise<HandOffPart>) | undefined;
  /** Dialog that may interrupt the flow; null until its code has loaded. */
  readonly interruption?: Shown<Interruption | null>;
  readonly surroundings: HelpOptions['surroundings'];
}

/** Everything that is drawn after the first screen. */
export interface DeferredUi {
  /** View for the frame: the session's view, with a placeholder for screens whose code is still loading. */
  readonly view: FrameView;
  readonly parts: DeferredParts;
}

/** Screens that need no further code. */
const withoutOwnCode: readonly Screen['kind'][] = ['welcome', 'problem', 'processing', 'result'];

/** Creates the deferred UI, and starts loading the capture screens. */
export function createDeferredUi(options: DeferredUiOptions): DeferredUi {
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
    lazyChunk(
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
  const handOff = loadHandOff && lazyChunk(loadHandOff, options);
  /** Returns the open interruption, if any. Waits for the capture screens, whose code includes its texts. */
  const openInterruption = () =>
    capture.code.value && interruption?.value?.isOpen.value ? interruption.value : null;
  const isAsked = computed(() => openInterruption() !== null || view.quitAsked.value);
  /** Returns the code of a step's screen, with its texts; null for a screen without texts of its own. */
  const codeForStep = (shown: Screen): LazyChunk<{ readonly spoken: SpokenLanguage }> | null => {
    if (shown.kind.startsWith('selfie-')) return selfie;
    if (shown.kind === 'form') return form;
    // The screens of a letter, card or file, or the placeholder for their step.
    return shown.kind === 'loading' || 'task' in shown ? collect : null;
  };
  const handOffScreen = computed(() => handOff?.code.value?.screen.value);
  /**
   * Code that the screen waits for; null if it has loaded, or behind a hand-off screen: reporting it as missing would end the
   * flow on the phone.
   */
  const awaited = computed<LazyChunk<unknown> | null>(() => {
    const { value: shown } = view.screen;
    if (handOffScreen.value || withoutOwnCode.includes(shown.kind)) return null;
    const needed = capture.code.value ? codeForStep(shown) : capture;
    return needed?.code.value ? null : needed;
  });
  const help = fetchCameraHelp({ screen: view.screen, load: loadHelp, surroundings, clock, signal: life });
  const screen = computed<Screen>(
    () =>
      handOffScreen.value ??
      (awaited.value ? { kind: 'loading' } : helpedScreen(view.screen.value, help.value)),
  );

  const withLanguage = (drawn: VNode) => (
    <LanguageContext.Provider value={codeForStep(screen.value)?.code.value?.spoken ?? language}>
      {drawn}
    </LanguageContext.Provider>
  );

  adopt(deferredStyleSheet);
  capture.fetch();
  /** Code that the last screen waited for. */
  let due: LazyChunk<unknown> | null = null;
  const stopWatching = effect(() => {
    const { value: shown } = view.screen;
    const mayGoOn = shown.kind === 'processing' && shown.mayGoOn;
    const isWelcome = shown.kind === 'welcome';
    // Loaded while the user reads or waits.
    if (mayGoOn || (isWelcome && shown.selfie)) selfie.fetch();
    if (mayGoOn || (isWelcome && shown.files)) collect.fetch();
    if (mayGoOn || (isWelcome && shown.form)) form.fetch();
    codeForStep(shown)?.fetch();
    if (handOff && (wantsPhone?.() || shown.kind === 'camera-problem' || isDesktop())) handOff.fetch();
    // Discards the input of a form as soon as it cannot be needed again, so that no personal data is kept.
    if (!/form|problem/.test(shown.kind)) written.soFar = {};
    if (due !== awaited.value) {
      due = awaited.value;
      due?.hurry();
    }
    if (due?.isMissing.value) actions.captureScreensMissing();
    // Pauses the timer while a dialog is open, because the user does not pose.
    if (shown.kind === 'selfie-camera') actions.holdTimer(isAsked.value);
  });
  life.addEventListener('abort', stopWatching);

  return {
    view: {
      ...view,
      screen,
      canGoBack: computed(() => !handOffScreen.value && view.canGoBack.value),
      quitAsked: isAsked,
      // Delegates all other actions to the session.
      actions: Object.assign(Object.create(actions) as FrameView['actions'], {
        cancelQuit: () => (openInterruption() ?? { dismiss: () => actions.cancelQuit() }).dismiss(),
      }),
    },
    parts: {
      Screen: ({ screen: shown }) => {
        const part = handOff?.code.value;
        return withLanguage(
          <MoreActions.Provider value={part?.Offer ?? null}>
            {shown.kind === 'hand-off' ? (
              part && <part.Screen />
            ) : (
              <DeferredScreen
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
        const Interrupting = openInterruption()?.Dialog;
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
      Voice: () => withLanguage(<Voice screen={screen} live={view.live} isAsked={isAsked} />),
    },
  };
}

/** Returns whether the device has a mouse or similar, so that the user may have a phone with a better camera. */
function isDesktop(): boolean {
  return matchMedia('(pointer:fine)').matches;
}

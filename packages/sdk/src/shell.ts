import type { ClientInitResponse } from '@vendor/contract';
import { createFarewell } from './api/farewell.ts';
import { isClientInitResponse } from './api/guards.ts';
import { exceptions, StartRefused } from './config/exceptions.ts';
import type { WholeFlow } from './continue-flow.ts';
import type { FlowLanguage } from './i18n/flow-language.ts';
import { loadLanguage } from './i18n/load-language.ts';
import { clearPlace } from './mount/clear-place.ts';
import { heldEvents } from './mount/held-events.ts';
import { holdEvents } from './mount/hold-events.ts';
import { openMount } from './mount/open-mount.ts';
import { waitForPaint } from './mount/painted.ts';
import type { OpenFlow, Rest, ShellOptions } from './open-flow.ts';
import { choiceMemory } from './session/choice-memory.ts';
import { openFirstScreen } from './session/first-screen.ts';
import { createOptionalWait } from './session/load-timeouts.ts';
import { loadWithRetry } from './session/load-with-retry.ts';
import type { FrameView } from './session/view.ts';
import { adoptStyles } from './theme/adopt-styles.ts';
import type { FlowTheme } from './theme/flow-theme.ts';
import { loadTheme } from './theme/load-theme.ts';
import { styleSheet } from './theme/style-sheet.ts';
import { createFlowUi } from './ui/index.tsx';

const importRest = (): Promise<Rest> => import('./continue-flow.ts');

/** The offer of the service's hosted page, in place of the flow. */
type Offer = ReturnType<typeof import('./offer-hosted-page.tsx').prepareOffer>;

/** Part of the flow that currently controls the screen. */
type Part = Pick<WholeFlow, 'run' | 'pause' | 'resume' | 'dispose'>;

/**
 * Opens a flow. Loads when a flow starts, while the service answers. If the user has something to do, the welcome is shown
 * first, and session and other screens load after its first paint. A flow that begins with a result or with running checks
 * opens once these have loaded.
 *
 * @returns null if the signal aborted meanwhile.
 * @throws StartRefused, or the error of loading the language or the code. Leaves nothing behind.
 */
export async function openFlow(options: ShellOptions): Promise<OpenFlow | null> {
  const { configuration, signal, clock, loadRest = importRest } = options;
  const wait = createOptionalWait(clock, signal);
  const [init, language, theme] = await Promise.all([
    options.init,
    loadLanguage(configuration.language, configuration.messages, wait),
    loadTheme(configuration.theme, signal, wait),
  ]);
  if (signal.aborted) return null;
  if (!isClientInitResponse(init) || init.configuration === 'invalid') {
    throw new StartRefused(exceptions.invalidInitResponse());
  }
  const isHosted = init.configuration === 'hosted';
  const importOffer = (): Offer =>
    import('./offer-hosted-page.tsx').then(({ prepareOffer }) => prepareOffer(language));
  const offer = isHosted ? await loadWithRetry(importOffer, clock, signal) : null;
  const rest =
    isHosted || init.state.awaiting === 'user' ? null : await loadWithRetry(loadRest, clock, signal);
  if (signal.aborted) return null;
  const { placement } = configuration;
  await clearPlace(placement);
  if (signal.aborted) return null;
  if (placement.mode === 'inline' && !placement.container.isConnected) {
    // The page removed the container while the service answered, or when it was told that the previous flow had closed.
    throw new StartRefused(exceptions.aborted());
  }
  return showFlow({ ...options, init, language, theme, offer, rest, loadRest });
}

/** Everything needed to show a flow. */
interface ReadyFlow extends Omit<ShellOptions, 'init'> {
  readonly init: ClientInitResponse;
  readonly language: FlowLanguage;
  readonly theme: FlowTheme;
  /** Null if the SDK knows every step. */
  readonly offer: Awaited<Offer> | null;
  /** Null if the welcome is shown first. */
  readonly rest: Rest | null;
  readonly loadRest: () => Promise<Rest>;
}

function showFlow({ configuration, init, language, theme, offer, rest, ...options }: ReadyFlow): OpenFlow {
  const { baseAddress, placement, cspNonce } = configuration;
  const { ask, emit, clock, onLeft, isPhone = false, loadRest } = options;
  const { requester, state, sessionKey } = init;
  const mount = openMount(placement, {
    styleSheet: styleSheet(theme),
    cspNonce,
    onDismiss: () => ui.dismiss(),
    onRemoved: onLeft,
  });
  const release = holdEvents(mount.root.host, heldEvents(mount.frame));
  const ui = createFlowUi(mount.root, { language, theme, requester, frame: mount.frame });
  let farewell = createFarewell({ baseAddress, sessionKey });
  const memory = choiceMemory(state.executionId);
  const shared = { memory, clock, emit, onLeft };
  const adopted = new Set<string>();
  const adopt = (css: string) => {
    if (!adopted.has(css)) adoptStyles(mount.root, css, cspNonce);
    adopted.add(css);
  };
  let part: Part | undefined;
  const draw = ({ ui: { view, parts } }: WholeFlow) => ui.show(view, parts);
  const continueWith = (
    code: Rest,
    session: ClientInitResponse,
    started: boolean,
    again?: boolean,
  ): WholeFlow => {
    const flow = code.continueFlow({
      ...shared,
      baseAddress,
      configuration,
      language,
      adopt,
      init: session,
      started,
      handOff: isPhone
        ? null
        : {
            again,
            onReturned(returned, again) {
              flow.dispose();
              const next = { ...init, ...returned };
              farewell = createFarewell({ baseAddress, sessionKey: next.sessionKey });
              const following = continueWith(code, next, true, again);
              following.run();
              following.actions.begin();
              draw(following);
            },
          },
    });
    part = flow;
    return flow;
  };
  // Shows the welcome until the rest of the flow has loaded, which starts after the first paint.
  const welcome = (): Part => {
    const show = (view: FrameView) => ui.show(view, null);
    const first = openFirstScreen({ ...shared, requester, state, farewell, show });
    const replaceWelcome = async () => {
      await waitForPaint(first.signal);
      const code = await first.waitFor(loadRest);
      if (!code) return;
      const flow = continueWith(code, init, first.hasBegun());
      draw(flow);
      flow.run();
      if (first.hasBegun()) flow.actions.begin();
      if (first.isAsked()) flow.actions.askToQuit();
    };
    return {
      run() {
        if (isPhone) first.begin();
        void replaceWelcome();
      },
      // The first screen has nothing to pause.
      pause() {},
      resume() {},
      dispose: first.dispose,
    };
  };
  const onPageHide = () => {
    part?.pause();
    farewell.leave();
  };
  // Restored from the browser's back-forward cache, where timers and requests were frozen.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) part?.resume();
  };
  // Hidden tab or locked phone: iOS stops the camera, and nobody sees the flow.
  const onVisibilityChange = () => (document.hidden ? part?.pause() : part?.resume());
  const close = () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('pagehide', onPageHide);
    window.removeEventListener('pageshow', onPageShow);
    part?.dispose();
    mount.close();
    release();
    ui.remove();
  };
  try {
    if (offer) {
      const askAgain = ask ?? (async () => init);
      part = offer({
        ...shared,
        askAgain,
        configuration,
        init,
        farewell,
        show: ui.show,
      });
    } else if (rest) draw(continueWith(rest, init, false));
    else part = welcome();
    mount.settle();
  } catch (error) {
    close();
    throw error;
  }
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('pageshow', onPageShow);
  return { run: () => part?.run(), close };
}

import type { ClientInitResponse } from '@vendor/contract';
import { createFarewell } from './api/farewell.ts';
import { isClientInitResponse } from './api/guards.ts';
import { exceptions, StartRefused } from './config/exceptions.ts';
import type { ParsedConfiguration } from './config/parse-configuration.ts';
import type { WholeFlow } from './continue-flow.ts';
import type { Emitter } from './events/emitter.ts';
import type { FlowLanguage } from './i18n/flow-language.ts';
import { openMount } from './mount/open-mount.ts';
import { painted } from './mount/painted.ts';
import { choiceMemory } from './session/choice-memory.ts';
import { type FirstScreen, openFirstScreen } from './session/first-screen.ts';
import { loadPatiently } from './session/load-patiently.ts';
import type { Clock } from './session/ports.ts';
import type { FrameView } from './session/view.ts';
import { adoptStyles } from './theme/adopt-styles.ts';
import type { FlowTheme } from './theme/flow-theme.ts';
import { loadTheme } from './theme/load-theme.ts';
import { styleSheet } from './theme/style-sheet.ts';
import { createFlowUi } from './ui/index.tsx';

/** All that comes after the first screen. */
type Rest = typeof import('./continue-flow.ts');

const importRest = (): Promise<Rest> => import('./continue-flow.ts');

/** What opens a flow. */
export interface ShellOptions {
  readonly configuration: ParsedConfiguration;
  /** `data` of the answer to `client/init`, not yet checked. */
  readonly init: Promise<unknown>;
  readonly emit: Emitter['emit'];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The user has left, or the page has taken the flow out of its document. */
  readonly onLeft: () => void;
  readonly loadRest?: () => Promise<Rest>;
}

/** A flow on the screen. */
export interface OpenFlow {
  /** Begins to follow the service. Call it once the page knows that the flow is open. */
  run(): void;
  /** Takes the flow away at once: camera, requests, timers, listeners, nodes. */
  close(): void;
}

/** What is in charge of the screen. */
type Part = Pick<WholeFlow, 'run' | 'pause' | 'resume' | 'dispose'>;

/**
 * Opens a flow. Loaded when it starts, while the service answers.
 *
 * Whoever is asked for something sees the welcome first. It needs neither the session nor any other screen: they are loaded
 * once it has been painted. A flow that begins elsewhere, with a result or with checks that run, opens when they are there.
 *
 * @returns null when the signal aborted meanwhile.
 * @throws StartRefused, or what loading the language or the rest threw. Nothing is left behind.
 */
export async function openFlow(options: ShellOptions): Promise<OpenFlow | null> {
  const { configuration, signal, clock, loadRest = importRest } = options;
  const [init, language, theme] = await Promise.all([
    options.init,
    import('./i18n/load-language.ts').then(({ loadLanguage }) =>
      loadLanguage(configuration.language, configuration.messages),
    ),
    loadTheme(configuration.theme, signal),
  ]);
  if (signal.aborted) return null;
  if (!isClientInitResponse(init) || init.configuration === 'invalid') {
    throw new StartRefused(exceptions.invalidInitResponse());
  }
  const rest = init.state.awaiting === 'user' ? null : await loadPatiently(loadRest, clock, signal);
  if (signal.aborted) return null;
  const { placement } = configuration;
  if (placement.mode === 'inline' && !placement.container.isConnected) {
    // Taken away by the page while the service answered.
    throw new StartRefused(exceptions.aborted());
  }
  return showFlow({ ...options, init, language, theme, rest, loadRest });
}

/** All that a flow needs to be shown. */
interface ReadyFlow extends Omit<ShellOptions, 'init'> {
  readonly init: ClientInitResponse;
  readonly language: FlowLanguage;
  readonly theme: FlowTheme;
  /** Null where the welcome comes first. */
  readonly rest: Rest | null;
  readonly loadRest: () => Promise<Rest>;
}

function showFlow({ configuration, init, language, theme, rest, ...options }: ReadyFlow): OpenFlow {
  const { baseAddress, placement, cspNonce } = configuration;
  const { emit, clock, onLeft, loadRest } = options;
  const { requester, state, sessionKey } = init;
  const mount = openMount(placement, {
    styleSheet: styleSheet(theme),
    cspNonce,
    onDismiss: () => ui.dismiss(),
    onRemoved: onLeft,
  });
  const ui = createFlowUi(mount.root, { language, theme, requester, frame: mount.frame });
  const farewell = createFarewell({ baseAddress, sessionKey });
  const shared = { memory: choiceMemory(state.executionId), clock, emit, onLeft };
  const goOn = ({ continueFlow }: Rest, started = false): WholeFlow => {
    const adopt = (css: string) => adoptStyles(mount.root, css, cspNonce);
    const flow = continueFlow({ ...shared, baseAddress, init, language, adopt, started });
    ui.show(flow.ui.view, flow.ui.parts);
    return flow;
  };
  const welcome = (): Part => {
    const show = (view: FrameView) => ui.show(view, null);
    return welcomeFirst(openFirstScreen({ ...shared, requester, state, farewell, show }), loadRest, goOn);
  };
  let part: Part | null = null;
  const onPageHide = () => {
    part?.pause();
    farewell.leave();
  };
  // Back from the browser's back-forward cache, where everything has stood still.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) part?.resume();
  };
  const close = () => {
    window.removeEventListener('pagehide', onPageHide);
    window.removeEventListener('pageshow', onPageShow);
    part?.dispose();
    mount.close();
    ui.remove();
  };
  try {
    part = rest ? goOn(rest) : welcome();
    mount.settle();
  } catch (error) {
    close();
    throw error;
  }
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('pageshow', onPageShow);
  return { run: () => part?.run(), close };
}

/** Leaves the screen to the welcome until the rest of the flow has arrived, which starts loading after the first paint. */
function welcomeFirst(
  first: FirstScreen,
  loadRest: () => Promise<Rest>,
  goOn: (rest: Rest, started: boolean) => WholeFlow,
): Part {
  const life = new AbortController();
  let flow: WholeFlow | null = null;
  const handOver = async () => {
    await painted(life.signal);
    const rest = await first.waitFor(loadRest);
    if (!rest) return;
    const started = first.hasBegun();
    flow = goOn(rest, started);
    flow.run();
    if (started) flow.actions.begin();
  };
  return {
    run: () => void handOver(),
    // Nothing of the first screen stands still with the page, or has to.
    pause: () => flow?.pause(),
    resume: () => flow?.resume(),
    dispose() {
      life.abort();
      (flow ?? first).dispose();
    },
  };
}

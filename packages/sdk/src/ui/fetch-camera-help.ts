import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { CameraProblem, Screen } from '../flow/screen.ts';
import type { Clock } from '../session/ports.ts';
import type { Shown } from '../session/view.ts';
import type { CameraHelp, HelpSurroundings } from './camera-help.tsx';

/** Code that finds the help; loaded when a camera is refused, which most users never see. */
export type HelpCode = Pick<typeof import('./camera-help.tsx'), 'cameraHelp'>;

/** Time-out for loading the help, in ms. The camera may be refused because there is no network. */
const timeoutMs = 1_500;

/** Options of `fetchCameraHelp`. */
export interface HelpOptions {
  /** Screen of the session. */
  readonly screen: Shown<Screen>;
  readonly load: () => Promise<HelpCode>;
  readonly surroundings: HelpSurroundings;
  readonly clock: Clock;
  /** Ends the observation of the screen. */
  readonly signal: AbortSignal;
}

/**
 * Returns whether the page, the browser or the surrounding app may cause a camera problem: in an app without the permission,
 * Android's web view reports a missing or busy camera.
 */
function wantsHelp(screen: Screen): screen is Extract<Screen, { kind: 'camera-problem' }> {
  return screen.kind === 'camera-problem' && screen.problem !== 'black' && screen.problem !== 'unloaded';
}

const anyBrowser = ['allow.other.1', 'allow.other.2', 'allow.then'] as const;

/**
 * Returns steps for any browser. Without help, it is unknown whether the page is to blame, so another browser is worth a try.
 */
function helpAnywhere(problem: CameraProblem): CameraHelp {
  return {
    problem: problem === 'forbidden' ? 'unsupported' : problem,
    steps: (t) => (problem === 'denied' ? anyBrowser.map((step) => t(step)) : []),
    CopyLink: null,
  };
}

/** For camera problems that need no further help. */
export const noHelp = helpAnywhere('busy');

/** Returns the displayed screen, with the help for a camera problem once it has loaded. */
export function helpedScreen(screen: Screen, help: CameraHelp | undefined): Screen {
  if (!wantsHelp(screen)) return screen;
  return help ? { ...screen, problem: help.problem } : { kind: 'loading' };
}

/**
 * Loads the help whenever the camera is refused.
 *
 * @returns undefined until the help has loaded or timed out; steps for any browser after a failure or a time-out, until the
 *   help has loaded.
 */
export function fetchCameraHelp(options: HelpOptions): ReadonlySignal<CameraHelp | undefined> {
  const { screen, load, surroundings, clock, signal: life } = options;
  const help = signal<CameraHelp | undefined>(undefined);
  let currentProblem: CameraProblem | null = null;

  function fetchHelp(problem: CameraProblem): void {
    const isAwaited = () => !life.aborted && currentProblem === problem;
    const doWithout = () => {
      if (isAwaited()) help.value ??= helpAnywhere(problem);
    };
    load()
      .then(({ cameraHelp }) => cameraHelp(problem, surroundings))
      .then((found) => {
        if (isAwaited()) help.value = found;
      }, doWithout);
    void clock.sleep(timeoutMs, life).then(doWithout);
  }

  const stop = effect(() => {
    const problem = wantsHelp(screen.value) ? screen.value.problem : null;
    if (problem === currentProblem) return;
    currentProblem = problem;
    help.value = undefined;
    if (problem !== null) fetchHelp(problem);
  });
  life.addEventListener('abort', stop);
  return help;
}

import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { CameraProblem, Screen } from '../flow/screen.ts';
import type { Clock } from '../session/ports.ts';
import type { Shown } from '../session/view.ts';
import type { CameraHelp, HelpSurroundings } from './camera-help.tsx';

/** The code that knows what helps; it comes when a camera is refused, which most users never see. */
export type HelpCode = Pick<typeof import('./camera-help.tsx'), 'cameraHelp'>;

/** How long the screen may wait for it, in ms. The camera may be refused because there is no network. */
const patienceMs = 1_500;

/** Options of the help for the screens. */
export interface HelpOptions {
  /** The screen of the session. */
  readonly screen: Shown<Screen>;
  readonly load: () => Promise<HelpCode>;
  readonly surroundings: HelpSurroundings;
  readonly clock: Clock;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Tells whether a camera problem may be caused by the page, the browser or the surrounding app: an app without the permission
 * makes Android's web view report a missing or busy camera.
 */
function wantsHelp(screen: Screen): screen is Extract<Screen, { kind: 'camera-problem' }> {
  return screen.kind === 'camera-problem' && screen.problem !== 'black' && screen.problem !== 'unloaded';
}

const anyBrowser = ['allow.other.1', 'allow.other.2', 'allow.then'] as const;

/** Words for any browser. Without help nobody knows whether the page is to blame: another browser is worth a try. */
function helpAnywhere(problem: CameraProblem): CameraHelp {
  return {
    problem: problem === 'forbidden' ? 'unsupported' : problem,
    steps: (t) => (problem === 'denied' ? anyBrowser.map((step) => t(step)) : []),
    CopyLink: null,
  };
}

/** For the camera problems whose words say all. */
export const noHelp = helpAnywhere('busy');

/** Returns the displayed screen, with the help for a camera problem once it has loaded. */
export function helpedScreen(screen: Screen, help: CameraHelp | undefined): Screen {
  if (!wantsHelp(screen)) return screen;
  return help ? { ...screen, problem: help.problem } : { kind: 'loading' };
}

/**
 * Asks what helps whenever the camera is refused.
 *
 * @returns undefined while the screen may wait for it; words for any browser when it does not come, until it has after all.
 */
export function fetchCameraHelp(options: HelpOptions): ReadonlySignal<CameraHelp | undefined> {
  const { screen, load, surroundings, clock, signal: life } = options;
  const help = signal<CameraHelp | undefined>(undefined);
  let asked: CameraProblem | null = null;

  function ask(problem: CameraProblem): void {
    const isAwaited = () => !life.aborted && asked === problem;
    const doWithout = () => {
      if (isAwaited()) help.value ??= helpAnywhere(problem);
    };
    load()
      .then(({ cameraHelp }) => cameraHelp(problem, surroundings))
      .then((found) => {
        if (isAwaited()) help.value = found;
      }, doWithout);
    void clock.sleep(patienceMs, life).then(doWithout);
  }

  const stop = effect(() => {
    const problem = wantsHelp(screen.value) ? screen.value.problem : null;
    if (problem === asked) return;
    asked = problem;
    help.value = undefined;
    if (problem !== null) ask(problem);
  });
  life.addEventListener('abort', stop);
  return help;
}

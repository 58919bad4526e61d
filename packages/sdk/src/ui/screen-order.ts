import type { Screen, ScreenKind } from '../flow/screen.ts';

const ranks: Readonly<Record<ScreenKind, number>> = {
  loading: 0,
  welcome: 1,
  'document-choice': 2,
  instruct: 3,
  camera: 4,
  'camera-problem': 5,
  review: 6,
  upload: 20,
  processing: 21,
  retry: 22,
  result: 23,
  problem: 24,
};

/** Places that a document's later side stands after its first. */
const SIDE_STEP = 4;

/** Which side a new screen comes in from: the end for forward, the start for back. */
export type Movement = 'forward' | 'back';

/** Names what makes two screens different to the eye; news within one screen, such as bytes sent, keep its key. */
export function screenKey(screen: Screen): string {
  if ('side' in screen) return `${screen.kind}-${screen.side}`;
  if (screen.kind === 'camera-problem' || screen.kind === 'problem')
    return `${screen.kind}-${kindOfProblem(screen)}`;
  return screen.kind;
}

/** Which way the flow moves between two screens. After a retry it goes forward, whatever comes again. */
export function movementBetween(from: Screen, to: Screen): Movement {
  return from.kind === 'retry' || rankOf(to) >= rankOf(from) ? 'forward' : 'back';
}

function rankOf(screen: Screen): number {
  const isLaterSide = 'side' in screen && screen.side === 'back';
  return ranks[screen.kind] + (isLaterSide ? SIDE_STEP : 0);
}

function kindOfProblem(screen: Extract<Screen, { kind: 'camera-problem' | 'problem' }>): string {
  return screen.kind === 'problem' ? screen.problem.kind : screen.problem;
}

import type { Screen, ScreenKind } from '../flow/screen.ts';

/** Ranks the screens of other steps like those of a document. */
type RankedKind<Kind extends ScreenKind> = Kind extends `${'selfie' | 'collect'}-${infer Of}` ? Of : Kind;

const ranks: Readonly<Record<RankedKind<ScreenKind>, number>> = {
  loading: 0,
  welcome: 1,
  'document-choice': 2,
  list: 2,
  form: 2,
  instruct: 3,
  camera: 4,
  'camera-problem': 5,
  'hand-off': 5,
  review: 6,
  upload: 20,
  processing: 21,
  retry: 22,
  'hosted-page': 1,
  leaving: 1,
  result: 23,
  problem: 24,
};

/** Direction from which a new screen comes in: `forward` from the end, `back` from the start. */
export type Movement = 'forward' | 'back';

/**
 * Returns a key that differs between screens that look different; updates within one screen, such as bytes sent, keep the key.
 */
export function screenKey(screen: Screen): string {
  if ('side' in screen) return `${screen.kind}-${screen.side}`;
  // Differs for each refusal: a live region would announce the same words only once, but the heading of a new screen takes the
  // focus each time.
  if (screen.kind === 'collect-retry') return `${screen.kind}-${screen.slot}-${screen.refusals}`;
  if ('slot' in screen) return `${screen.kind}-${screen.slot}`;
  if (screen.kind === 'form') return `form-${screen.stepId}`;
  if (screen.kind === 'camera-problem' || screen.kind === 'problem')
    return `${screen.kind}-${kindOfProblem(screen)}`;
  if (screen.kind === 'hosted-page') return `${screen.kind}-${screen.stage}`;
  return screen.kind === 'hand-off' ? screen.stage.of : screen.kind;
}

/**
 * Returns the direction of the move between two screens. Screens after an upload, a check or an attempt always come forward.
 */
export function movementBetween(from: Screen, to: Screen): Movement {
  return /upload|processing|retry/.test(from.kind) || getRank(to) >= getRank(from) ? 'forward' : 'back';
}

function getRank(screen: Screen): number {
  const rank = ranks[screen.kind.replace(/^(?:selfie|collect)-/, '') as RankedKind<ScreenKind>];
  // Ranked after all screens of the document's first side.
  return 'side' in screen && screen.side === 'back' ? rank + 4 : rank;
}

function kindOfProblem(screen: Extract<Screen, { kind: 'camera-problem' | 'problem' }>): string {
  return screen.kind === 'problem' ? screen.problem.kind : `${screen.problem}${screen.times ?? ''}`;
}

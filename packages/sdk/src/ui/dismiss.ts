import type { Screen } from '../flow/screen.ts';
import type { FrameView } from '../session/view.ts';

/** Returns whether the flow has ended, so that leaving it loses nothing. */
export function isOver({ kind }: Screen): boolean {
  return kind === 'result' || kind === 'problem';
}

/** Handles the close button. */
export function leave({ screen, actions }: FrameView): void {
  if (isOver(screen.peek())) actions.finish();
  else actions.askToQuit();
}

/** Handles Escape and the platform's back gesture: closes the open dialog, or else leaves the flow. */
export function dismiss(view: FrameView): void {
  if (view.quitAsked.peek()) view.actions.cancelQuit();
  else leave(view);
}

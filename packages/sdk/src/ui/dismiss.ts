import type { Screen } from '../flow/screen.ts';
import type { FrameView } from '../session/view.ts';

/** Whether the flow has ended: nothing is lost by leaving it. */
export function isOver({ kind }: Screen): boolean {
  return kind === 'result' || kind === 'problem';
}

/** Handles the close button. */
export function leave({ screen, actions }: FrameView): void {
  if (isOver(screen.peek())) actions.finish();
  else actions.askToQuit();
}

/** Handles Escape and the platform's back gesture: takes the last question back, else leaves the flow. */
export function dismiss(view: FrameView): void {
  if (view.quitAsked.peek()) view.actions.cancelQuit();
  else leave(view);
}

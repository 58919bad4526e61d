import type { Screen } from '../flow/screen.ts';
import type { FrameView } from '../session/view.ts';

/** Whether the flow has ended: nothing is lost by leaving it. */
export function isOver({ kind }: Screen): boolean {
  return kind === 'result' || kind === 'problem';
}

/** What the close button means. */
export function leave({ screen, actions }: FrameView): void {
  if (isOver(screen.peek())) actions.finish();
  else actions.askToQuit();
}

/** What Escape and the platform's back gesture mean: the last question is taken back, else the flow is left. */
export function dismiss(view: FrameView): void {
  if (view.quitAsked.peek()) view.actions.cancelQuit();
  else leave(view);
}

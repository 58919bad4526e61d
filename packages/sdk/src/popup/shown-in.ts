import type { PopupState } from '@vendor/contract';
import type { PopupService } from './ports.ts';

/** The state of the window once it shows the flow; null when it is over before, or nobody waits for it any more. */
export async function waitUntilShown(
  service: Pick<PopupService, 'news'>,
  signal: AbortSignal,
): Promise<PopupState | null> {
  let after = -1;
  while (!signal.aborted) {
    const state = await service.news(after, signal);
    if (state.opened) return state;
    if (state.closed) break;
    after = state.seq;
  }
  return null;
}

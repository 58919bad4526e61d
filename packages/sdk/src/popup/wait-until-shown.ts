import type { PopupState } from '@vendor/contract';
import type { PopupService } from './ports.ts';

/** Waits until the popup shows the flow, and returns its state; null if it closed before, or the signal aborts. */
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

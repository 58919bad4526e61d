import type { ClientState } from '@vendor/contract';

/**
 * Tells whether a well-formed state contradicts itself: it must have a step exactly while the user is awaited, or no screen would
 * lead on. A user who has not begun is awaited without a step if the checks need their data alone.
 */
export function contradictsItself(state: ClientState): boolean {
  return (
    (state.awaiting === 'user') === !state.step && (!!state.step || state.begun || state.progress.total > 0)
  );
}

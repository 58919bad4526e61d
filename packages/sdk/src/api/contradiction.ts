import type { ClientState } from '@vendor/contract';

/**
 * Returns whether a well-formed state contradicts itself: it must have a step exactly while the user is awaited, or no screen
 * would lead on. The exception: before the user has begun, there is no step if the checks need only their data.
 */
export function contradictsItself(state: ClientState): boolean {
  return (
    (state.awaiting === 'user') === !state.step && (!!state.step || state.begun || state.progress.total > 0)
  );
}

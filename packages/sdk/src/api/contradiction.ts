import type { ClientState } from '@vendor/contract';

/**
 * Whether a state says two things at once, each of them well formed: there is a step exactly while the user is awaited, or
 * nothing that is shown leads anywhere. Who has not begun is awaited although nothing will be asked, where the checks need the
 * user's data alone.
 */
export function contradictsItself(state: ClientState): boolean {
  return (
    (state.awaiting === 'user') === !state.step && (!!state.step || state.begun || state.progress.total > 0)
  );
}

import type { ClientState } from '@vendor/contract';

/** Returns whether the last step is being checked, after which nothing more is asked unless it must be repeated. */
export function isLastCheckRunning({ awaiting, progress }: ClientState): boolean {
  return awaiting === 'checks' && progress.done + 1 >= progress.total;
}

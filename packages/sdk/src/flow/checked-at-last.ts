import type { ClientState } from '@vendor/contract';

/** Returns whether checks run after which nothing more is asked, unless the last step must be repeated. */
export function isLastCheckRunning({ awaiting, progress }: ClientState): boolean {
  const { done, total, following = total - done - 1 } = progress;
  return awaiting === 'checks' && following < 1;
}

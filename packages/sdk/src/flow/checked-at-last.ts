import type { ClientState } from '@vendor/contract';

/** The last step is being checked: unless it is asked for again, nothing more is asked of the user. */
export function isCheckedAtLast({ awaiting, progress }: ClientState): boolean {
  return awaiting === 'checks' && progress.done + 1 >= progress.total;
}

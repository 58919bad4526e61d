import type { AdminCell } from '@vendor/contract/admin';
import { EyeOff } from 'lucide-preact';
import { run } from '../../texts/en/run.ts';

/** A text that may be masked. */
export function Cell({ value: { text, isMasked } }: { value: AdminCell }) {
  return isMasked ? (
    <span class="masked" title={run.masked}>
      <bdi>{text}</bdi> <EyeOff size={13} aria-label={run.masked} />
    </span>
  ) : (
    <bdi>{text}</bdi>
  );
}

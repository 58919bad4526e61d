import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  TimerOff,
  TriangleAlert,
} from 'lucide-preact';
import { outcomes, statuses } from '../texts/en/statuses.ts';

const appearances = {
  APPROVED: [CircleCheck, 'success'],
  PASS: [CircleCheck, 'success'],
  REVIEW: [CircleAlert, 'caution'],
  RETRY_REQUIRED: [CircleAlert, 'caution'],
  BROKEN: [TriangleAlert, 'danger'],
  DECLINED: [CircleX, 'danger'],
  FAIL: [CircleX, 'danger'],
  ERROR: [TriangleAlert, 'danger'],
  PENDING: [Clock, 'accent'],
  EXPIRED: [TimerOff, 'quiet'],
  NOT_PERFORMED: [CircleDashed, 'quiet'],
} as const;

/** Shows a status or outcome by icon, word and colour. */
export function StatusMark({ of, isOutcome = false }: { of: string; isOutcome?: boolean }) {
  const [Icon, tone] = appearances[of as keyof typeof appearances] ?? [CircleDashed, 'quiet'];
  const words = isOutcome ? outcomes : statuses;
  return (
    <span class={`mark ${tone}`}>
      <Icon size={15} aria-hidden="true" />
      {words[of] ?? of}
    </span>
  );
}

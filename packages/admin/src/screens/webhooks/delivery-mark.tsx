import { CircleCheck, CirclePause, CircleX, Clock } from 'lucide-preact';
import { webhooks } from '../../texts/en/webhooks.ts';

const appearances = {
  delivered: [CircleCheck, 'success'],
  pending: [Clock, 'accent'],
  held: [CirclePause, 'caution'],
  undelivered: [CircleX, 'danger'],
} as const;

/** Shows the state of a delivery by icon, word and colour. */
export function DeliveryMark({ state }: { state: keyof typeof appearances }) {
  const [Icon, tone] = appearances[state];
  return (
    <span class={`mark ${tone}`}>
      <Icon size={15} aria-hidden="true" />
      {webhooks.log.states[state]}
    </span>
  );
}

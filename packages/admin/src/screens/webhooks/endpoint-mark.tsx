import type { AdminEndpoint } from '@vendor/contract/admin';
import { CircleCheck, CirclePause, CircleX, TriangleAlert } from 'lucide-preact';
import { webhooks as texts } from '../../texts/en/webhooks.ts';

const appearances = {
  enabled: [CircleCheck, 'success'],
  failing: [TriangleAlert, 'caution'],
  disabled: [CircleX, 'danger'],
} as const;

/** Shows the health of an endpoint by icon, word and colour. */
export function EndpointMark({ endpoint }: { endpoint: Pick<AdminEndpoint, 'state' | 'disabledReason'> }) {
  const { state, disabledReason } = endpoint;
  const [Icon, tone] = disabledReason === 'BY_HAND' ? ([CirclePause, 'quiet'] as const) : appearances[state];
  return (
    <span class={`mark ${tone}`}>
      <Icon size={15} aria-hidden="true" />
      {texts.states[state]}
    </span>
  );
}

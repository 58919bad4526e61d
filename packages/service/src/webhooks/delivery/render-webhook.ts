import type { Execution, WebhookEnvelope } from '@vendor/contract';
import type { StoredEvent } from '../webhook-store.ts';

/**
 * Renders the body of one attempt: the current execution object, with the values frozen with the event. So media links are
 * fresh, and data purged since then is null.
 */
export function renderWebhook(event: StoredEvent, execution: Execution): WebhookEnvelope {
  const { checks, ...frozen } = event.frozen;
  return {
    event: event.event,
    timestamp: new Date(event.emittedAt).toISOString(),
    data: { ...execution, ...frozen, checks: checks && mergeChecks(event, execution) },
  };
}

function mergeChecks({ id, frozen }: StoredEvent, { checks }: Execution) {
  return (frozen.checks ?? []).map((kept, index) => {
    const present = checks?.[index];
    // Sending the findings of one check under the name of another would be worse than sending nothing.
    if (present?.checkType !== kept.checkType || present.startedAt !== kept.startedAt) {
      throw new Error(`The checks of event ${id} do not match its execution.`);
    }
    return { ...present, ...kept };
  });
}

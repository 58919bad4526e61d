import type { Execution, WebhookEnvelope } from '@vendor/contract';
import type { StoredEvent } from '../webhook-store.ts';

/**
 * The body of one attempt: what was frozen with the event, and around it the execution object of this moment, so that
 * media links are fresh and what was purged since is null.
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
    // Sending one check's findings under another's name would be worse than sending nothing.
    if (present?.checkType !== kept.checkType || present.startedAt !== kept.startedAt) {
      throw new Error(`The checks of event ${id} are not those of its execution.`);
    }
    return { ...present, ...kept };
  });
}

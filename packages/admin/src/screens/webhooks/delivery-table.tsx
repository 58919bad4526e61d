import type { WebhookDelivery } from '@vendor/contract';
import { Moment } from '../../parts/moment.tsx';
import { webhooks, wordsOfError } from '../../texts/en/webhooks.ts';
import { DeliveryMark } from './delivery-mark.tsx';

const { columns, open } = webhooks.log;

/**
 * Deliveries as rows, each with a button that opens its details.
 *
 * @param label - id of the element that names the table.
 */
export function DeliveryTable(props: {
  rows: readonly WebhookDelivery[];
  label: string;
  onOpen: (id: string) => void;
}) {
  const { rows, label, onOpen } = props;
  return (
    <table class="keys" aria-labelledby={label}>
      <thead>
        <tr>
          <th scope="col">{columns.event}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col">{columns.answer}</th>
          <th scope="col">{columns.emitted}</th>
          <th scope="col">{columns.next}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, event, executionId, state, attempts, lastStatus, lastError, ...row }) => (
          <tr key={id}>
            <td>
              <button
                type="button"
                class="button plain open"
                aria-label={open(`${webhooks.nameOfEvent(event)} ${executionId.slice(-8)}`)}
                onClick={() => onOpen(id)}
              >
                {webhooks.nameOfEvent(event)} <code>…{executionId.slice(-8)}</code>
              </button>
            </td>
            <td data-label={columns.state}>
              <DeliveryMark state={state} />
            </td>
            <td data-label={columns.answer}>
              {lastError ? wordsOfError(lastError) : lastStatus === null ? '–' : `HTTP ${lastStatus}`}
              {attempts > 1 && (
                <p class="small quiet">
                  {columns.attempts}: {attempts}
                </p>
              )}
            </td>
            <td data-label={columns.emitted}>
              <Moment at={row.emittedAt} />
            </td>
            <td data-label={columns.next}>
              {row.nextAttemptAt ? <Moment at={row.nextAttemptAt} /> : <span class="quiet">–</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

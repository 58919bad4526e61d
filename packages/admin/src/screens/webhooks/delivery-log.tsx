import type { AdminEndpoint } from '@vendor/contract/admin';
import { RefreshCw } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../../api/failure.ts';
import { listDeliveries } from '../../api/webhooks.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { navigate, query } from '../../routing.ts';
import { mayDo, mode, renewals } from '../../session.ts';
import { webhooks, wordsOfError } from '../../texts/en/webhooks.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryMark } from './delivery-mark.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { useFollowUp } from './use-follow-up.ts';

const texts = webhooks.log;
const states = ['delivered', 'pending', 'held', 'undelivered'] as const;

/**
 * Deliveries to an endpoint, newest first, with filters, details and redelivery. Follows changes.
 *
 * @param rounds - grows with each change of the endpoint, after which the log is loaded again.
 */
export function DeliveryLog(props: { endpoint: AdminEndpoint; rounds: number; onChanged: () => void }) {
  const { endpoint, rounds, onChanged } = props;
  const state = states.find((one) => one === query.value.get('state')) ?? null;
  const opened = query.value.get('delivery');
  const [further, setFurther] = useState<Awaited<ReturnType<typeof listDeliveries>>[]>([]);
  const [moreFailure, setMoreFailure] = useState<Failure | null>(null);
  const [isReplaying, setReplaying] = useState(false);
  const [message, setMessage] = useState('');
  const queryOf = (after?: string | null) => ({
    mode: mode.value,
    ...(state && { state }),
    ...(after && { after }),
  });
  const key = `${mode.value} ${state} ${renewals.value}`;
  const { data, failure, reload } = useResource(
    (signal) => listDeliveries(endpoint.id, queryOf(), signal),
    key,
  );
  useEffect(() => setFurther([]), [key]);
  const pages = data ? [data, ...further] : [];
  // New rows push others from the first page into the next, so duplicates are removed.
  const rows = [
    ...new Map(pages.flatMap(({ deliveries }) => deliveries).map((row) => [row.id, row])).values(),
  ];
  const next = pages.at(-1)?.nextCursor ?? null;
  const nextAttempt = rows.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort()[0] ?? null;
  const follow = useFollowUp(() => {
    reload();
    onChanged();
  }, nextAttempt);
  useEffect(() => {
    if (rounds > 0) follow();
  }, [rounds]);
  const show = (change: { state?: string | null; delivery?: string | null }) => {
    const wanted = { state, delivery: null, ...change };
    const kept = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== null);
    const text = new URLSearchParams(kept).toString();
    navigate(`/settings/webhooks/${endpoint.id}${text && `?${text}`}`);
  };
  const showMore = () =>
    listDeliveries(endpoint.id, queryOf(next)).then(
      (page) => {
        setMoreFailure(null);
        setFurther([...further, page]);
      },
      (error) => setMoreFailure(failureOf(error)),
    );
  const mayReplay = mayDo('delivery.redeliver') && endpoint.undelivered > 0 && endpoint.disabledAt === null;
  return (
    <section class="log" aria-labelledby="log">
      <div class="row">
        <h2 id="log">{texts.title}</h2>
        <div class="line">
          {mayReplay && (
            <button type="button" class="button" onClick={() => setReplaying(true)}>
              {webhooks.replay.open}
            </button>
          )}
          <button type="button" class="button" onClick={follow}>
            <RefreshCw size={15} aria-hidden="true" /> {texts.refresh}
          </button>
        </div>
      </div>
      <fieldset class="segments">
        <legend class="hidden">{texts.filter}</legend>
        {[null, ...states].map((one) => (
          <button type="button" key={one} aria-pressed={state === one} onClick={() => show({ state: one })}>
            {one === null ? texts.all : texts.states[one]}
          </button>
        ))}
      </fieldset>
      <p role="status" class="small">
        {message}
      </p>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      <div class="list">
        {!data && !failure && <Skeleton lines={5} />}
        {data && rows.length === 0 && <p class="quiet none">{texts.none}</p>}
        {rows.length > 0 && (
          <table class="keys" aria-labelledby="log">
            <thead>
              <tr>
                <th scope="col">{texts.columns.event}</th>
                <th scope="col">{texts.columns.state}</th>
                <th scope="col">{texts.columns.answer}</th>
                <th scope="col">{texts.columns.emitted}</th>
                <th scope="col">{texts.columns.next}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, event, executionId, state, attempts, lastStatus, lastError, ...row }) => (
                <tr key={id}>
                  <td>
                    <button
                      type="button"
                      class="button plain open"
                      aria-label={texts.open(`${webhooks.nameOfEvent(event)} ${executionId.slice(-8)}`)}
                      onClick={() => show({ delivery: id })}
                    >
                      {webhooks.nameOfEvent(event)} <code>…{executionId.slice(-8)}</code>
                    </button>
                  </td>
                  <td data-label={texts.columns.state}>
                    <DeliveryMark state={state} />
                  </td>
                  <td data-label={texts.columns.answer}>
                    {lastError ? wordsOfError(lastError) : lastStatus === null ? '–' : `HTTP ${lastStatus}`}
                    {attempts > 1 && (
                      <p class="small quiet">
                        {texts.columns.attempts}: {attempts}
                      </p>
                    )}
                  </td>
                  <td data-label={texts.columns.emitted}>
                    <Moment at={row.emittedAt} />
                  </td>
                  <td data-label={texts.columns.next}>
                    {row.nextAttemptAt ? <Moment at={row.nextAttemptAt} /> : <span class="quiet">–</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {moreFailure && <FailureNotice failure={moreFailure} texts={webhooks.failures} />}
      {next !== null && (
        <button type="button" class="button" onClick={showMore}>
          {texts.more}
        </button>
      )}
      {opened && (
        <DeliveryDialog
          key={opened}
          id={opened}
          isDisabled={endpoint.disabledAt !== null}
          onClose={() => show({})}
          onRedelivered={follow}
        />
      )}
      {isReplaying && (
        <ReplayDialog
          endpointId={endpoint.id}
          onClose={() => setReplaying(false)}
          onReplayed={(done) => {
            setReplaying(false);
            setMessage(done);
            follow();
          }}
        />
      )}
    </section>
  );
}

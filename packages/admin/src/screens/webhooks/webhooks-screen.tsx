import type { AdminEndpoint } from '@vendor/contract/admin';
import { Plus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { addEndpoint, listEndpoints } from '../../api/webhooks.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { href, navigate } from '../../routing.ts';
import { mayDo, mode, renewals } from '../../session.ts';
import '../../styles/settings.css';
import '../../styles/webhooks.css';
import { webhooks as texts, wordsOfError } from '../../texts/en/webhooks.ts';
import { DeliveryMark } from './delivery-mark.tsx';
import { EndpointForm, type EndpointValues } from './endpoint-form.tsx';
import { EndpointMark } from './endpoint-mark.tsx';
import { NewSecret } from './new-secret.tsx';

const usualEvents = ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'];

/** Settings / Webhooks: the endpoints of the account; adding one. */
export function WebhooksScreen() {
  usePageTitle(texts.title);
  const isAllowed = mayDo('endpoint.read');
  const { data, failure, reload } = useResource(
    (signal) =>
      isAllowed
        ? listEndpoints(mode.value, signal)
        : Promise.resolve({ endpoints: [], most: 0, heldSince: null }),
    `${mode.value} ${renewals.value}`,
  );
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<{ secret: string; id: string } | null>(null);
  if (!isAllowed) return <Notice tone="caution">{texts.ROLE}</Notice>;
  const endpoints = data?.endpoints ?? [];
  const isFull = data !== null && endpoints.length >= data.most;
  const add = async ({ url, events }: EndpointValues) => {
    const { secret, endpoint } = await addEndpoint({ url, events: [...events] as AdminEndpoint['events'] });
    setAdding(false);
    setAdded({ secret, id: endpoint.id });
    reload();
  };
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
        {mayDo('endpoint.add') && !isFull && (
          <button type="button" class="button primary" onClick={() => setAdding(true)}>
            <Plus size={16} aria-hidden="true" /> {texts.add.open}
          </button>
        )}
      </div>
      <p class="intro quiet">
        {mayDo('endpoint.add') ? texts.intro : mayDo('endpoint.test') ? texts.testOnly : texts.readOnly}
        {isFull && ` ${texts.full(data.most)}`}
      </p>
      {data?.heldSince && (
        <Notice tone="caution" title={texts.heldTitle}>
          <p>
            {texts.held} <Moment at={data.heldSince} />.
          </p>
        </Notice>
      )}
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      <div class="list">
        {!data && !failure && <Skeleton lines={4} />}
        {data && endpoints.length === 0 && (
          <section class="empty">
            <h2>{texts.empty.title}</h2>
            <p>{texts.empty.text}</p>
          </section>
        )}
        {endpoints.length > 0 && (
          <table class="keys endpoints" aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.columns.url}</th>
                <th scope="col">{texts.columns.state}</th>
                <th scope="col">{texts.columns.last}</th>
                <th scope="col">{texts.columns.waiting}</th>
              </tr>
            </thead>
            <tbody>
              {endpoints.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {isAdding && (
        <EndpointForm
          texts={texts.add}
          values={{ url: '', events: usualEvents }}
          onClose={() => setAdding(false)}
          onSubmit={add}
        />
      )}
      {added && (
        <NewSecret
          secret={added.secret}
          isRotated={false}
          onClose={() => navigate(`/settings/webhooks/${added.id}`)}
        />
      )}
    </>
  );
}

function EndpointRow({ endpoint }: { endpoint: AdminEndpoint }) {
  const { id, url, events, failingSince, disabledAt, last, held, undelivered } = endpoint;
  const since = disabledAt ?? failingSince;
  return (
    <tr>
      <td>
        <a class="break" href={href(`/settings/webhooks/${id}`)}>
          {url}
        </a>
        <p class="small quiet">{events.map(texts.nameOfEvent).join(', ')}</p>
      </td>
      <td data-label={texts.columns.state}>
        <EndpointMark endpoint={endpoint} />
        {since && (
          <p class="small quiet">
            {texts.since} <Moment at={since} />
          </p>
        )}
      </td>
      <td data-label={texts.columns.last}>
        {last ? (
          <>
            <DeliveryMark state={last.state} />
            <p class="small quiet">
              <Moment at={last.emittedAt} />
              {last.lastError && ` · ${wordsOfError(last.lastError)}`}
            </p>
          </>
        ) : (
          <span class="quiet">{texts.none}</span>
        )}
      </td>
      <td data-label={texts.columns.waiting}>
        {held > 0 && <p>{texts.waiting(held)}</p>}
        {undelivered > 0 && <p>{texts.givenUp(undelivered)}</p>}
        {held + undelivered === 0 && <span class="quiet">–</span>}
      </td>
    </tr>
  );
}

import type { AdminEndpoint } from '@vendor/contract/admin';
import { ArrowLeft, Send } from 'lucide-preact';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import {
  changeEndpoint,
  disableEndpoint,
  readEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
} from '../../api/webhooks.ts';
import { alarmRounds } from '../../live.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useFocusAfter } from '../../parts/use-focus-after.ts';
import { useResource } from '../../parts/use-resource.ts';
import { href, navigate } from '../../routing.ts';
import { mayDo, mode, renewals } from '../../session.ts';
import '../../styles/settings.css';
import '../../styles/webhooks.css';
import { webhooks as texts } from '../../texts/en/webhooks.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointForm, type EndpointValues } from './endpoint-form.tsx';
import { EndpointMark } from './endpoint-mark.tsx';
import { NewSecret } from './new-secret.tsx';
import { TestDialog } from './test-dialog.tsx';

type Open = 'edit' | 'rotate' | 'disable' | 'remove' | 'test' | { readonly secret: string };

/** One endpoint: its health, the actions on it, and the log of its deliveries. */
export function EndpointScreen({ id }: { id: string }) {
  usePageTitle(texts.title);
  const isAllowed = mayDo('endpoint.read');
  const { data, failure, setData, reload } = useResource<AdminEndpoint | null>(
    (signal) => (isAllowed ? readEndpoint(id, mode.value, signal) : Promise.resolve(null)),
    `${mode.value} ${renewals.value}`,
  );
  const [open, setOpen] = useState<Open | null>(null);
  const [rounds, setRounds] = useState(0);
  // The buttons that enable or disable the endpoint disappear with their act.
  const state = useFocusAfter<HTMLParagraphElement>(rounds);
  const [message, setMessage] = useState('');
  const { failure: refusal, isBusy, act } = useAct();
  if (!isAllowed) return <Notice tone="caution">{texts.ROLE}</Notice>;
  // Another person removed the endpoint, perhaps while its log was open.
  if ([failure, refusal].some((one) => one?.code === 'WEBHOOK_ENDPOINT_NOT_FOUND')) return <Removed />;
  if (!data)
    return failure ? (
      <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />
    ) : (
      <Skeleton lines={6} />
    );
  const close = () => {
    setOpen(null);
    // An act may be refused because of another person's change.
    reload();
  };
  const change = (endpoint: AdminEndpoint, done = '') => {
    // The reply to a change describes live deliveries, so those of the current mode are read again.
    setData(endpoint);
    setMessage(done);
    setRounds(rounds + 1);
    alarmRounds.value++;
    close();
  };
  const resume = () => act(async () => change(await resumeEndpoint(id), texts.resume.done));
  return (
    <>
      <a class="back" href={href('/settings/webhooks')}>
        <ArrowLeft size={15} aria-hidden="true" /> {texts.back}
      </a>
      <div class="head">
        <h1 class="break">{data.url}</h1>
        <EndpointMark endpoint={data} />
      </div>
      <StateText endpoint={data} element={state} />
      <div class="line acts-line">
        {data.state === 'disabled' && mayDo('endpoint.change') && (
          <button type="button" class="button primary" aria-disabled={isBusy} onClick={resume}>
            {data.held > 0 ? texts.resume.openWith(data.held) : texts.resume.open}
          </button>
        )}
        {mayDo('endpoint.test') && (
          <button type="button" class="button" onClick={() => setOpen('test')}>
            <Send size={15} aria-hidden="true" /> {texts.test.open}
          </button>
        )}
        {mayDo('endpoint.change') && (
          <button type="button" class="button" onClick={() => setOpen('edit')}>
            {texts.edit.open}
          </button>
        )}
        {mayDo('endpoint.rotate-secret') && (
          <button type="button" class="button" onClick={() => setOpen('rotate')}>
            {texts.rotate.open}
          </button>
        )}
        {data.state !== 'disabled' && mayDo('endpoint.change') && (
          <button type="button" class="button" onClick={() => setOpen('disable')}>
            {texts.disable.open}
          </button>
        )}
        {mayDo('endpoint.remove') && (
          <button type="button" class="button danger" onClick={() => setOpen('remove')}>
            {texts.remove.open}
          </button>
        )}
      </div>
      {refusal && <FailureNotice failure={refusal} texts={texts.failures} />}
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      <p role="status" class="small">
        {message}
      </p>
      <dl class="fact-list">
        <dt>{texts.facts.events}</dt>
        <dd>{data.events.map(texts.nameOfEvent).join(', ')}</dd>
        <dt>{texts.facts.created}</dt>
        <dd>
          <Moment at={data.createdAt} />
        </dd>
        <dt>{texts.facts.secret}</dt>
        <dd>
          {data.oldSecretsUntil ? (
            <>
              {texts.oldSecrets} <Moment at={data.oldSecretsUntil} />.
            </>
          ) : (
            <span class="quiet">{texts.secretHidden}</span>
          )}
        </dd>
      </dl>
      <DeliveryLog endpoint={data} rounds={rounds} onChanged={reload} />
      {open === 'test' && <TestDialog endpoint={data} onClose={close} />}
      {open === 'edit' && <EditEndpoint endpoint={data} onClose={close} onChanged={change} />}
      {open === 'rotate' && (
        <FormDialog
          title={texts.rotate.title}
          submit={texts.rotate.submit}
          failures={texts.failures}
          onClose={close}
          onSubmit={async () => {
            const { secret, endpoint } = await rotateSecret(id, data.revision);
            setData(endpoint);
            setOpen({ secret });
          }}
        >
          <p>{texts.rotate.text}</p>
          <p>{texts.rotate.leaked}</p>
        </FormDialog>
      )}
      {open === 'disable' && (
        <FormDialog
          title={texts.disable.title}
          submit={texts.disable.submit}
          failures={texts.failures}
          onClose={close}
          onSubmit={async () => change(await disableEndpoint(id))}
        >
          <p>{texts.disable.text}</p>
        </FormDialog>
      )}
      {open === 'remove' && (
        <FormDialog
          title={texts.remove.title}
          submit={texts.remove.submit}
          tone="decline"
          failures={texts.failures}
          onClose={close}
          onSubmit={async () => {
            await removeEndpoint(id);
            navigate('/settings/webhooks', { replace: true });
          }}
        >
          <p class="break">
            <strong>{data.url}</strong>
          </p>
          <p>{texts.remove.text}</p>
          {data.held > 0 && <p>{texts.remove.lost(texts.waiting(data.held))}</p>}
          {data.undelivered > 0 && <p>{texts.remove.lost(texts.givenUp(data.undelivered))}</p>}
          {data.state !== 'disabled' && <p class="quiet">{texts.remove.other}</p>}
        </FormDialog>
      )}
      {typeof open === 'object' && open !== null && (
        <NewSecret secret={open.secret} isRotated onClose={close} />
      )}
    </>
  );
}

function EditEndpoint(props: {
  endpoint: AdminEndpoint;
  onClose: () => void;
  onChanged: (endpoint: AdminEndpoint) => void;
}) {
  const { endpoint, onClose, onChanged } = props;
  // An open dialog keeps the values that the person saw, even if the endpoint is read again meanwhile.
  const [seen] = useState(endpoint);
  const hasQuery = seen.url.endsWith('?…');
  const save = async ({ url, events }: EndpointValues) => {
    onChanged(
      await changeEndpoint(seen.id, {
        revision: seen.revision,
        events: [...events] as AdminEndpoint['events'],
        ...(url === seen.url ? {} : { url }),
      }),
    );
  };
  const urlHint = hasQuery ? `${texts.edit.query} ${texts.edit.urlHint}` : texts.edit.urlHint;
  return (
    <EndpointForm
      texts={{ ...texts.edit, urlHint }}
      values={{ url: seen.url, events: seen.events }}
      onClose={onClose}
      onSubmit={save}
    />
  );
}

function StateText(props: { endpoint: AdminEndpoint; element: RefObject<HTMLParagraphElement> }) {
  const { endpoint, element } = props;
  const { state, failingSince, disablesAt, disabledAt, disabledReason, held, undelivered } = endpoint;
  return (
    <p ref={element} class="state-text" tabIndex={-1}>
      {state === 'enabled' && texts.stateTexts.enabled}
      {state === 'failing' && failingSince && (
        <>
          {texts.stateTexts.failing} {texts.since} <Moment at={failingSince} />.{' '}
        </>
      )}
      {state === 'failing' && disablesAt && (
        <>
          {texts.stateTexts.disablesAt} <Moment at={disablesAt} />.{' '}
        </>
      )}
      {state === 'disabled' && disabledAt && (
        <>
          {disabledReason && texts.reasons[disabledReason]} {texts.stateTexts.disabled} {texts.since}{' '}
          <Moment at={disabledAt} />.{' '}
        </>
      )}
      {held > 0 && ` ${texts.waiting(held)}.`}
      {undelivered > 0 && ` ${texts.givenUp(undelivered)}.`}
    </p>
  );
}

function Removed() {
  return (
    <section class="empty">
      <h1>{texts.removed.title}</h1>
      <p>{texts.removed.text}</p>
      <a class="button" href={href('/settings/webhooks')}>
        {texts.removed.back}
      </a>
    </section>
  );
}

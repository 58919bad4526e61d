import type { AdminDelivery } from '@vendor/contract/admin';
import { Eye, RotateCw } from 'lucide-preact';
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { readDelivery, redeliver, revealDelivery } from '../../api/webhooks.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useFocusAfter } from '../../parts/use-focus-after.ts';
import { useResource } from '../../parts/use-resource.ts';
import { href, query } from '../../routing.ts';
import { mayDo, mode, renewals } from '../../session.ts';
import { webhooks, wordsOfError } from '../../texts/en/webhooks.ts';
import { logAddress } from './delivery-filters.ts';
import { DeliveryMark } from './delivery-mark.tsx';
import { HeaderList } from './header-list.tsx';
import { useFollowUp } from './use-follow-up.ts';

const texts = webhooks.delivery;

/** One delivery: its content, each attempt with the reply, and a button that sends it again. */
export function DeliveryDialog(props: {
  id: string;
  isDisabled: boolean;
  onClose: () => void;
  onRedelivered: () => void;
}) {
  const { id, isDisabled, onClose, onRedelivered } = props;
  const [revealed, setRevealed] = useState<AdminDelivery | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isSent, setSent] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  // The button that reveals the delivery disappears with its act.
  const masking = useFocusAfter<HTMLParagraphElement>(revealed ? 1 : 0);
  const { data, failure, reload } = useResource(
    (signal) => readDelivery(id, mode.value, signal),
    `${mode.value} ${renewals.value}`,
  );
  const follow = useFollowUp(reload, data?.delivery.nextAttemptAt ?? null);
  const { failure: refusal, isBusy, act } = useAct();
  const shown = revealed ?? data;
  const send = () =>
    act(async () => {
      await redeliver(id, mode.value);
      setRevealed(null);
      setSent(true);
      // Moves the focus, because the button disappears while the delivery is pending.
      status.current?.focus();
      follow();
      onRedelivered();
    });
  const reveal = async (typed: FormData) => {
    setRevealed(await revealDelivery(id, mode.value, String(typed.get('reason')).trim()));
    setAsking(false);
  };
  return (
    <>
      <Dialog title={texts.title} isWide onClose={onClose}>
        {failure && <FailureNotice failure={failure} texts={webhooks.failures} onRetry={reload} />}
        {!shown && !failure && <Skeleton lines={6} />}
        {shown && <Facts shown={shown} />}
        {shown && <Body shown={shown} masking={masking} />}
        {shown?.isMasked && shown.mayReveal && (
          <button type="button" class="button" onClick={() => setAsking(true)}>
            <Eye size={16} aria-hidden="true" /> {texts.reveal}
          </button>
        )}
        {shown && <Attempts shown={shown} />}
        {refusal && <FailureNotice failure={refusal} texts={webhooks.failures} />}
        <p ref={status} role="status" class="small" tabIndex={-1}>
          {isSent && texts.redelivered}
        </p>
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {texts.close}
          </button>
          {shown && mayDo('delivery.redeliver') && shown.delivery.state !== 'pending' && !isDisabled && (
            <button type="button" class="button primary" aria-disabled={isBusy} onClick={send}>
              <RotateCw size={15} aria-hidden="true" /> {texts.redeliver}
            </button>
          )}
        </div>
      </Dialog>
      {isAsking && (
        <FormDialog
          title={texts.revealTitle}
          submit={texts.revealSubmit}
          failures={webhooks.failures}
          onClose={() => setAsking(false)}
          onSubmit={reveal}
        >
          <p>{texts.revealText}</p>
          <label class="field">
            {texts.reason}
            <textarea name="reason" rows={2} minLength={3} maxLength={250} required />
          </label>
        </FormDialog>
      )}
    </>
  );
}

function Facts({ shown: { delivery, url } }: { shown: AdminDelivery }) {
  const { event, state, executionId, endpointId, webhookId, nextAttemptAt, firstDeliveredAt, lastError } =
    delivery;
  return (
    <>
      <p class="line">
        <DeliveryMark state={state} />
        <strong>{webhooks.nameOfEvent(event)}</strong>
        {lastError && <span class="danger">{wordsOfError(lastError)}</span>}
      </p>
      <dl class="fact-list">
        <dt>{webhooks.columns.url}</dt>
        <dd class="break">{url}</dd>
        <dt>{texts.run}</dt>
        <dd>
          <a class="mono break" href={href(`/runs/${executionId}`)}>
            {executionId}
          </a>
          {query.value.get('execution') !== executionId && (
            <p class="small">
              <a href={href(logAddress(endpointId, mode.value, { execution: executionId }, null))}>
                {texts.ofRun}
              </a>
            </p>
          )}
        </dd>
        <dt>{texts.id}</dt>
        <dd>
          <CopyId id={webhookId} />
        </dd>
        {nextAttemptAt && (
          <>
            <dt>{texts.next}</dt>
            <dd>
              <Moment at={nextAttemptAt} />
            </dd>
          </>
        )}
        {firstDeliveredAt && (
          <>
            <dt>{texts.firstArrived}</dt>
            <dd>
              <Moment at={firstDeliveredAt} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

function Body(props: { shown: AdminDelivery; masking: RefObject<HTMLParagraphElement> }) {
  const { body, isMasked } = props.shown;
  return (
    <section class="stack" aria-label={texts.body}>
      <h3>{texts.body}</h3>
      {body === null ? (
        <p class="small quiet">{texts.noBody}</p>
      ) : (
        <>
          <p ref={props.masking} class="small quiet" tabIndex={-1}>
            {isMasked ? texts.masked : texts.revealed}
          </p>
          <ScrollBox label={texts.body}>
            <pre class="code-text">{body}</pre>
          </ScrollBox>
        </>
      )}
    </section>
  );
}

function Attempts({ shown: { log, isMasked } }: { shown: AdminDelivery }) {
  return (
    <section class="stack" aria-label={texts.attempts}>
      <h3>{texts.attempts}</h3>
      {log.length === 0 && <p class="small quiet">{texts.noAttempts}</p>}
      {[...log]
        .reverse()
        .map(({ number, startedAt, durationMs, status, error, request, response, answer }, index) => (
          <details key={startedAt} class="attempt" open={index === 0}>
            <summary>
              {texts.attempt(number)} · <Moment at={startedAt} /> ·{' '}
              <strong class={error ? 'danger' : undefined}>
                {error ? wordsOfError(error) : `HTTP ${status}`}
              </strong>{' '}
              · {durationMs} ms
            </summary>
            <h4>
              {texts.request} · {texts.bytes(request.bodyBytes)}
            </h4>
            <p class="small break">POST {request.url}</p>
            <HeaderList headers={request.headers} />
            <h4>
              {texts.response}
              {response && ` · ${texts.bytes(response.bodyBytes)}`}
            </h4>
            {response ? (
              <HeaderList headers={response.headers} />
            ) : (
              <p class="small quiet">{texts.noResponse}</p>
            )}
            {answer && (
              <>
                <ScrollBox label={texts.response}>
                  <pre class="code-text">{answer.text}</pre>
                </ScrollBox>
                {answer.isCut && <p class="small quiet">{webhooks.test.cut}</p>}
              </>
            )}
            {!answer && response !== null && response.bodyBytes > 0 && (
              <p class="small quiet">{isMasked ? texts.answerHidden : texts.noText}</p>
            )}
          </details>
        ))}
    </section>
  );
}

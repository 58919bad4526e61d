import type { AdminEndpoint, AdminWebhookTest, AdminWebhookTestRequest } from '@vendor/contract/admin';
import { CircleCheck, CircleX } from 'lucide-preact';
import { useId, useState } from 'preact/hooks';
import { testEndpoint } from '../../api/webhooks.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { useAct } from '../../parts/use-act.ts';
import { mode } from '../../session.ts';
import { frame } from '../../texts/en/frame.ts';
import { statuses } from '../../texts/en/statuses.ts';
import { webhooks, wordsOfError } from '../../texts/en/webhooks.ts';
import { HeaderList } from './header-list.tsx';

const texts = webhooks.test;
const executionStatuses = ['APPROVED', 'REVIEW', 'DECLINED', 'EXPIRED', 'ERROR', 'PENDING'] as const;

/** Sends a test event about a run of a chosen status and shows the reply. */
export function TestDialog({ endpoint, onClose }: { endpoint: AdminEndpoint; onClose: () => void }) {
  const [event, setEvent] = useState<string>(endpoint.events[0] ?? '');
  const [status, setStatus] = useState<AdminWebhookTestRequest['status']>('REVIEW');
  const [outcome, setOutcome] = useState<AdminWebhookTest | null>(null);
  const id = useId();
  const { failure, isBusy, act } = useAct();
  const send = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    setOutcome(null);
    const body = { mode: mode.value, event: event as AdminWebhookTestRequest['event'], status };
    act(async () => setOutcome(await testEndpoint(endpoint.id, body)));
  };
  return (
    <Dialog title={texts.title} isWide onClose={onClose}>
      <form class="stack" onSubmit={send}>
        <p class="break">
          <strong>{endpoint.url}</strong>
        </p>
        <p>{texts.text}</p>
        <label class="field">
          {texts.event}
          <select value={event} onChange={({ currentTarget }) => setEvent(currentTarget.value)}>
            {Object.entries(webhooks.events).map(([one, { name }]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div class="field">
          <label for={id}>{texts.status}</label>
          <select
            id={id}
            aria-describedby={`${id}-hint`}
            value={status}
            onChange={({ currentTarget }) =>
              setStatus(executionStatuses.find((one) => one === currentTarget.value) ?? 'REVIEW')
            }
          >
            {executionStatuses.map((one) => (
              <option key={one} value={one}>
                {statuses[one] ?? one}
              </option>
            ))}
          </select>
          <p id={`${id}-hint`} class="small quiet">
            {texts.statusHint}
          </p>
        </div>
        {failure && <FailureNotice failure={failure} texts={webhooks.failures} />}
        <div role="status" class="stack">
          {isBusy && <p class="quiet">{texts.sending}</p>}
          {outcome && <Outcome outcome={outcome} />}
        </div>
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {frame.close}
          </button>
          <button type="submit" class="button primary" aria-disabled={isBusy}>
            {texts.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Outcome({ outcome }: { outcome: AdminWebhookTest }) {
  const { delivered, status, error, durationMs, sent, answer, response } = outcome;
  const Icon = delivered ? CircleCheck : CircleX;
  return (
    <section class="stack outcome" aria-label={texts.answer}>
      <p>
        <span class={`mark wrap ${delivered ? 'success' : 'danger'}`}>
          <Icon size={15} aria-hidden="true" />
          {delivered ? texts.took(status ?? 200) : texts.refused(wordsOfError(error ?? ''))}
        </span>{' '}
        <span class="small quiet">{texts.after(durationMs)}</span>
      </p>
      <h3>{texts.answer}</h3>
      {answer ? (
        <>
          <ScrollBox label={texts.answer}>
            <pre class="code-text">{answer.text}</pre>
          </ScrollBox>
          {answer.isCut && <p class="small quiet">{texts.cut}</p>}
        </>
      ) : (
        <p class="small quiet">{response ? texts.noAnswer : texts.noReply}</p>
      )}
      <h3>{texts.headers}</h3>
      <HeaderList headers={sent.headers} />
      <details>
        <summary>{texts.body}</summary>
        <ScrollBox label={texts.body}>
          <pre class="code-text">{sent.body}</pre>
        </ScrollBox>
      </details>
    </section>
  );
}

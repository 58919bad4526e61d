import type { AdminExecution } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { resendExecution } from '../../api/runs.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useAct } from '../../parts/use-act.ts';
import { href } from '../../routing.ts';
import { chooseMode, mayDo } from '../../session.ts';
import { run as runTexts } from '../../texts/en/run.ts';

const { deliveries: texts, sections } = runTexts;

/** Deliveries of events about the run, and a button that sends the run again. */
export function Deliveries({ run, onDone }: { run: AdminExecution; onDone: () => Promise<void> }) {
  const [sent, setSent] = useState<number | null>(null);
  const { failure, isBusy, act } = useAct();
  const obstacle = run.may.resend;
  const resend = () =>
    act(async () => {
      const { sentTo } = await resendExecution(run.id);
      await onDone();
      setSent(sentTo.length);
    });
  return (
    <section class="card" aria-labelledby="deliveries">
      <div class="section-head">
        <h2 id="deliveries">{sections.deliveries}</h2>
        {obstacle === null && (
          <button type="button" class="button" aria-disabled={isBusy} onClick={resend}>
            {texts.resend}
          </button>
        )}
      </div>
      {run.deliveries.length === 0 && <p class="quiet small">{texts.none}</p>}
      <ul class="plain-list">
        {run.deliveries.map(
          ({ id, endpointId, event, url, state, attempts, lastStatus, lastError, emittedAt }) => (
            <li key={id}>
              <p>
                <strong>{texts.states[state] ?? state}</strong>{' '}
                <code>{event.replace('orchestration/', '')}</code>
              </p>
              <p class="small quiet">
                <Moment at={emittedAt} /> · {texts.attempts(attempts)}
                {lastStatus !== null && ` · HTTP ${lastStatus}`}
                {lastError && ` · ${lastError}`}
              </p>
              <p class="small quiet break">
                {mayDo('endpoint.read') ? (
                  <a
                    href={href(
                      `/settings/webhooks/${endpointId}?mode=${run.mode}&execution=${run.id}&delivery=${id}`,
                    )}
                    onClick={() => chooseMode(run.mode)}
                  >
                    {url}
                  </a>
                ) : (
                  url
                )}
              </p>
            </li>
          ),
        )}
      </ul>
      {obstacle && obstacle !== 'ROLE' && <p class="small quiet">{texts[obstacle]}</p>}
      {failure && <FailureNotice failure={failure} />}
      <p role="status" class="small">
        {sent !== null && texts.resent(sent)}
      </p>
    </section>
  );
}

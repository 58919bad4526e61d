import type { AdminWebhookAlarms } from '@vendor/contract/admin';
import { TriangleAlert } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { readAlarms } from '../../api/webhooks.ts';
import { alarmRounds } from '../../live.ts';
import { Moment } from '../../parts/moment.tsx';
import { href, path } from '../../routing.ts';
import { mayDo, renewals } from '../../session.ts';
import { alarms as texts } from '../../texts/en/alarms.ts';

type Alarm = AdminWebhookAlarms['alarms'][number];

/** How often alarms are requested while the page is visible, in ms. */
const everyMs = 60_000;

/** Reports failing and disabled endpoints above every screen, the worst one first, to people who may see webhooks. */
export function WebhookAlarms() {
  const [alarms, setAlarms] = useState<readonly Alarm[]>([]);
  const isAllowed = mayDo('endpoint.read');
  const key = `${isAllowed} ${renewals.value} ${path.value} ${alarmRounds.value}`;
  useEffect(() => {
    if (!isAllowed) return;
    const ending = new AbortController();
    const loadAlarms = () => {
      if (document.visibilityState !== 'visible') return;
      readAlarms(ending.signal).then(
        ({ alarms }) => setAlarms([...alarms].sort((a, b) => b.percent - a.percent)),
        // Alarms stay as they were. Other screens report that the service fails.
        () => undefined,
      );
    };
    loadAlarms();
    const timer = setInterval(loadAlarms, everyMs);
    document.addEventListener('visibilitychange', loadAlarms);
    return () => {
      ending.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', loadAlarms);
    };
  }, [key]);
  const [worst, ...others] = isAllowed ? alarms : [];
  // The status element is always rendered, because screen readers announce only later changes of its content.
  return <div role="status">{worst && <Strip alarm={worst} others={others.length} />}</div>;
}

function Strip({ alarm, others }: { alarm: Alarm; others: number }) {
  const { endpointId, url, percent, disablesAt, disabledReason } = alarm;
  return (
    <p class={`alarm ${percent >= 90 ? 'danger' : 'caution'}`}>
      <TriangleAlert size={16} aria-hidden="true" />
      <span>
        <strong>{percent === 100 ? texts.disabled : texts.failing(percent)}</strong>{' '}
        <span class="break">{url}</span> {disabledReason && texts.reasons[disabledReason]}
        {disablesAt && (
          <>
            {texts.disablesAt} <Moment at={disablesAt} />.
          </>
        )}{' '}
        <a href={href(others > 0 ? '/settings/webhooks' : `/settings/webhooks/${endpointId}`)}>
          {others > 0 ? texts.linkAll(others + 1) : texts.link}
        </a>
      </span>
    </p>
  );
}

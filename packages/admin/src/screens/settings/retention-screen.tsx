import type { AdminKeptTime } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { readRetention } from '../../api/retention.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { mayDo, renewals, sessionState } from '../../session.ts';
import '../../styles/settings.css';
import '../../styles/keeping.css';
import { retention as texts } from '../../texts/en/retention.ts';
import { ChangeRetention } from './change-retention.tsx';

/** Settings / Retention: how long personal data is kept, how much is due, and what blocks its removal. */
export function RetentionScreen() {
  usePageTitle(texts.title);
  const isAllowed = mayDo('retention.read');
  const { data, failure, setData, reload } = useResource(
    (signal) => (isAllowed ? readRetention(signal) : Promise.resolve({ kept: [] })),
    String(renewals.value),
  );
  const [open, setOpen] = useState<AdminKeptTime | null>(null);
  const mayChange = mayDo('retention.change');
  if (!isAllowed) return <Notice tone="caution">{texts.ROLE}</Notice>;
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
      </div>
      <p class="intro quiet">
        {texts.intro} {!mayChange && texts.readOnly}
      </p>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={4} />}
      <div class="kept">
        {data?.kept.map((kept) => (
          <KeptCard key={kept.mode} kept={kept} onChange={mayChange ? () => setOpen(kept) : null} />
        ))}
      </div>
      {open && (
        <ChangeRetention
          kept={open}
          onClose={() => {
            setOpen(null);
            reload();
          }}
          onChanged={(changed) => {
            setData(changed);
            setOpen(null);
          }}
        />
      )}
    </>
  );
}

function KeptCard({ kept, onChange }: { kept: AdminKeptTime; onChange: (() => void) | null }) {
  const { mode, days, due, waits, firstPurgeAt } = kept;
  const name = texts.modes[mode];
  const state = sessionState.value;
  const accountId = state.kind === 'in' ? state.session.account.id : '';
  return (
    <section class="card stack" aria-label={name}>
      <div class="row">
        <h2>{name}</h2>
        {onChange && (
          <button type="button" class="button" aria-label={texts.change.openFor(name)} onClick={onChange}>
            {texts.change.open}
          </button>
        )}
      </div>
      <p class="figure">{texts.kept(days)}</p>
      {days !== null && !waits && (
        <p class="quiet">
          {due.count > 0 ? texts.due(due) : texts.none}{' '}
          {firstPurgeAt && (
            <>
              {texts.firstAt} <Moment at={firstPurgeAt} />.
            </>
          )}
        </p>
      )}
      {waits && (
        <Notice tone="caution" title={texts.held.title(due)}>
          <p>{texts.held.text}</p>
          <code class="break">{texts.held.command(accountId)}</code>
        </Notice>
      )}
    </section>
  );
}

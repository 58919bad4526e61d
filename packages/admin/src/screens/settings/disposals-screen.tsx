import type { AdminDisposal } from '@vendor/contract/admin';
import { Download } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { disposalExport, listDisposals } from '../../api/retention.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useResource } from '../../parts/use-resource.ts';
import { href } from '../../routing.ts';
import { mayDo, mode, renewals } from '../../session.ts';
import '../../styles/settings.css';
import { disposals as texts } from '../../texts/en/retention.ts';

/** Settings / Disposals: runs whose personal data was removed: when, why and by whom. */
export function DisposalsScreen() {
  usePageTitle(texts.title);
  return mayDo('retention.read') ? (
    <Disposals key={mode.value} />
  ) : (
    <Notice tone="caution">{texts.ROLE}</Notice>
  );
}

function Disposals() {
  const shownMode = mode.value;
  const { data, failure, setData, reload } = useResource(
    (signal) => listDisposals(shownMode, null, signal),
    String(renewals.value),
  );
  const more = useAct();
  const [announced, setAnnounced] = useState('');
  const showMore = () =>
    more.act(async () => {
      if (!data?.next) return;
      const page = await listDisposals(shownMode, data.next);
      setData({ ...page, disposals: [...data.disposals, ...page.disposals] });
      setAnnounced(`${texts.more}: ${page.disposals.length}`);
    });
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
        {data && data.disposals.length > 0 && (
          <a class="button primary" href={disposalExport(shownMode)} download>
            <Download size={16} aria-hidden="true" /> {texts.export}
          </a>
        )}
      </div>
      <p class="intro quiet">{texts.intro}</p>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      <div class="list">
        {!data && !failure && <Skeleton lines={6} />}
        {data?.disposals.length === 0 && (
          <section class="empty">
            <h2>{texts.empty.title}</h2>
            <p>{texts.empty.text}</p>
          </section>
        )}
        {data && data.disposals.length > 0 && (
          <table class="keys" aria-label={texts.title}>
            <thead>
              <tr>
                {Object.values(texts.columns).map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.disposals.map((disposal) => (
                <DisposalRow key={disposal.executionId} disposal={disposal} />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {more.failure && <FailureNotice failure={more.failure} />}
      {data?.next && (
        <button type="button" class="button foot" aria-disabled={more.isBusy} onClick={showMore}>
          {texts.more}
        </button>
      )}
      <p class="hidden" role="status">
        {announced}
      </p>
    </>
  );
}

function DisposalRow({
  disposal: { executionId, at, cause, by, orderedBy, files },
}: {
  disposal: AdminDisposal;
}) {
  return (
    <tr>
      <td>
        <a href={href(`/runs/${executionId}`)} class="mono break">
          {executionId}
        </a>
      </td>
      <td data-label={texts.columns.at}>
        <Moment at={at} />
      </td>
      <td data-label={texts.columns.cause}>{texts.causes[cause]}</td>
      <td data-label={texts.columns.by} class="break">
        {orderedBy ? texts.ordered(nameOf(by), nameOf(orderedBy)) : nameOf(by)}
      </td>
      <td data-label={texts.columns.files}>{files ?? <span class="quiet">{texts.unknownFiles}</span>}</td>
    </tr>
  );
}

function nameOf({ kind, name, id }: AdminDisposal['by']): string {
  if (kind === 'system') return texts.kinds.system;
  if (kind === 'operator') return texts.kinds.operator(name ?? id);
  return name ?? texts.kinds.person;
}

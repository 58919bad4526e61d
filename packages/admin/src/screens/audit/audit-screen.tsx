import type { AdminAuditEvent } from '@vendor/contract/admin';
import { Download } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { exportAudit, listAudit } from '../../api/audit.ts';
import { saveFile } from '../../parts/browser/save-file.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useFocusAfter } from '../../parts/use-focus-after.ts';
import { usePages } from '../../parts/use-pages.ts';
import { query } from '../../routing.ts';
import { mayDo, renewals, sessionState } from '../../session.ts';
import '../../styles/settings.css';
import '../../styles/audit.css';
import { audit as texts } from '../../texts/en/audit.ts';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { AuditRow } from './audit-row.tsx';
import { distinctName } from './distinct-name.ts';
import { type AuditFilters, addressOf, callQuery, readFilters } from './filters.ts';

/** Settings / Audit trail: every act on the account. Filters are part of the address. */
export function AuditScreen() {
  usePageTitle(texts.title);
  return mayDo('audit.read') ? <Trail /> : <Notice tone="caution">{texts.ROLE}</Notice>;
}

function Trail() {
  const filters = readFilters(query.value);
  const address = addressOf(filters);
  const { rows, isStale, hasMore, failure, reload, showMore, isLoadingMore, moreFailure } = usePages(
    async (after, signal) => {
      const page = await listAudit({ ...callQuery(filters), ...(after !== null && { after }) }, signal);
      return { rows: page.events, next: page.next };
    },
    address,
    String(renewals.value),
    ({ seq }) => seq,
  );
  const file = useExport(filters, address);
  const [pages, setPages] = useState(0);
  const end = useFocusAfter<HTMLParagraphElement>(pages);
  const more = async () => {
    await showMore();
    setPages(pages + 1);
  };
  const events = rows ?? [];
  const actorName = useActorName(events, filters.actor);
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
        {events.length > 0 && (
          <button type="button" class="button primary" aria-disabled={file.isBusy} onClick={file.save}>
            <Download size={16} aria-hidden="true" /> {texts.export}
          </button>
        )}
      </div>
      <p class="intro quiet">
        {texts.intro} {limits()}
      </p>
      {file.failure && <FailureNotice failure={file.failure} />}
      <Notice tone="success">{file.result}</Notice>
      <AuditFilterForm filters={filters} actorName={actorName} />
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      <div class="list" aria-busy={isStale}>
        {!rows && !failure && <Skeleton lines={10} />}
        {rows?.length === 0 && !isStale && (
          <Empty hasOlder={hasMore} isFiltered={address !== addressOf({})} />
        )}
        {events.length > 0 && (
          <table class="keys trail" aria-label={texts.title}>
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
              {events.map((event) => (
                <AuditRow key={event.seq} event={event} filters={filters} />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {moreFailure && <FailureNotice failure={moreFailure} />}
      <footer class="trail-foot">
        {hasMore && (
          <button type="button" class="button" aria-disabled={isLoadingMore} onClick={more}>
            {events.length === 0 ? texts.further : texts.more}
          </button>
        )}
        {rows && !isStale && !hasMore && (events.length > 0 || pages > 0) && (
          <p class="quiet small" tabIndex={-1} ref={end}>
            {texts.end}
          </p>
        )}
        <p class="quiet small">{texts.proof}</p>
      </footer>
      <p class="hidden" role="status">
        {rows && !isStale && texts.shown(events.length)}
      </p>
    </>
  );
}

/** Downloads the events that match the filters, and says if older ones were left out. */
function useExport(filters: AuditFilters, address: string) {
  const { act, failure, isBusy } = useAct();
  const [result, setResult] = useState('');
  useEffect(() => setResult(''), [address]);
  const save = () =>
    act(async () => {
      setResult('');
      const { csv, rows, isCut } = await exportAudit(callQuery(filters));
      saveFile('audit-trail.csv', 'text/csv', csv);
      setResult(texts.exported(rows, isCut));
    });
  return { failure, isBusy, result, save };
}

/** Returns the name of the actor whose acts are shown, also if the list has no event of them any more. */
function useActorName(events: readonly AdminAuditEvent[], id: string | undefined): string | undefined {
  const known = useRef(new Map<string, string>());
  for (const { by } of events) known.current.set(by.id, distinctName(by));
  return id && (known.current.get(id) ?? id.slice(0, 8));
}

/** Says which events the person does not see, as far as the session tells. */
function limits(): string {
  const state = sessionState.value;
  const modes = state.kind === 'in' ? state.session.modes : [];
  const hidden = (['live', 'test'] as const).filter((mode) => !modes.includes(mode));
  return [
    ...(mayDo('person.read') && mayDo('key.read') ? [] : [texts.hiddenPeople]),
    ...hidden.map((mode) => texts.hiddenMode[mode]),
  ].join(' ');
}

/** Explains why the list is empty. */
function Empty({ hasOlder, isFiltered }: { hasOlder: boolean; isFiltered: boolean }) {
  const { empty } = texts;
  if (hasOlder) return <p class="empty">{texts.nothingYet}</p>;
  return (
    <section class="empty">
      <h2>{isFiltered ? empty.filtered : empty.none}</h2>
      <p>{isFiltered ? empty.filteredText : empty.noneText}</p>
    </section>
  );
}

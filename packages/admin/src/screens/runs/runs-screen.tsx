import type { AdminSearchRequest } from '@vendor/contract/admin';
import { useEffect, useRef, useState } from 'preact/hooks';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { href, navigate, query } from '../../routing.ts';
import { chooseModeOfAddress, mayDo, mayDoIn, mode, sessionState } from '../../session.ts';
import { filters as filterTexts } from '../../texts/en/filters.ts';
import { frame } from '../../texts/en/frame.ts';
import { runs as texts } from '../../texts/en/runs.ts';
import { FilterChips } from './filter-chips.tsx';
import { addressOf, type Filters, readFilters } from './filters.ts';
import { RunsTable } from './runs-table.tsx';
import { SampleOffer, SampleStrip } from './sample-data.tsx';
import { SearchForm } from './search-form.tsx';
import { useResend } from './use-resend.ts';
import { type Page, useRuns } from './use-runs.ts';

/**
 * The list of runs. Filters and page are part of the address; search values stay in memory.
 *
 * @param onShown - called when the first page has been painted.
 */
export function RunsScreen({ onShown }: { onShown?: () => void }) {
  usePageTitle(frame.runs);
  const filters = readFilters(query.value);
  const [search, setSearch] = useState<AdminSearchRequest | null>(null);
  const [searchAfter, setSearchAfter] = useState<string | null>(null);
  // A shared address may name the other mode.
  useEffect(chooseModeOfAddress, [query.value.get('mode')]);
  const after = search ? searchAfter : query.value.get('after');
  const { page, failure, isLoading, reload } = useRuns({ filters, mode: mode.value, after, search });
  const isShown = page !== null;
  useEffect(() => {
    if (isShown) onShown?.();
  }, [isShown]);
  const input = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  useKeys({
    '/': () => input.current?.focus(),
    j: () => move(table.current, 1),
    k: () => move(table.current, -1),
  });
  const resending = useResend();
  const changeSearch = (next: AdminSearchRequest | null) => {
    setSearch(next);
    setSearchAfter(null);
  };
  return (
    <>
      <div class="head">
        <h1>{frame.runs}</h1>
        <p class="quiet" aria-live="polite">
          {page && !search && page.total && texts.count(page.total.count, page.total.capped)}
        </p>
        <SearchForm input={input} onSearch={changeSearch} />
      </div>
      {search ? (
        <SearchHead page={page} search={search} onClear={() => changeSearch(null)} />
      ) : (
        <FilterChips filters={filters} mode={mode.value} rows={page?.rows ?? []} />
      )}
      <SampleStrip />
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      <ResendResult result={resending} />
      <div class="list" aria-busy={isLoading}>
        {!page && !failure && <Skeleton lines={10} />}
        {page && page.rows.length > 0 && (
          <RunsTable
            rows={page.rows}
            changed={page.changed}
            label={frame.runs}
            table={table}
            resend={mayDoIn('execution.resend', mode.value) ? resending : null}
          />
        )}
        {page && page.rows.length === 0 && <Empty page={page} filters={filters} />}
      </div>
      <footer class="foot">
        {after !== null && (
          <button
            type="button"
            class="button"
            onClick={() => (search ? setSearchAfter(null) : navigate(addressOf(filters, mode.value)))}
          >
            {texts.newest}
          </button>
        )}
        {page?.next && (
          <button
            type="button"
            class="button"
            onClick={() => {
              const { next } = page;
              if (search) setSearchAfter(next);
              else navigate(`${addressOf(filters, mode.value)}&after=${encodeURIComponent(next ?? '')}`);
              scrollTo(0, 0);
            }}
          >
            {texts.older}
          </button>
        )}
        {page && page.rows.length > 0 && <SampleOffer isQuiet />}
        <span class="quiet small keyed">
          {mayDoIn('execution.resend', mode.value) ? texts.keysWithActs : texts.keys}
        </span>
      </footer>
    </>
  );
}

/** Result of sending a run again from its row. */
function ResendResult({ result: { failure, last } }: { result: ReturnType<typeof useResend> }) {
  return (
    <>
      {failure && last && (
        <FailureNotice failure={failure} title={texts.resend.failed(last.id)} texts={texts.resend.failures} />
      )}
      <Notice tone="success">
        {last && last.sentTo !== null && texts.resend.done(last.id, last.sentTo)}
      </Notice>
    </>
  );
}

function SearchHead(props: { page: Page | null; search: AdminSearchRequest; onClear: () => void }) {
  const { page, search, onClear } = props;
  const kind = texts.search.kinds[search.by].toLowerCase();
  return (
    <div class="search-head">
      <p aria-live="polite">{page?.search && texts.search.result(kind, page.rows.length)}</p>
      <button type="button" class="button plain" onClick={onClear}>
        {texts.search.clear}
      </button>
      {page?.search && !page.search.isPossible && <Notice tone="caution">{texts.search.impossible}</Notice>}
      {page?.search && !page.search.isComplete && <Notice tone="info">{texts.search.incomplete}</Notice>}
      {page?.search && page.search.unsearchable > 0 && (
        <Notice tone="info">{texts.search.unsearchable(page.search.unsearchable)}</Notice>
      )}
    </div>
  );
}

/** Explains why the list is empty and what to do next. */
function Empty({ page, filters }: { page: Page; filters: Filters }) {
  if (page.search) return <p class="empty">{texts.search.nothing}</p>;
  const { empty } = texts;
  if (Object.keys(filters).length > 0)
    return (
      <section class="empty">
        <h2>{empty.filtered}</h2>
        <p>{empty.filteredText}</p>
        <a class="button" href={href(addressOf({}, mode.value))}>
          {filterTexts.clear}
        </a>
      </section>
    );
  const other = mode.value === 'live' ? 'test' : 'live';
  const state = sessionState.value;
  const hasOther = state.kind === 'in' && state.session.modes.includes(other);
  return (
    <section class="empty">
      <h2>{empty.none(mode.value)}</h2>
      <p>{empty.noneText}</p>
      <ul class="steps">
        {mayDoIn('execution.start', mode.value) && (
          <li>
            <a href={href('/workflows')}>{empty.byLink}</a> {empty.byLinkText}
          </li>
        )}
        <li>
          {mayDo('key.create') ? <a href={href('/settings/keys')}>{empty.byKey}</a> : empty.byKey}{' '}
          {empty.byKeyText(mode.value)}
        </li>
      </ul>
      <SampleOffer />
      {hasOther && (
        <a class="button" href={href(`/runs?mode=${other}`)}>
          {empty.noneMode(other)}
        </a>
      )}
    </section>
  );
}

/** Moves the focus between the links of the rows. */
function move(table: HTMLTableElement | null, by: number): void {
  const links = [...(table?.querySelectorAll<HTMLAnchorElement>('a.row-link') ?? [])];
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const next = at === -1 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1);
  links[next]?.focus();
  links[next]?.scrollIntoView?.({ block: 'nearest' });
}

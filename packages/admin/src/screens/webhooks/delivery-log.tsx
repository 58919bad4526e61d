import type { AdminEndpoint } from '@vendor/contract/admin';
import { RefreshCw } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useFocusAfter } from '../../parts/use-focus-after.ts';
import { navigate, path, query } from '../../routing.ts';
import { chooseModeOfAddress, mayDo, mode } from '../../session.ts';
import { filters as filterTexts } from '../../texts/en/filters.ts';
import { webhooks } from '../../texts/en/webhooks.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { type DeliveryFilters, logAddress, readFilters } from './delivery-filters.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { LogFilters } from './log-filters.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { useDeliveries } from './use-deliveries.ts';
import { useFollowUp } from './use-follow-up.ts';

const texts = webhooks.log;

/**
 * Deliveries to an endpoint, newest first, with filters, details and redelivery. The address has the filters. Follows changes.
 *
 * @param rounds - grows with each change of the endpoint, after which the log is loaded again.
 */
export function DeliveryLog(props: { endpoint: AdminEndpoint; rounds: number; onChanged: () => void }) {
  const { endpoint, rounds, onChanged } = props;
  const filters = readFilters(query.value);
  const isFiltered = Object.keys(filters).length > 0;
  const opened = query.value.get('delivery');
  useModeInAddress();
  const { rows, isStale, hasMore, failure, reload, showMore, isLoadingMore, moreFailure } = useDeliveries(
    endpoint.id,
    filters,
  );
  const [isReplaying, setReplaying] = useState(false);
  const [message, setMessage] = useState('');
  // The button that clears the filters disappears with its act, and the one that shows more with the last page.
  const [clears, setClears] = useState(0);
  const heading = useFocusAfter<HTMLHeadingElement>(clears);
  const [shownMore, setShownMore] = useState<{ firstNew: number } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shownMore || document.activeElement !== document.body) return;
    const rows = list.current?.querySelectorAll<HTMLElement>('button.open');
    (rows?.[shownMore.firstNew] ?? heading.current)?.focus();
  }, [shownMore]);
  const nextAttempt = rows?.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort()[0] ?? null;
  const follow = useFollowUp(() => {
    reload();
    onChanged();
  }, nextAttempt);
  useEffect(() => {
    if (rounds > 0) follow();
  }, [rounds]);
  const show = (shown: DeliveryFilters, delivery: string | null = null) =>
    navigate(logAddress(endpoint.id, mode.value, shown, delivery));
  const clear = () => {
    show({});
    setClears(clears + 1);
  };
  const more = async () => {
    const firstNew = rows?.length ?? 0;
    await showMore();
    setShownMore({ firstNew });
  };
  const mayReplay = mayDo('delivery.redeliver') && endpoint.undelivered > 0 && endpoint.disabledAt === null;
  return (
    <section class="log" aria-labelledby="log">
      <div class="row">
        <h2 id="log" ref={heading} tabIndex={-1}>
          {texts.title}
        </h2>
        <div class="line">
          {mayReplay && (
            <button type="button" class="button" onClick={() => setReplaying(true)}>
              {webhooks.replay.open}
            </button>
          )}
          <button type="button" class="button" onClick={follow}>
            <RefreshCw size={15} aria-hidden="true" /> {texts.refresh}
          </button>
        </div>
      </div>
      <LogFilters filters={filters} onChoose={show} onClear={clear} />
      <p role="status" class={rows?.length === 0 && !isLoadingMore ? 'hidden' : 'small quiet'}>
        {isLoadingMore
          ? texts.searching
          : isFiltered && rows && !isStale && texts.matches(rows.length, hasMore)}
      </p>
      <p role="status" class="small">
        {message}
      </p>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      <div ref={list} class="list" aria-busy={isStale}>
        {!rows && !failure && <Skeleton lines={5} />}
        {rows?.length === 0 && !isStale && (
          <Empty isFiltered={isFiltered} hasMore={hasMore} onClear={clear} />
        )}
        {rows && rows.length > 0 && (
          <DeliveryTable rows={rows} label="log" onOpen={(id) => show(filters, id)} />
        )}
      </div>
      {moreFailure && <FailureNotice failure={moreFailure} texts={webhooks.failures} />}
      {hasMore && (
        <button type="button" class="button" aria-disabled={isLoadingMore} onClick={more}>
          {rows?.length === 0 ? texts.further : texts.more}
        </button>
      )}
      {opened && (
        <DeliveryDialog
          key={opened}
          id={opened}
          isDisabled={endpoint.disabledAt !== null}
          onClose={() => show(filters)}
          onRedelivered={follow}
        />
      )}
      {isReplaying && (
        <ReplayDialog
          endpointId={endpoint.id}
          isFiltered={isFiltered}
          onClose={() => setReplaying(false)}
          onReplayed={(done) => {
            setReplaying(false);
            setMessage(done);
            follow();
          }}
        />
      )}
    </section>
  );
}

/** Explains why the log is empty and what to do next. */
function Empty(props: { isFiltered: boolean; hasMore: boolean; onClear: () => void }) {
  const { isFiltered, hasMore, onClear } = props;
  if (!isFiltered) return <p class="quiet none">{texts.none}</p>;
  const { title, text } = hasMore ? texts.noneYet : texts.noneMatch;
  return (
    <section class="empty">
      <h3>{title}</h3>
      <p>{text}</p>
      <button type="button" class="button" onClick={onClear}>
        {filterTexts.clear}
      </button>
    </section>
  );
}

/** Keeps the mode in the address up to date, and takes it from an address that names the other one. */
function useModeInAddress(): void {
  const wished = query.value.get('mode');
  useEffect(chooseModeOfAddress, [wished]);
  useEffect(() => {
    if (wished === null || wished === mode.value) return;
    const changed = new URLSearchParams(query.value);
    changed.set('mode', mode.value);
    navigate(`${path.value}?${changed}`, { replace: true });
  }, [mode.value]);
}

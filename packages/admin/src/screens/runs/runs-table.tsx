import type { AdminExecutionRow } from '@vendor/contract/admin';
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Moment } from '../../parts/moment.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import { href } from '../../routing.ts';
import { runs as texts } from '../../texts/en/runs.ts';
import { checkNames, kinds } from '../../texts/en/statuses.ts';
import { RunMenu } from './run-menu.tsx';

/** Minimum heights in px: of the area above the first row, and of a row. */
const [headPx, rowPx] = [200, 42];

/** Number of rows in the first paint: at least as many as fit on the screen. */
const firstRows = () => Math.max(8, Math.ceil((innerHeight - headPx) / rowPx));

/**
 * The runs as a table. The link in each row covers the whole row. Rows below the screen and menus are rendered after the first
 * paint.
 */
export function RunsTable(props: {
  rows: readonly AdminExecutionRow[];
  changed: ReadonlySet<string>;
  label: string;
  table: RefObject<HTMLTableElement>;
  /** Null if the person can do nothing from a row. */
  resend: { readonly isBusy: boolean; readonly resend: (id: string) => void } | null;
}) {
  const { rows, changed, label, table, resend } = props;
  const { columns } = texts;
  const [isPainted, setPainted] = useState(false);
  useEffect(() => whenIdle(() => setPainted(true)), []);
  return (
    <table class="runs" ref={table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.run}</th>
          <th scope="col">{columns.user}</th>
          <th scope="col">{columns.workflow}</th>
          <th scope="col">{columns.doubts}</th>
          <th scope="col">{columns.created}</th>
          <th scope="col" class="wide">
            {columns.finished}
          </th>
          {resend && (
            <th scope="col" class="acts">
              <span class="hidden">{columns.acts}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, isPainted ? undefined : firstRows()).map((row) => {
          const { id, user, workflow, doubts, status, isBroken, createdAt, finishedAt, purgedAt } = row;
          return (
            <tr
              key={id}
              class={changed.has(id) ? 'changed' : undefined}
              onKeyDown={resend ? moveInRow : undefined}
            >
              <td>
                <StatusMark of={isBroken ? 'BROKEN' : status} />
              </td>
              <td>
                <a
                  class="row-link mono"
                  href={href(`/runs/${id}`)}
                  aria-label={id}
                  aria-keyshortcuts={resend ? 'ArrowRight' : undefined}
                >
                  {id.slice(-12)}
                </a>
                {purgedAt && <span class="tag">{texts.purged}</span>}
                {changed.has(id) && (
                  <span class="dot" title={texts.changed} role="img" aria-label={texts.changed} />
                )}
              </td>
              <td class="user">
                <bdi class="break">{user}</bdi>
              </td>
              <td class="workflow">
                <bdi class="break">{workflow.name}</bdi>{' '}
                <span class="quiet">{texts.version(workflow.version)}</span>
              </td>
              <td class="doubts">{namesOfDoubts(doubts)}</td>
              <td class="started">
                <Moment at={createdAt} />
              </td>
              <td class="wide">{finishedAt ? <Moment at={finishedAt} /> : <span class="quiet">–</span>}</td>
              {resend && (
                <td class="acts">
                  {isPainted && !isBroken && (
                    <RunMenu row={row} isBusy={resend.isBusy} onResend={resend.resend} />
                  )}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Names each kind of check in doubt once. */
function namesOfDoubts(doubts: AdminExecutionRow['doubts']): string {
  const names = doubts.map(
    ({ kind, checkType }) => (kind && kinds[kind]) ?? checkNames[checkType] ?? checkType,
  );
  return [...new Set(names)].join(', ');
}

/** Moves the focus between the link of a row and its menu. */
function moveInRow(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const place = { ArrowRight: '.menu > button', ArrowLeft: '.row-link' }[event.key];
  if (!place || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>(place)?.focus();
}

/**
 * Calls a function when the browser is idle, after at most 300 ms.
 *
 * @returns cancels the call.
 */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 50);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act, { timeout: 300 });
  return () => cancelIdleCallback(request);
}

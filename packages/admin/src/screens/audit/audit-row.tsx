import type { AdminAuditEvent, AuditAct } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { ListFilter } from 'lucide-preact';
import { Moment } from '../../parts/moment.tsx';
import { describeChanges } from '../../parts/trail/describe-changes.ts';
import { nameOfActor } from '../../parts/trail/name-of-actor.ts';
import { href } from '../../routing.ts';
import { mayDo } from '../../session.ts';
import { audit as texts } from '../../texts/en/audit.ts';
import { distinctName } from './distinct-name.ts';
import { type AuditFilters, addressOf, isActorId, isId } from './filters.ts';

/** One event of the trail. */
export function AuditRow({ event, filters }: { event: AdminAuditEvent; filters: AuditFilters }) {
  const { at, by, act, subject, mode, changes, address } = event;
  const { columns } = texts;
  return (
    <tr>
      <td data-label={columns.at}>
        <Moment at={at} />
      </td>
      <td data-label={columns.by}>
        <p class="break">
          <bdi>{nameOfActor(by)}</bdi>
          {isActorId(by.id) && !filters.actor && (
            <Only
              to={addressOf({ ...filters, actor: by.id })}
              label={texts.filters.onlyBy(distinctName(by))}
            />
          )}
        </p>
        {address && <p class="small quiet break">{address}</p>}
      </td>
      <td data-label={columns.act}>
        {texts.acts[act as AuditAct] ?? wordsOfName(act)}{' '}
        {mode === 'test' && <span class="tag test">{texts.test}</span>}
      </td>
      <td data-label={columns.subject}>{subject && <Subject subject={subject} filters={filters} />}</td>
      <td data-label={columns.changes} class="small break">
        {changes && describeChanges(changes).map((change) => <p key={change}>{change}</p>)}
      </td>
    </tr>
  );
}

/** Names the subject of an event, with links to it and to its other events. */
function Subject({
  subject,
  filters,
}: {
  subject: NonNullable<AdminAuditEvent['subject']>;
  filters: AuditFilters;
}) {
  const { kind, id, name } = subject;
  const words = texts.subjects[kind] ?? wordsOfName(kind);
  if (kind === 'account') return <>{words}</>;
  const to = placeOf(subject);
  const shown = name === null ? <code>…{id.slice(-8)}</code> : <bdi>{name}</bdi>;
  const label = `${words} ${name ?? id.slice(-8)}`;
  return (
    <p class="break">
      <span class="quiet">{words}</span> {to === null ? shown : <a href={href(to)}>{shown}</a>}
      {isId(id) && !filters.subject && (
        <Only to={addressOf({ ...filters, subject: id })} label={texts.filters.onlyOn(label)} />
      )}
    </p>
  );
}

/** Returns the page of a subject; null if there is none, or the person may not see it. */
function placeOf({ kind, id, name }: NonNullable<AdminAuditEvent['subject']>): string | null {
  if (kind === 'execution') return `/runs/${id}`;
  if (kind === 'key') return mayDo('key.read') ? '/settings/keys' : null;
  // Subjects without a name no longer exist.
  if (name === null) return null;
  if (kind === 'workflow') return `/workflows/${id}`;
  if (kind === 'endpoint') return mayDo('endpoint.read') ? `/settings/webhooks/${id}` : null;
  return kind === 'person' && mayDo('person.read') ? '/settings/people' : null;
}

/** Link that adds a filter. */
function Only({ to, label }: { to: string; label: string }) {
  return (
    <a class="only" href={href(to)} aria-label={label} title={label}>
      <ListFilter size={14} aria-hidden="true" />
    </a>
  );
}

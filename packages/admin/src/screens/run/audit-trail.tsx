import type { AdminExecution } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { Moment } from '../../parts/moment.tsx';
import { describeChanges } from '../../parts/trail/describe-changes.ts';
import { nameOfActor } from '../../parts/trail/name-of-actor.ts';
import { run } from '../../texts/en/run.ts';

/** Audit trail of the run, newest event first. */
export function AuditTrail({ events }: { events: AdminExecution['events'] }) {
  return (
    <details class="card">
      <summary>
        <h2>
          {run.sections.audit} <span class="quiet">{events.length}</span>
        </h2>
      </summary>
      {events.length === 0 && <p class="quiet small">{run.audit.none}</p>}
      <ul class="plain-list small">
        {events.map(({ seq, at, by, act, changes, address }) => (
          <li key={seq}>
            <p>
              <strong>{run.acts[act] ?? wordsOfName(act)}</strong> · <bdi>{nameOfActor(by)}</bdi>
            </p>
            <p class="quiet">
              <Moment at={at} />
              {address && ` · ${address}`}
            </p>
            {changes && <p class="break">{describeChanges(changes).join(' · ')}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}

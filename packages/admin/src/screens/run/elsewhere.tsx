import type { AdminElsewhere } from '@vendor/contract/admin';
import { Moment } from '../../parts/moment.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import { href } from '../../routing.ts';
import { run } from '../../texts/en/run.ts';

const { elsewhere: texts, sections } = run;

/** Other runs that share something with this one. */
export function Elsewhere({ groups }: { groups: readonly AdminElsewhere[] }) {
  return (
    <section class="card" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{sections.elsewhere}</h2>
      {groups.length === 0 && <p class="quiet small">{texts.none}</p>}
      {groups.map(({ by, executions, isCapped }) => (
        <div key={by}>
          <h3>
            {texts[by]} <span class="quiet">{executions.length}</span>
          </h3>
          <ul class="plain-list">
            {executions.map(({ id, status, createdAt }) => (
              <li key={id} class="line">
                <a class="mono" href={href(`/runs/${id}`)}>
                  {id.slice(-12)}
                </a>
                <StatusMark of={status} />
                <span class="small quiet">
                  <Moment at={createdAt} />
                </span>
              </li>
            ))}
          </ul>
          {isCapped && <p class="small quiet">{texts.capped}</p>}
        </div>
      ))}
    </section>
  );
}

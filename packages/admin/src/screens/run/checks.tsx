import type { Outcome } from '@vendor/contract';
import type { AdminCheck, AdminMember, AdminReason } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import { run } from '../../texts/en/run.ts';
import { checkNames, kinds, memberNames } from '../../texts/en/statuses.ts';
import { Cell } from './cell.tsx';
import { NamedCells } from './named-cells.tsx';

const { checks: texts } = run;

/** Colours of findings by their outcomes. */
const toneOfOutcome = {
  PASS: 'success',
  REVIEW: 'caution',
  FAIL: 'danger',
  NOT_PERFORMED: 'plain',
} as const satisfies Record<Outcome, string>;

/** Checks in the order in which they were started: what each found, why, and its thresholds. */
export function Checks({ checks }: { checks: readonly AdminCheck[] }) {
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" class="outside">
        {run.sections.checks}
      </h2>
      {checks.length === 0 && <p class="card quiet">{texts.none}</p>}
      {checks.map((check) => (
        <OneCheck key={check.id} check={check} />
      ))}
    </section>
  );
}

function OneCheck({ check }: { check: AdminCheck }) {
  const { id, kind, checkType, nodeId, status, attempts, reasons, threshold, extracted, facts } = check;
  const title = (kind && kinds[kind]) ?? checkNames[checkType] ?? checkType;
  return (
    <article class="card check" aria-labelledby={id}>
      <div class="section-head">
        <h3 id={id}>
          {title} {nodeId && <span class="quiet small mono">{nodeId}</span>}
        </h3>
        {attempts && <span class="small quiet">{texts.attempts(attempts.used, attempts.allowed)}</span>}
        {status ? <StatusMark of={status} /> : <span class="mark accent">{texts.undecided}</span>}
      </div>
      <Reasons reasons={reasons} />
      {threshold && <p class="small quiet">{threshold}</p>}
      <Members members={check.members} />
      {check.screening && <Screening {...check.screening} />}
      {extracted.length > 0 && (
        <>
          <h4>{texts.extracted}</h4>
          <NamedCells cells={extracted} />
        </>
      )}
      {facts.length > 0 && (
        <>
          <h4>{texts.figures}</h4>
          <dl class="named">
            {facts.map(({ name, text }) => (
              <div key={name}>
                <dt>{memberNames[name] ?? wordsOfName(name)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </article>
  );
}

function Reasons({ reasons }: { reasons: readonly AdminReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul class="reasons">
      {reasons.map(({ code, sentence, outcome }) => (
        <li key={code} class={outcome === null ? undefined : toneOfOutcome[outcome]}>
          {sentence ?? wordsOfName(code)} <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}

/** Lists members that failed, are in doubt, or were required but not checked; the others are collapsed below. */
function Members({ members }: { members: readonly AdminMember[] }) {
  const of = (...outcomes: string[]) => members.filter(({ outcome }) => outcomes.includes(outcome));
  const passed = of('PASS');
  const open = of('NOT_PERFORMED').filter(({ isRequired }) => isRequired);
  const notChecked = of('NOT_PERFORMED').filter(({ isRequired }) => !isRequired);
  const doubted = [...of('FAIL'), ...of('REVIEW'), ...open];
  return (
    <>
      {doubted.length > 0 && <MemberTable members={doubted} label={texts.member} />}
      {[
        [passed, texts.passed(passed.length)] as const,
        [notChecked, texts.notChecked(notChecked.length)] as const,
      ].map(([group, label]) =>
        group.length > 0 ? (
          <details key={label}>
            <summary>{label}</summary>
            <MemberTable members={group} label={label} />
          </details>
        ) : null,
      )}
    </>
  );
}

function MemberTable({ members, label }: { members: readonly AdminMember[]; label: string }) {
  return (
    <table class="members" aria-label={label}>
      <thead class="hidden">
        <tr>
          <th scope="col">{texts.member}</th>
          <th scope="col">{texts.outcome}</th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ name, outcome, isRequired, reasons, threshold }) => (
          <tr key={name}>
            <th scope="row">
              {wordsOfName(name)} {isRequired && <span class="tag">{texts.required}</span>}
              {reasons.map(({ code, sentence }) => (
                <p key={code}>{sentence ?? wordsOfName(code)}</p>
              ))}
              {threshold && (
                <p class="quiet">
                  {texts.threshold}: {threshold}
                </p>
              )}
            </th>
            <td>
              <StatusMark of={outcome} isOutcome />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Screening({ lists, hits }: NonNullable<AdminCheck['screening']>) {
  return (
    <>
      <p class="small quiet">
        {texts.lists}: {lists.map(({ id, names }) => `${id} (${texts.names(names)})`).join(', ') || '–'}
      </p>
      {hits.length === 0 ? (
        <p>{texts.noHits}</p>
      ) : (
        <ScrollBox label={texts.hits}>
          <table class="grid" aria-label={texts.hits}>
            <thead>
              <tr>
                <th scope="col">{texts.hit}</th>
                <th scope="col">{texts.score}</th>
                <th scope="col">{texts.agreed}</th>
              </tr>
            </thead>
            <tbody>
              {hits.map(({ list, entry, name, birthDates, countries, score, agreed }, index) => (
                // Ids of masked entries may be the same.
                <tr key={index}>
                  <th scope="row">
                    <Cell value={name} />
                    {birthDates.length > 0 && (
                      <p class="small quiet">
                        {texts.born}{' '}
                        {birthDates.map((date, place) => (
                          <span key={place}>
                            {place > 0 && ', '}
                            <Cell value={date} />
                          </span>
                        ))}
                      </p>
                    )}
                    {countries.length > 0 && <p class="small quiet">{countries.join(', ')}</p>}
                    <p class="small quiet mono">
                      {list}/{entry}
                    </p>
                  </th>
                  <td>{Math.round(score * 100)} %</td>
                  <td>{agreed.map(wordsOfName).join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </>
  );
}

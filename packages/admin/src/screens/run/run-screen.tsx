import type { AdminExecution } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { ArrowLeft } from 'lucide-preact';
import { CopyId } from '../../parts/copy-id.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import { href } from '../../routing.ts';
import { mayDoIn } from '../../session.ts';
import { frame } from '../../texts/en/frame.ts';
import { run as texts } from '../../texts/en/run.ts';
import { runs } from '../../texts/en/runs.ts';
import { channels, platforms, statuses } from '../../texts/en/statuses.ts';
import { Agreement } from './agreement.tsx';
import { AuditTrail } from './audit-trail.tsx';
import { Checks } from './checks.tsx';
import { DecisionBox } from './decision-box.tsx';
import { Deliveries } from './deliveries.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { Evidence } from './evidence.tsx';
import { NamedCells } from './named-cells.tsx';
import { NewLink } from './new-link.tsx';
import { Path } from './path.tsx';
import { Reveal } from './reveal.tsx';
import { useRun } from './use-run.ts';

/** One run: evidence, checks with reasons, and decisions. */
export function RunScreen({ id }: { id: string }) {
  usePageTitle(texts.title(id));
  const { run, failure, news, reload, reveal } = useRun(id);
  if (failure?.problem?.status === 404)
    return (
      <section class="empty">
        <h1>{frame.notFound.title}</h1>
        <p>{frame.notFound.text}</p>
        <a class="button" href={href('/runs')}>
          {frame.notFound.back}
        </a>
      </section>
    );
  return (
    <>
      <a class="back" href={href('/runs')}>
        <ArrowLeft size={15} aria-hidden="true" /> {texts.back}
      </a>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      {!run && !failure && <Skeleton lines={12} />}
      {run && (
        <>
          <RunHead run={run} />
          <p class="hidden" role="status">
            {news && texts.changedNow(statuses[news] ?? news)}
          </p>
          {run.purgedAt && (
            <Notice tone="info">
              <p>
                {texts.purged} <Moment at={run.purgedAt} />.
              </p>
            </Notice>
          )}
          {!run.isReadable && <Notice tone="caution">{texts.unreadable}</Notice>}
          <div class="run">
            <div class="run-evidence">
              <Evidence run={run} />
            </div>
            <div class="run-checks">
              <Checks checks={run.checks} />
              <Agreement run={run} />
              {run.inputs.length > 0 && (
                <section class="card">
                  <h2>{texts.sections.inputs}</h2>
                  <NamedCells cells={run.inputs} />
                </section>
              )}
              <Path nodes={run.path} />
            </div>
            <aside class="run-side">
              <DecisionBox run={run} onDone={reload} />
              <Reveal run={run} onReveal={reveal} />
              {run.purgedAt === null && mayDoIn('execution.find', run.mode) && (
                <Elsewhere groups={run.elsewhere} />
              )}
              <Deliveries run={run} onDone={reload} />
              <AuditTrail events={run.events} />
              <NotStored sentences={run.notStored} />
            </aside>
          </div>
        </>
      )}
    </>
  );
}

function RunHead({ run }: { run: AdminExecution }) {
  const facts: [string, preact.ComponentChildren][] = [
    [
      texts.workflow,
      <>
        <bdi>{run.workflow.name}</bdi> <span class="quiet">{runs.version(run.workflow.version)}</span>
      </>,
    ],
    [texts.started, <Moment at={run.createdAt} />],
    [texts.begun, run.begunAt && <Moment at={run.begunAt} />],
    [texts.ended, run.finishedAt && <Moment at={run.finishedAt} />],
    [texts.openUntil, run.openUntil && <Moment at={run.openUntil} />],
    [texts.channel, channels[run.channel]],
    [texts.platform, run.platform && platforms[run.platform]],
    [texts.loip, run.loip && wordsOfName(run.loip)],
  ];
  return (
    <header class="run-head">
      <div class="run-title">
        <h1>
          <StatusMark of={run.status} />
        </h1>
        <CopyId id={run.id} />
        {run.mode === 'test' && <span class="tag">{texts.test}</span>}
        <span class="line tail">
          <NewLink run={run} />
        </span>
      </div>
      <dl class="facts">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <Sentences title={texts.why} sentences={run.why} />
      {run.why.length === 0 && <Sentences title={texts.stage} sentences={run.stage} />}
    </header>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div class="why">
      <h2 class="hidden">{title}</h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function NotStored({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <details class="card">
      <summary>{texts.notStored}</summary>
      <ul class="plain-list small">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

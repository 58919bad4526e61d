import type { AdminDecision, AdminExecution, AdminExecutionChanged } from '@vendor/contract/admin';
import { CircleCheck, CircleX } from 'lucide-preact';
import { useRef, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../../api/failure.ts';
import { decideExecution } from '../../api/runs.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import { nameOfActor } from '../../parts/trail/name-of-actor.ts';
import { run as runTexts } from '../../texts/en/run.ts';
import { statuses } from '../../texts/en/statuses.ts';

const { decision: texts, sections } = runTexts;
type Choice = AdminDecision['status'];

/** Maximum length of a comment, in Unicode code points. */
const maxCommentLength = 250;

/**
 * Decides a run: a choice and a comment, then a separate step to save, so that a single key decides nothing. If the run has
 * changed, the service refuses the decision and the comment stays.
 */
export function DecisionBox({ run, onDone }: { run: AdminExecution; onDone: () => Promise<void> }) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [comment, setComment] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saved, setSaved] = useState<Choice | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const obstacle = run.may.decide;
  const choose = (chosen: Choice) => {
    setChoice(chosen);
    setSaved(null);
    save.current?.focus();
  };
  useKeys(
    obstacle === null
      ? { a: () => choose('APPROVED'), d: () => choose('DECLINED'), n: () => field.current?.focus() }
      : {},
  );
  const left = maxCommentLength - [...comment].length;
  const send = async () => {
    if (choice === null || left < 0 || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const trimmed = comment.trim();
      await decideExecution(run.id, {
        status: choice,
        revision: run.revision,
        ...(trimmed ? { comment: trimmed } : {}),
      } as Parameters<typeof decideExecution>[1]);
      // Waits so that decision and message appear together and the content below moves only once.
      await onDone();
      setSaved(choice);
      setChoice(null);
      setComment('');
    } catch (error) {
      setFailure(failureOf(error));
      void onDone();
    }
    setBusy(false);
  };
  return (
    <section class="card decision" aria-labelledby="decision">
      <h2 id="decision">{sections.decision}</h2>
      {failure && <Refusal failure={failure} />}
      <p role="status" class={saved ? 'saved' : 'hidden'}>
        {saved && texts.saved(statuses[saved] ?? saved)}
      </p>
      {obstacle !== null ? (
        <p class="quiet small">{texts[obstacle]}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          }}
        >
          <div class="choices">
            <button
              type="button"
              class="button approve"
              aria-pressed={choice === 'APPROVED'}
              aria-keyshortcuts="a"
              onClick={() => choose('APPROVED')}
            >
              <CircleCheck size={17} aria-hidden="true" /> {texts.approve}
            </button>
            <button
              type="button"
              class="button decline"
              aria-pressed={choice === 'DECLINED'}
              aria-keyshortcuts="d"
              onClick={() => choose('DECLINED')}
            >
              <CircleX size={17} aria-hidden="true" /> {texts.decline}
            </button>
          </div>
          <label class="field">
            {texts.comment}
            <textarea
              ref={field}
              rows={3}
              dir="auto"
              value={comment}
              aria-keyshortcuts="n"
              aria-describedby="comment-hint"
              aria-invalid={left < 0}
              onInput={(event) => setComment(event.currentTarget.value)}
            />
          </label>
          <p id="comment-hint" class="small quiet">
            {texts.commentHint} <span class={left < 0 ? 'danger' : undefined}>{texts.left(left)}</span>
          </p>
          <button
            ref={save}
            type="submit"
            class="button primary"
            aria-disabled={choice === null || left < 0 || isBusy}
          >
            {choice === null ? texts.choose : texts.save[choice]}
          </button>
          <p class="small quiet wide">{texts.keys}</p>
        </form>
      )}
      <Decisions decisions={run.decisions} isPurged={run.purgedAt !== null} />
    </section>
  );
}

function Refusal({ failure }: { failure: Failure }) {
  if (failure.code !== 'EXECUTION_CHANGED') return <FailureNotice failure={failure} />;
  const { changed } = failure.problem as { readonly changed?: AdminExecutionChanged };
  const last = changed?.decisions.at(-1);
  const status = changed?.status;
  return (
    <Notice tone="caution" title={texts.changed}>
      <p>{texts.changedText((status && statuses[status]) ?? '')}</p>
      {last && (
        <p>
          <StatusMark of={last.status} /> <bdi>{nameOfActor(last.by)}</bdi>, <Moment at={last.decidedAt} />
        </p>
      )}
    </Notice>
  );
}

function Decisions({ decisions, isPurged }: { decisions: readonly AdminDecision[]; isPurged: boolean }) {
  if (decisions.length === 0) return null;
  return (
    <>
      <h3>{texts.earlier}</h3>
      <ol class="plain-list decisions" reversed>
        {decisions.toReversed().map(({ id, status, by, decidedAt, comment, hasComment }) => (
          <li key={id}>
            <p class="line">
              <StatusMark of={status} />
              <span class="small quiet">
                <bdi>{nameOfActor(by)}</bdi>, <Moment at={decidedAt} />
              </span>
            </p>
            {comment !== null && (
              <p class="comment" dir="auto">
                {comment}
              </p>
            )}
            {comment === null && hasComment && isPurged && <p class="small quiet">{texts.commentPurged}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

import type { AdminWorkflowDetail } from '@vendor/contract/admin';
import { RotateCcw } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { readVersion } from '../../api/workflows.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { workflows } from '../../texts/en/workflows.ts';
import { DiffView } from './diff-view.tsx';
import { nameOfAuthor } from './name-of-author.ts';

const texts = workflows.versions;

/** All versions, with author and comment, and the changes between two of them. */
export function Versions(props: {
  workflow: AdminWorkflowDetail;
  /** Text in the editor. */
  text: string;
  onRestore: ((version: number) => void) | null;
}) {
  const { workflow, text, onRestore } = props;
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState('typed');
  const before = useVersionText(workflow, from ?? String(workflow.version), text);
  const after = useVersionText(workflow, to, text);
  const failure = before.failure ?? after.failure;
  const options = (
    <>
      <option value="typed">{texts.typed}</option>
      {workflow.versions.map(({ version }) => (
        <option key={version} value={version}>
          {workflows.version(version)}
        </option>
      ))}
    </>
  );
  return (
    <section class="card stack">
      <h2>{texts.title}</h2>
      <ul class="plain-list versions">
        {workflow.versions.map(({ version, publishedAt, author, comment }) => (
          <li key={version}>
            <div>
              <strong>{workflows.version(version)}</strong>{' '}
              {version === workflow.version && <span class="tag">{workflows.present}</span>}
              <p class="small quiet">
                {author ? <bdi>{nameOfAuthor(author)}</bdi> : texts.unknown}
                {publishedAt && (
                  <>
                    {' · '}
                    <Moment at={publishedAt} />
                  </>
                )}
              </p>
              {comment && (
                <p class="break comment" dir="auto">
                  {comment}
                </p>
              )}
            </div>
            {onRestore && (
              <button
                type="button"
                class="button plain"
                aria-label={texts.restoreOf(version)}
                onClick={() => onRestore(version)}
              >
                <RotateCcw size={15} aria-hidden="true" /> {texts.restore}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="line compare">
        <label class="member">
          <span>{texts.from}</span>
          <select
            value={from ?? String(workflow.version)}
            onChange={(event) => setFrom(event.currentTarget.value)}
          >
            {options}
          </select>
        </label>
        <label class="member">
          <span>{texts.to}</span>
          <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
            {options}
          </select>
        </label>
      </div>
      {failure && <FailureNotice failure={failure} />}
      {before.text !== null && after.text !== null ? (
        <DiffView before={before.text} after={after.text} />
      ) : (
        !failure && <Skeleton lines={3} />
      )}
    </section>
  );
}

/** Returns the text of a version, or of the editor for `typed`. */
function useVersionText(workflow: AdminWorkflowDetail, which: string, typed: string) {
  const { id, version, definition } = workflow;
  const { data, failure } = useResource<{ which: string; text: string } | null>(async (signal) => {
    if (which === 'typed') return null;
    const read = Number(which) === version ? { definition } : await readVersion(id, Number(which), signal);
    return { which, text: JSON.stringify(read.definition, null, 2) };
  }, `${id} ${version} ${which}`);
  return { text: which === 'typed' ? typed : data?.which === which ? data.text : null, failure };
}

import { Plus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { listWorkflows } from '../../api/workflows.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { href } from '../../routing.ts';
import { mayDo, renewals } from '../../session.ts';
import '../../styles/settings.css';
import '../../styles/workflows.css';
import { workflows as texts } from '../../texts/en/workflows.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { NewWorkflow } from './new-workflow.tsx';

/** The workflows of the account. */
export function WorkflowsScreen() {
  usePageTitle(texts.title);
  const isAllowed = mayDo('workflow.read');
  const { data, failure, reload } = useResource(
    (signal) => (isAllowed ? listWorkflows(signal) : Promise.resolve({ workflows: [] })),
    String(renewals.value),
  );
  const [isCreating, setCreating] = useState(false);
  if (!isAllowed) return <Notice tone="caution">{texts.ROLE}</Notice>;
  const mayChange = mayDo('workflow.change');
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
        {mayChange && (
          <button type="button" class="button primary" onClick={() => setCreating(true)}>
            <Plus size={16} aria-hidden="true" /> {texts.create.open}
          </button>
        )}
      </div>
      {!mayChange && <p class="intro quiet">{texts.readOnly}</p>}
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      <div class="list">
        {!data && !failure && <Skeleton lines={5} />}
        {data?.workflows.length === 0 && (
          <section class="empty">
            <h2>{texts.empty.title}</h2>
            <p>{texts.empty.text}</p>
            <p>{mayChange ? texts.empty.next : texts.empty.readOnly}</p>
            {mayChange && (
              <button type="button" class="button" onClick={() => setCreating(true)}>
                <Plus size={16} aria-hidden="true" /> {texts.create.open}
              </button>
            )}
          </section>
        )}
        {data && data.workflows.length > 0 && (
          <table class="keys workflows" aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.columns.name}</th>
                <th scope="col">{texts.columns.active}</th>
                <th scope="col">{texts.columns.version}</th>
                <th scope="col">{texts.columns.created}</th>
              </tr>
            </thead>
            <tbody>
              {data.workflows.map((workflow) => (
                <tr key={workflow.id}>
                  <td>
                    <a class="break" href={href(`/workflows/${workflow.id}`)}>
                      <bdi>{workflow.name}</bdi>
                    </a>{' '}
                    {workflow.hasDraft && <span class="tag">{texts.draft}</span>}
                    <br />
                    <code>{workflow.id}</code>
                  </td>
                  <td data-label={texts.columns.active}>
                    <ActiveSwitch workflow={workflow} onChanged={reload} />
                  </td>
                  <td data-label={texts.columns.version}>{workflow.version}</td>
                  <td data-label={texts.columns.created}>
                    <Moment at={workflow.createdAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {isCreating && <NewWorkflow onClose={() => setCreating(false)} />}
    </>
  );
}

import type { AdminCreatedKey, AdminKey, AdminRotatedKey, AdminWorkflow } from '@vendor/contract/admin';
import { CircleCheck, CircleX, Clock, KeyRound, TimerOff } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { listKeys } from '../../api/keys.ts';
import { listWorkflows } from '../../api/workflows.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { mayDo, renewals } from '../../session.ts';
import '../../styles/settings.css';
import { keys as texts } from '../../texts/en/keys.ts';
import { CreateKey } from './create-key.tsx';
import { CreatedKey } from './created-key.tsx';
import { type KeyState, stateOfKey } from './key-state.ts';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';

/** The open dialog and the key it is about. */
type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'rotate' | 'revoke'; readonly entry: AdminKey }
  | { readonly dialog: 'created'; readonly created: AdminCreatedKey | AdminRotatedKey };

/** Settings / API keys: the list of keys; creating, rotating and revoking them. */
export function KeysScreen() {
  usePageTitle(texts.title);
  const isAllowed = mayDo('key.read');
  const { data, failure, reload } = useResource(
    (signal) => (isAllowed ? listKeys(signal) : Promise.resolve({ keys: [] })),
    String(renewals.value),
  );
  const workflows = useWorkflows();
  const [open, setOpen] = useState<Open | null>(null);
  const [showsEnded, setShowsEnded] = useState(false);
  const close = () => setOpen(null);
  const change = (next: Open | null) => {
    setOpen(next);
    reload();
  };
  const now = Date.now();
  const all = [...(data?.keys ?? [])].reverse();
  const usable = all.filter((key) => !isOver(stateOfKey(key, now).state));
  const shown = showsEnded ? all : usable;
  const mayCreate = mayDo('key.create');
  if (!isAllowed) return <Notice tone="caution">{texts.ROLE}</Notice>;
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
        {mayCreate && (
          <button type="button" class="button primary" onClick={() => setOpen({ dialog: 'create' })}>
            <KeyRound size={16} aria-hidden="true" /> {texts.create.open}
          </button>
        )}
      </div>
      <p class="intro quiet">{mayCreate ? texts.intro : texts.readOnly}</p>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      <div class="list">
        {!data && !failure && <Skeleton lines={5} />}
        {data && all.length === 0 && (
          <section class="empty">
            <h2>{texts.empty.title}</h2>
            <p>{texts.empty.text}</p>
            <p>{mayCreate ? texts.empty.next : texts.empty.readOnly}</p>
            {mayCreate && (
              <button type="button" class="button" onClick={() => setOpen({ dialog: 'create' })}>
                <KeyRound size={16} aria-hidden="true" /> {texts.create.open}
              </button>
            )}
          </section>
        )}
        {shown.length > 0 && (
          <table class="keys" aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.columns.name}</th>
                <th scope="col">{texts.columns.purpose}</th>
                <th scope="col">{texts.columns.workflows}</th>
                <th scope="col">{texts.columns.state}</th>
                <th scope="col">{texts.columns.used}</th>
                <th scope="col">{texts.columns.created}</th>
                <th scope="col">
                  <span class="hidden">{texts.columns.acts}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((key) => (
                <KeyRow
                  key={key.id}
                  entry={key}
                  now={now}
                  workflows={workflows}
                  onAct={(dialog) => setOpen({ dialog, entry: key })}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {usable.length < all.length && (
        <label class="option foot">
          <input
            type="checkbox"
            checked={showsEnded}
            onChange={(event) => setShowsEnded(event.currentTarget.checked)}
          />
          {texts.showEnded(all.length - usable.length)}
        </label>
      )}
      {open?.dialog === 'create' && (
        <CreateKey
          workflows={workflows}
          onClose={close}
          onCreated={(created) => change({ dialog: 'created', created })}
        />
      )}
      {open?.dialog === 'rotate' && (
        <RotateKey
          entry={open.entry}
          onClose={close}
          onRotated={(created) => change({ dialog: 'created', created })}
        />
      )}
      {open?.dialog === 'revoke' && (
        <RevokeKey entry={open.entry} onClose={close} onRevoked={() => change(null)} />
      )}
      {open?.dialog === 'created' && <CreatedKey created={open.created} onClose={close} />}
    </>
  );
}

/** Loads workflows so that keys show their names; without them, keys show their ids. */
function useWorkflows(): readonly AdminWorkflow[] {
  const isAllowed = mayDo('workflow.read');
  const { data } = useResource(
    (signal) => (isAllowed ? listWorkflows(signal) : Promise.resolve({ workflows: [] })),
    String(renewals.value),
  );
  return data?.workflows ?? [];
}

function KeyRow(props: {
  entry: AdminKey;
  now: number;
  workflows: readonly AdminWorkflow[];
  onAct: (act: 'rotate' | 'revoke') => void;
}) {
  const { entry, now, workflows, onAct } = props;
  const { id, name, mode, purpose, workflowIds, createdAt, lastUsedAt } = entry;
  const { state, at } = stateOfKey(entry, now);
  const label = name ?? id;
  const named = workflowIds?.map((id) => workflows.find((workflow) => workflow.id === id)?.name ?? id);
  return (
    <tr class={isOver(state) ? 'over' : undefined}>
      <td>
        <span class="break">{name ?? <span class="quiet">{texts.noName}</span>}</span>{' '}
        <span class={`tag ${mode}`}>{texts.modes[mode]}</span>
        <br />
        <code>
          vo_{mode}_{id}…
        </code>
      </td>
      <td data-label={texts.columns.purpose}>{texts.purposes[purpose]}</td>
      <td data-label={texts.columns.workflows}>
        {workflowIds === null ? (
          texts.allWorkflows
        ) : (
          <span title={named?.join('\n')}>
            {named?.length === 1 ? named[0] : texts.someWorkflows(workflowIds.length)}
          </span>
        )}
      </td>
      <td data-label={texts.columns.state}>
        <StateMark state={state} />
        {at && (
          <p class="small quiet">
            {state === 'active' ? `${texts.endsAt} ` : ''}
            <Moment at={at} />
          </p>
        )}
      </td>
      <td data-label={texts.columns.used}>
        {lastUsedAt ? <Moment at={lastUsedAt} /> : <span class="quiet">{texts.never}</span>}
      </td>
      <td data-label={texts.columns.created}>
        <Moment at={createdAt} />
      </td>
      <td class="acts">
        {!isOver(state) && mayDo('key.create') && (
          <button
            type="button"
            class="button plain"
            aria-label={texts.forKey(texts.rotate.open, label)}
            onClick={() => onAct('rotate')}
          >
            {texts.rotate.open}
          </button>
        )}
        {!isOver(state) && mayDo('key.revoke') && (
          <button
            type="button"
            class="button plain danger"
            aria-label={texts.forKey(texts.revoke.open, label)}
            onClick={() => onAct('revoke')}
          >
            {texts.revoke.open}
          </button>
        )}
      </td>
    </tr>
  );
}

const appearances = {
  active: [CircleCheck, 'success'],
  soon: [Clock, 'caution'],
  ended: [TimerOff, 'quiet'],
  revoked: [CircleX, 'quiet'],
} as const;

function StateMark({ state }: { state: KeyState }) {
  const [Icon, tone] = appearances[state];
  return (
    <span class={`mark ${tone}`}>
      <Icon size={15} aria-hidden="true" />
      {texts.states[state]}
    </span>
  );
}

function isOver(state: KeyState): boolean {
  return state === 'ended' || state === 'revoked';
}

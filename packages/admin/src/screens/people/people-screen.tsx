import type { AdminPerson } from '@vendor/contract/admin';
import { Clock, ShieldCheck, ShieldOff, TimerOff, UserPlus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { listPeople } from '../../api/people.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { loadSession, mayDo, renewals, sessionState } from '../../session.ts';
import '../../styles/settings.css';
import { people as texts } from '../../texts/en/people.ts';
import { ActDialog } from './act-dialog.tsx';
import { InviteDialog, type OneTimeLink } from './invite-dialog.tsx';
import { type PersonAct, PersonDialog } from './person-dialog.tsx';
import { RequiredStep } from './required-step.tsx';

/** The open dialog and the person it is about. */
type Open =
  | { readonly dialog: 'invite' }
  | { readonly dialog: 'person'; readonly person: AdminPerson }
  | { readonly dialog: 'act'; readonly person: AdminPerson; readonly act: PersonAct }
  | { readonly dialog: 'link'; readonly created: OneTimeLink };

/** Settings / People: members and their rights; inviting, changing and removing people. */
export function PeopleScreen() {
  usePageTitle(texts.title);
  const isAllowed = mayDo('person.read');
  const { data, failure, reload } = useResource(
    (signal) => (isAllowed ? listPeople(signal) : Promise.resolve({ people: [], requiresSecondStep: false })),
    String(renewals.value),
  );
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const change = (created?: OneTimeLink) => {
    setOpen(created ? { dialog: 'link', created } : null);
    reload();
    // The person's own rights may have changed, or their session may have ended.
    void loadSession();
  };
  const mayInvite = mayDo('person.invite');
  const owners = data?.people.filter(({ role, state }) => role === 'owner' && state === 'member') ?? [];
  if (!isAllowed) return <Notice tone="caution">{texts.ROLE}</Notice>;
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
        {mayInvite && (
          <button type="button" class="button primary" onClick={() => setOpen({ dialog: 'invite' })}>
            <UserPlus size={16} aria-hidden="true" /> {texts.invite.open}
          </button>
        )}
      </div>
      <p class="intro quiet">{mayInvite ? texts.intro : texts.readOnly}</p>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      <div class="list">
        {!data && !failure && <Skeleton lines={5} />}
        {data && (
          <table class="keys" aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.columns.person}</th>
                <th scope="col">{texts.columns.role}</th>
                <th scope="col">{texts.columns.data}</th>
                <th scope="col">{texts.columns.seen}</th>
                <th scope="col">{texts.columns.secondStep}</th>
                <th scope="col">
                  <span class="hidden">{texts.columns.acts}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  onManage={() => setOpen({ dialog: 'person', person })}
                  onAct={(act) => setOpen({ dialog: 'act', person, act })}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {data && <RequiredStep data={data} onChanged={change} />}
      {open?.dialog === 'invite' && <InviteDialog onClose={close} onInvited={change} />}
      {open?.dialog === 'person' && (
        <PersonDialog
          person={open.person}
          isLastOwner={owners.length === 1 && owners[0]?.id === open.person.id}
          onClose={close}
          onChanged={change}
          onAct={(act) => setOpen({ ...open, dialog: 'act', act })}
        />
      )}
      {open?.dialog === 'act' && (
        <ActDialog key={open.act} person={open.person} act={open.act} onClose={close} onDone={change} />
      )}
      {open?.dialog === 'link' && (
        <ShownOnce
          texts={texts.link}
          text={texts.link.text(open.created.email)}
          value={open.created.link}
          onClose={close}
        />
      )}
    </>
  );
}

function PersonRow(props: { person: AdminPerson; onManage: () => void; onAct: (act: PersonAct) => void }) {
  const { person, onManage, onAct } = props;
  const { id, name, email, role, modes, pictures, state, lastSignInAt, secondStep } = person;
  const label = name || email;
  const isInvited = state === 'invited';
  const acts = isInvited ? (['renew', 'withdraw'] as const) : [];
  return (
    <tr>
      <td>
        <bdi class="break">{label}</bdi> {id === ownId() && <span class="tag">{texts.you}</span>}
        {name && <p class="small quiet break">{email}</p>}
      </td>
      <td data-label={texts.columns.role}>{texts.roles[role]}</td>
      <td data-label={texts.columns.data}>
        {modes.map((mode) => texts.modes[mode]).join(', ')}
        <p class="small quiet">{pictures ? texts.pictures : texts.noPictures}</p>
      </td>
      <td data-label={texts.columns.seen}>
        {isInvited ? (
          <Invitation person={person} />
        ) : (
          <>
            {lastSignInAt ? <Moment at={lastSignInAt} /> : <span class="quiet">{texts.never}</span>}
            {person.invitedUntil && !isPast(person.invitedUntil) && (
              <p class="small quiet">
                {texts.newLinkUntil} <Moment at={person.invitedUntil} />
              </p>
            )}
          </>
        )}
      </td>
      <td data-label={texts.columns.secondStep}>
        {isInvited ? <span class="quiet">–</span> : <StepMark isOn={secondStep} />}
      </td>
      <td class="acts">
        {mayDo('person.change') && !isInvited && (
          <button
            type="button"
            class="button plain"
            aria-label={texts.forPerson(texts.manage, label)}
            onClick={onManage}
          >
            {texts.manage}
          </button>
        )}
        {mayDo('person.invite') &&
          acts.map((act) => (
            <button
              type="button"
              key={act}
              class={act === 'withdraw' ? 'button plain danger' : 'button plain'}
              aria-label={texts.forPerson(texts[act].open, label)}
              onClick={() => onAct(act)}
            >
              {texts[act].open}
            </button>
          ))}
      </td>
    </tr>
  );
}

function Invitation({ person: { invitedUntil } }: { person: AdminPerson }) {
  const isOver = invitedUntil === null || isPast(invitedUntil);
  const Icon = isOver ? TimerOff : Clock;
  return (
    <>
      <span class={`mark ${isOver ? 'caution' : 'accent'}`}>
        <Icon size={15} aria-hidden="true" />
        {isOver ? texts.expired : texts.invited}
      </span>
      {invitedUntil && !isOver && (
        <p class="small quiet">
          {texts.invitedUntil} <Moment at={invitedUntil} />
        </p>
      )}
    </>
  );
}

function StepMark({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? ShieldCheck : ShieldOff;
  return (
    <span class={`mark ${isOn ? 'success' : 'quiet'}`}>
      <Icon size={15} aria-hidden="true" />
      {isOn ? texts.secondStep.on : texts.secondStep.off}
    </span>
  );
}

function ownId(): string | null {
  const state = sessionState.value;
  return state.kind === 'in' ? state.session.person.id : null;
}

function isPast(at: string): boolean {
  return Date.parse(at) <= Date.now();
}

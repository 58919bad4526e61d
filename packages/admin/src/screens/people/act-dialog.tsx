import type { AdminPerson } from '@vendor/contract/admin';
import {
  endSessionsOf,
  invitePerson,
  removePerson,
  resetSecondStep,
  withdrawInvitation,
} from '../../api/people.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { people } from '../../texts/en/people.ts';
import type { OneTimeLink } from './invite-dialog.tsx';
import type { PersonAct } from './person-dialog.tsx';

const severeActs: readonly PersonAct[] = ['withdraw', 'resetSecondStep', 'remove'];

/** Explains the effect of an act on a person, then carries it out. */
export function ActDialog(props: {
  person: AdminPerson;
  act: PersonAct;
  onClose: () => void;
  /** @param created - the link that the act created. */
  onDone: (created?: OneTimeLink) => void;
}) {
  const { person, act, onClose, onDone } = props;
  const texts = people[act];
  const text = typeof texts.text === 'string' ? texts.text : texts.text(people.roles[person.role]);
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      tone={severeActs.includes(act) ? 'decline' : 'primary'}
      failures={people.failures}
      onClose={onClose}
      onSubmit={async () => onDone(await carryOut(act, person))}
    >
      <p class="break">
        <strong>
          <bdi>{person.name || person.email}</bdi>
        </strong>
        {person.name && <span class="quiet"> {person.email}</span>}
      </p>
      <p>{text}</p>
    </FormDialog>
  );
}

async function carryOut(act: PersonAct, person: AdminPerson): Promise<OneTimeLink | undefined> {
  const { id, email, role, modes, pictures } = person;
  switch (act) {
    case 'renew':
    case 'password':
      return { email, link: (await invitePerson({ email, role, modes, pictures })).link };
    case 'withdraw':
      await withdrawInvitation(id);
      return;
    case 'endSessions':
      await endSessionsOf(id);
      return;
    case 'resetSecondStep':
      await resetSecondStep(id);
      return;
    case 'remove':
      await removePerson(id);
  }
}

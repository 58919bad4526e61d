import type { AdminPerson } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { changePerson } from '../../api/people.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { people } from '../../texts/en/people.ts';
import { type Grant, GrantFields } from './grant-fields.tsx';

/** Acts on a person that need a confirmation. */
export type PersonAct = 'renew' | 'withdraw' | 'password' | 'endSessions' | 'resetSecondStep' | 'remove';

/** Changes the rights of a member; further acts are listed below. */
export function PersonDialog(props: {
  person: AdminPerson;
  isLastOwner: boolean;
  onClose: () => void;
  onChanged: () => void;
  onAct: (act: PersonAct) => void;
}) {
  const { person, isLastOwner, onClose, onChanged, onAct } = props;
  const { role, modes, pictures } = person;
  const [grant, setGrant] = useState<Grant>({ role, modes, pictures });
  const save = async () => {
    await changePerson(person.id, grant);
    onChanged();
  };
  return (
    <FormDialog
      title={person.name || person.email}
      submit={people.change.submit}
      failures={people.failures}
      isIncomplete={grant.modes.length === 0}
      onClose={onClose}
      onSubmit={save}
    >
      <p class="quiet break">{person.email}</p>
      <GrantFields grant={grant} before={person} isLastOwner={isLastOwner} onChange={setGrant} />
      <fieldset class="choice">
        <legend>{people.change.more}</legend>
        <div class="line">
          {actsOn(person, isLastOwner).map((act) => (
            <button
              type="button"
              key={act}
              class={act === 'remove' ? 'button danger' : 'button'}
              onClick={() => onAct(act)}
            >
              {people[act].open}
            </button>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}

function actsOn({ secondStep }: AdminPerson, isLastOwner: boolean): PersonAct[] {
  return [
    'password',
    ...(secondStep ? (['resetSecondStep'] as const) : []),
    'endSessions',
    ...(isLastOwner ? [] : (['remove'] as const)),
  ];
}

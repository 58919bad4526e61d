import { useState } from 'preact/hooks';
import { invitePerson } from '../../api/people.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { people } from '../../texts/en/people.ts';
import { type Grant, GrantFields, ownRights } from './grant-fields.tsx';

const texts = people.invite;

/** A new one-time link and the person it is for. */
export interface OneTimeLink {
  readonly email: string;
  readonly link: string;
}

/** Asks whom to invite and with which rights. */
export function InviteDialog(props: { onClose: () => void; onInvited: (created: OneTimeLink) => void }) {
  const { onClose, onInvited } = props;
  const [grant, setGrant] = useState<Grant>(() => ({ role: 'analyst', ...ownRights() }));
  const invite = async (typed: FormData) => {
    const email = String(typed.get('email')).trim();
    const { link } = await invitePerson({ email, ...grant });
    onInvited({ email, link });
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      failures={people.failures}
      isIncomplete={grant.modes.length === 0}
      onClose={onClose}
      onSubmit={invite}
    >
      <Field
        label={texts.email}
        hint={texts.emailHint}
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        autoFocus
      />
      <GrantFields grant={grant} onChange={setGrant} />
    </FormDialog>
  );
}

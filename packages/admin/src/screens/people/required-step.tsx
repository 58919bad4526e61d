import type { AdminPeople } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { requireSecondStep } from '../../api/people.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { mayDo } from '../../session.ts';
import { people } from '../../texts/en/people.ts';

const texts = people.required;

/** Shows whether everybody in the account needs a second step, and lets an owner change that. */
export function RequiredStep({ data, onChanged }: { data: AdminPeople; onChanged: () => void }) {
  const { requiresSecondStep: isRequired } = data;
  const [isAsked, setAsked] = useState(false);
  const members = data.people.filter(({ state }) => state === 'member');
  const have = members.filter(({ secondStep }) => secondStep).length;
  const words = isRequired ? texts.releaseConfirm : texts.confirm;
  const change = async () => {
    await requireSecondStep(!isRequired);
    setAsked(false);
    onChanged();
  };
  return (
    <section class="card row below" aria-labelledby="required-step">
      <div>
        <h2 id="required-step">{texts.title}</h2>
        <p class="quiet">{isRequired ? texts.on : texts.off(have, members.length)}</p>
      </div>
      {mayDo('account.second-step') && (
        <button type="button" class="button" onClick={() => setAsked(true)}>
          {isRequired ? texts.release : texts.require}
        </button>
      )}
      {isAsked && (
        <FormDialog
          title={words.title}
          submit={words.submit}
          failures={people.failures}
          onClose={() => setAsked(false)}
          onSubmit={change}
        >
          <p>{words.text}</p>
        </FormDialog>
      )}
    </section>
  );
}

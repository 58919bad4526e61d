import type { AdminOwnAccount } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { changeOwnName } from '../../api/own-account.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useAct } from '../../parts/use-act.ts';
import { loadSession } from '../../session.ts';
import { account } from '../../texts/en/account.ts';

const texts = account.profile;

/** Name and e-mail address; the name can be changed. */
export function ProfileSection({ own, onChanged }: { own: AdminOwnAccount; onChanged: () => void }) {
  const { failure, isBusy, act } = useAct();
  const [isSaved, setSaved] = useState(false);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement);
    setSaved(false);
    act(async () => {
      await changeOwnName(String(typed.get('name')).trim());
      setSaved(true);
      onChanged();
      await loadSession();
    });
  };
  return (
    <form class="card stack" onSubmit={save} aria-labelledby="profile">
      <h2 id="profile">{texts.title}</h2>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        name="name"
        defaultValue={own.name}
        autoComplete="name"
        pattern=".*\S.*"
        maxLength={100}
        required
      />
      <dl class="facts">
        <dt>{texts.email}</dt>
        <dd class="break">{own.email}</dd>
      </dl>
      {failure && <FailureNotice failure={failure} />}
      <Notice tone="success">{isSaved && texts.saved}</Notice>
      <div class="row end">
        <button type="submit" class="button" aria-disabled={isBusy}>
          {texts.save}
        </button>
      </div>
    </form>
  );
}

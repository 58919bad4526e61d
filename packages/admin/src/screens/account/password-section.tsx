import type { AdminOwnAccount } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { changePassword } from '../../api/own-account.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { account } from '../../texts/en/account.ts';

const texts = account.password;

/** Changes the password, or sets one if the person has none. */
export function PasswordSection({ own, onChanged }: { own: AdminOwnAccount; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const open = own.hasPassword ? texts.open : texts.choose;
  const change = async (typed: FormData) => {
    await changePassword({
      current: String(typed.get('current') ?? ''),
      password: String(typed.get('password')),
    });
    setOpen(false);
    setChanged(true);
    onChanged();
  };
  return (
    <section class="card stack" aria-labelledby="password">
      <h2 id="password">{texts.title}</h2>
      <p class="quiet">{own.hasPassword ? texts.text : texts.none}</p>
      <Notice tone="success">{isChanged && texts.changed}</Notice>
      <div class="row end">
        <button type="button" class="button" onClick={() => setOpen(true)}>
          {open}
        </button>
      </div>
      {isOpen && (
        <FormDialog
          title={open}
          submit={own.hasPassword ? texts.submit : texts.choose}
          failures={texts.failures}
          onClose={() => setOpen(false)}
          onSubmit={change}
        >
          <input type="hidden" name="username" autoComplete="username" value={own.email} />
          {own.hasPassword && (
            <Field
              label={texts.current}
              name="current"
              type="password"
              autoComplete="current-password"
              required
              autoFocus
            />
          )}
          <Field
            label={texts.next}
            hint={texts.nextHint}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
            autoFocus={!own.hasPassword}
          />
        </FormDialog>
      )}
    </section>
  );
}

import type { AdminOwnAccount } from '@vendor/contract/admin';
import { ShieldCheck, ShieldOff, Smartphone } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { removeApp, renewRecoveryCodes } from '../../api/own-account.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { account } from '../../texts/en/account.ts';
import { SetUpApp } from './set-up-app.tsx';

const texts = account.secondStep;

type Open =
  | { readonly dialog: 'app' | 'removeApp' | 'renewCodes' }
  | { readonly dialog: 'codes'; readonly codes: readonly string[] };

/** Methods that prove more than a password: how each is added and removed. */
export function SecondStep({ own, onChanged }: { own: AdminOwnAccount; onChanged: () => void }) {
  const [open, setOpen] = useState<Open | null>(null);
  const isOn = own.hasAuthenticatorApp;
  const Icon = isOn ? ShieldCheck : ShieldOff;
  const close = () => setOpen(null);
  /** New codes are shown before anything else happens: nobody can show them again. */
  const finish = (codes: readonly string[] | null) => {
    if (codes) setOpen({ dialog: 'codes', codes });
    else {
      close();
      onChanged();
    }
  };
  return (
    <>
      <p>
        <span class={`mark ${isOn ? 'success' : 'caution'}`}>
          <Icon size={16} aria-hidden="true" />
          {isOn ? texts.on : texts.off}
        </span>{' '}
        {own.requiredBy.length > 0 && (
          <span class="quiet">{texts.required(own.requiredBy.map(({ name }) => name).join(', '))}</span>
        )}
      </p>
      <ul class="methods">
        <li>
          <div>
            <h3>
              <Smartphone size={16} aria-hidden="true" /> {texts.app}
            </h3>
            <p class="small quiet">{texts.appText}</p>
          </div>
          <div class="line">
            <button type="button" class="button" onClick={() => setOpen({ dialog: 'app' })}>
              {own.hasAuthenticatorApp ? texts.replace : texts.setUp}
            </button>
            {own.hasAuthenticatorApp && (
              <button
                type="button"
                class="button plain danger"
                onClick={() => setOpen({ dialog: 'removeApp' })}
              >
                {texts.remove}
              </button>
            )}
          </div>
        </li>
        {isOn && (
          <li>
            <div>
              <h3>
                {texts.codes} <span class="tag">{texts.left(own.recoveryCodesLeft)}</span>
              </h3>
              <p class="small quiet">{texts.codesText}</p>
            </div>
            <button type="button" class="button" onClick={() => setOpen({ dialog: 'renewCodes' })}>
              {texts.renew}
            </button>
          </li>
        )}
      </ul>
      {open?.dialog === 'app' && <SetUpApp onClose={close} onDone={finish} />}
      {open?.dialog === 'removeApp' && (
        <FormDialog
          title={account.removeApp.title}
          submit={account.removeApp.submit}
          tone="decline"
          onClose={close}
          onSubmit={async () => {
            await removeApp();
            finish(null);
          }}
        >
          <p>{account.removeApp.text}</p>
        </FormDialog>
      )}
      {open?.dialog === 'renewCodes' && (
        <FormDialog
          title={account.renewCodes.title}
          submit={account.renewCodes.submit}
          onClose={close}
          onSubmit={async () => finish((await renewRecoveryCodes()).recoveryCodes)}
        >
          <p>{account.renewCodes.text}</p>
        </FormDialog>
      )}
      {open?.dialog === 'codes' && (
        <ShownOnce
          texts={account.codes}
          text={account.codes.text}
          value={open.codes.join('\n')}
          onClose={() => finish(null)}
        />
      )}
    </>
  );
}

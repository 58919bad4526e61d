import type { AdminOwnAccount } from '@vendor/contract/admin';
import { KeyRound, ShieldCheck, ShieldOff, Smartphone } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { removeApp, removePasskey, renewRecoveryCodes } from '../../api/own-account.ts';
import { createPasskey, hasPasskeys } from '../../parts/browser/passkeys.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { account } from '../../texts/en/account.ts';
import { SetUpApp } from './set-up-app.tsx';

const texts = account.secondStep;

type Open =
  | { readonly dialog: 'app' | 'removeApp' | 'renewCodes' | 'passkey' }
  | { readonly dialog: 'removePasskey'; readonly id: string; readonly name: string }
  | { readonly dialog: 'codes'; readonly codes: readonly string[] };

/** Second-step methods, each with how to add and remove it. */
export function SecondStep({ own, onChanged }: { own: AdminOwnAccount; onChanged: () => void }) {
  const [open, setOpen] = useState<Open | null>(null);
  const isOn = own.hasAuthenticatorApp || own.passkeys.length > 0;
  const canAddPasskey = own.canAddPasskey && hasPasskeys();
  const Icon = isOn ? ShieldCheck : ShieldOff;
  const close = () => setOpen(null);
  /** Shows new recovery codes before anything else, because they cannot be shown again. */
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
        <li>
          <div>
            <h3>
              <KeyRound size={16} aria-hidden="true" /> {texts.passkey}
            </h3>
            <p class="small quiet">{canAddPasskey ? texts.passkeyText : texts.noPasskey}</p>
            {own.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
              <p key={id} class="line">
                <span class="break">{name}</span>
                <span class="small quiet">
                  {texts.added} <Moment at={createdAt} />,{' '}
                  {lastUsedAt ? (
                    <>
                      {texts.used} <Moment at={lastUsedAt} />
                    </>
                  ) : (
                    texts.unused
                  )}
                </span>
                <button
                  type="button"
                  class="button plain danger"
                  aria-label={`${texts.remove}: ${name}`}
                  onClick={() => setOpen({ dialog: 'removePasskey', id, name })}
                >
                  {texts.remove}
                </button>
              </p>
            ))}
          </div>
          {canAddPasskey && (
            <button type="button" class="button" onClick={() => setOpen({ dialog: 'passkey' })}>
              {texts.addPasskey}
            </button>
          )}
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
      {open?.dialog === 'passkey' && (
        <FormDialog
          title={account.passkey.title}
          submit={account.passkey.submit}
          failures={account.passkey.failures}
          onClose={close}
          onSubmit={async (typed) =>
            finish((await createPasskey(String(typed.get('name')).trim())).recoveryCodes)
          }
        >
          <p>{account.passkey.text}</p>
          <Field
            label={account.passkey.name}
            hint={account.passkey.nameHint}
            name="name"
            autoComplete="off"
            pattern=".*\S.*"
            maxLength={60}
            required
            autoFocus
          />
        </FormDialog>
      )}
      {open?.dialog === 'removePasskey' && (
        <FormDialog
          title={account.removePasskey.title}
          submit={account.removePasskey.submit}
          tone="decline"
          onClose={close}
          onSubmit={async () => {
            await removePasskey(open.id);
            finish(null);
          }}
        >
          <p class="break">
            <strong>{open.name}</strong>
          </p>
          <p>{account.removePasskey.text}</p>
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

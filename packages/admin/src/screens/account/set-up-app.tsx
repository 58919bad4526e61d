import type { AdminAppSetUp } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { beginApp, confirmApp } from '../../api/own-account.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { lazy } from '../../parts/lazy.tsx';
import { account } from '../../texts/en/account.ts';

const texts = account.setUp;
const QrCode = lazy(() => import('../../parts/qr-code.tsx').then(({ QrCode }) => QrCode));

/** Shows the secret of a new authenticator app, then asks for a code. The app is stored only after a correct code. */
export function SetUpApp(props: {
  onClose: () => void;
  /** @param codes - recovery codes created with the app; null if there are none. */
  onDone: (codes: readonly string[] | null) => void;
}) {
  const { onClose, onDone } = props;
  const [begun, setBegun] = useState<AdminAppSetUp | null>(null);
  if (!begun)
    return (
      <FormDialog
        title={texts.title}
        submit={texts.begin}
        onClose={onClose}
        onSubmit={async () => setBegun(await beginApp())}
      >
        <p>{texts.intro}</p>
      </FormDialog>
    );
  const confirm = async (typed: FormData) => {
    const { recoveryCodes } = await confirmApp({ setUp: begun.setUp, code: String(typed.get('code')) });
    onDone(recoveryCodes);
  };
  return (
    <FormDialog key="confirm" title={texts.title} submit={texts.submit} onClose={onClose} onSubmit={confirm}>
      <p>{texts.scan}</p>
      <QrCode text={begun.address} label={texts.qr} />
      <div class="field">
        <span>{texts.byHand}</span>
        <CopyId id={begun.secret} />
      </div>
      <Field
        label={texts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[\d\s]{6,9}"
        class="code"
        required
        autoFocus
      />
    </FormDialog>
  );
}

import type { AdminSignedIn } from '@vendor/contract/admin';
import { KeyRound } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../../api/failure.ts';
import { sendCode, signIn } from '../../api/session.ts';
import { hasPasskeys, signInByPasskey } from '../../parts/browser/passkeys.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Field } from '../../parts/field.tsx';
import { loadSession } from '../../session.ts';
import { signIn as texts } from '../../texts/en/sign-in.ts';

/** Asks for the password, then for the code if the person has one, and loads the session. */
export function SignInForm({
  intro,
  firstStep = 'password',
}: {
  intro?: string;
  firstStep?: 'password' | 'code';
}) {
  const [step, setStep] = useState(firstStep);
  const [steps, setSteps] = useState<NonNullable<AdminSignedIn['secondSteps']>>([]);
  const { failure, isBusy, submit } = useSubmit();
  const onPassword = (form: FormData) =>
    submit(
      () => signIn({ email: String(form.get('email')).trim(), password: String(form.get('password')) }),
      (reply) => {
        if (reply.next !== 'totp') return loadSession();
        setSteps(reply.secondSteps ?? []);
        setStep('code');
      },
    );
  // The service no longer expects a code: ask for the password again, with the service's message above it.
  const isTooLate = failure?.code === 'SESSION_EXPIRED';
  useEffect(() => {
    if (isTooLate) setStep('password');
  }, [isTooLate]);
  const onPasskey = () => submit(signInByPasskey, loadSession);
  const isPasskeyAlone = steps.includes('passkey') && !steps.includes('app');
  const onCode = (form: FormData) =>
    submit(() => sendCode(String(form.get('code')).replace(/\s/g, '')), loadSession);
  return step === 'password' ? (
    <form class="stack" onSubmit={handleForm(onPassword)} key="password">
      {intro && <p>{intro}</p>}
      {failure && <FailureNotice failure={failure} texts={texts.failures} />}
      <Field label={texts.email} name="email" type="email" autoComplete="username" required autoFocus />
      <Field
        label={texts.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <button type="submit" class="button primary" aria-disabled={isBusy}>
        {texts.submit}
      </button>
      {hasPasskeys() && <PasskeyButton isBusy={isBusy} onClick={onPasskey} />}
      <p class="small quiet">{texts.help}</p>
    </form>
  ) : (
    <form class="stack" onSubmit={handleForm(onCode)} key="code">
      <p>{isPasskeyAlone ? texts.code.passkeyText : texts.code.text}</p>
      {failure && <FailureNotice failure={failure} texts={texts.failures} />}
      {steps.includes('passkey') && hasPasskeys() && <PasskeyButton isBusy={isBusy} onClick={onPasskey} />}
      <Field
        label={isPasskeyAlone ? texts.code.recoveryLabel : texts.code.label}
        name="code"
        autoComplete="one-time-code"
        required
        autoFocus
        class="code"
      />
      <button type="submit" class="button primary" aria-disabled={isBusy}>
        {texts.code.submit}
      </button>
      <button type="button" class="button plain" onClick={() => setStep('password')}>
        {texts.code.back}
      </button>
    </form>
  );
}

function PasskeyButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  return (
    <button type="button" class="button" aria-disabled={isBusy} onClick={onClick}>
      <KeyRound size={16} aria-hidden="true" /> {texts.passkey}
    </button>
  );
}

/** Returns a submit handler that passes the form's data instead of loading a page. */
export function handleForm(onSubmit: (form: FormData) => void) {
  return (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget as HTMLFormElement));
  };
}

/** Submits once at a time and keeps the failure of the last attempt. */
export function useSubmit() {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (
    send: () => Promise<AdminSignedIn>,
    then: (reply: AdminSignedIn) => void | Promise<void>,
  ) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await then(await send());
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };
  return { failure, isBusy, submit };
}

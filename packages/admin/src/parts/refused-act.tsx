import { useEffect, useRef, useState } from 'preact/hooks';
import { confirmSession } from '../api/confirm-session.ts';
import { Failure } from '../api/failure.ts';
import { frame } from '../texts/en/frame.ts';
import { answerByPasskey, hasPasskeys } from './browser/passkeys.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useAct } from './use-act.ts';

/**
 * Explains why an act was refused. If password or second step was confirmed too long ago, asks for them here and repeats the
 * act.
 *
 * @param onConfirmed - repeats the act.
 */
export function RefusedAct(props: {
  failure: Failure | null;
  texts?: Readonly<Record<string, string>>;
  onConfirmed: () => void;
}) {
  const { failure, texts, onConfirmed } = props;
  if (!failure) return null;
  if (failure.code === 'AUTHENTICATION_TOO_OLD') return <PasswordAgain onConfirmed={onConfirmed} />;
  return <FailureNotice failure={failure} {...(texts ? { texts } : {})} />;
}

/**
 * Not a form of its own, because it is part of the act's form. Asks for the second step once the service has replied that the
 * person has one.
 */
function PasswordAgain({ onConfirmed }: { onConfirmed: () => void }) {
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [hasSecondStep, setSecondStep] = useState(false);
  const { failure, isBusy, act } = useAct();
  useEffect(() => (hasSecondStep ? code : password).current?.focus(), [hasSecondStep]);
  const texts = frame.passwordAgain;
  const confirm = (isByPasskey = false) =>
    act(async () => {
      const typed = { password: password.current?.value ?? '' };
      const proof = isByPasskey
        ? { passkey: await answerByPasskey() }
        : hasSecondStep && { code: code.current?.value ?? '' };
      await confirmSession({ ...typed, ...proof }).catch((refused: unknown) => {
        if (refused instanceof Failure && lacksCode(refused)) setSecondStep(true);
        throw refused;
      });
      onConfirmed();
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    confirm();
  };
  return (
    <section class="notice caution" aria-label={texts.label}>
      <div>
        <label class="field">
          {texts.text}
          <input ref={password} type="password" autoComplete="current-password" onKeyDown={onKeyDown} />
        </label>
        {hasSecondStep && (
          <label class="field">
            {texts.code}
            <input ref={code} autoComplete="one-time-code" maxLength={50} onKeyDown={onKeyDown} />
          </label>
        )}
        {failure && !lacksCode(failure) && <FailureNotice failure={failure} texts={texts.failures} />}
        <button type="button" class="button" aria-disabled={isBusy} onClick={() => confirm()}>
          {texts.submit}
        </button>
        {hasSecondStep && hasPasskeys() && (
          <button type="button" class="button" aria-disabled={isBusy} onClick={() => confirm(true)}>
            {texts.passkey}
          </button>
        )}
      </div>
    </section>
  );
}

/** Returns whether the service asks for a code in addition to the password. */
function lacksCode({ problem }: Failure): boolean {
  return problem?.errors?.some(({ pointer }) => pointer === '/code') ?? false;
}

import { useEffect, useRef } from 'preact/hooks';
import { confirmPassword } from '../api/confirm-password.ts';
import type { Failure } from '../api/failure.ts';
import { frame } from '../texts/en/frame.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useAct } from './use-act.ts';

/**
 * Tells why an act was refused. Where the password was given too long ago, it is asked for here, and the act is done again.
 *
 * @param onConfirmed does the act again.
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

/** No form of its own: it stands in the form of the act. */
function PasswordAgain({ onConfirmed }: { onConfirmed: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { failure, isBusy, act } = useAct();
  useEffect(() => input.current?.focus(), []);
  const texts = frame.passwordAgain;
  const confirm = () =>
    act(async () => {
      await confirmPassword(input.current?.value ?? '');
      onConfirmed();
    });
  return (
    <section class="notice caution" aria-label={texts.label}>
      <div>
        <label class="field">
          {texts.text}
          <input
            ref={input}
            type="password"
            autoComplete="current-password"
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              confirm();
            }}
          />
        </label>
        {failure && <FailureNotice failure={failure} />}
        <button type="button" class="button" disabled={isBusy} onClick={confirm}>
          {texts.submit}
        </button>
      </div>
    </section>
  );
}

import { useDialog } from '../../parts/use-dialog.ts';
import { signIn as texts } from '../../texts/en/sign-in.ts';
import { SignInForm } from './sign-in.tsx';

/** Sign-in over a screen whose session has ended. Text typed on the screen stays. */
export function SignInAgain() {
  const dialog = useDialog();
  return (
    <dialog ref={dialog} class="card" aria-labelledby="again" onCancel={(event) => event.preventDefault()}>
      <div class="stack">
        <h2 id="again">{texts.again.title}</h2>
        <SignInForm intro={texts.again.text} />
      </div>
    </dialog>
  );
}

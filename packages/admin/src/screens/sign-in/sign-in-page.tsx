import { useState } from 'preact/hooks';
import { acceptInvitation, type SignedIn, useLink } from '../../api/endpoints.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { navigate, path } from '../../routing.ts';
import { loadSession } from '../../session.ts';
import { frame } from '../../texts/en/frame.ts';
import { signIn as texts } from '../../texts/en/sign-in.ts';
import { handled, SignInForm, useSubmit } from './sign-in.tsx';

/** What somebody sees who is not signed in; the address stays, so that they come to where they wanted to be. */
export function SignInPage() {
  const form = { '/sign-in/link': <LinkForm />, '/invitation': <InvitationForm /> }[path.value];
  const title =
    { '/sign-in/link': texts.link.title, '/invitation': texts.invitation.title }[path.value] ?? texts.title;
  usePageTitle(title);
  return (
    <main class="sign-in">
      <div class="card stack">
        <p class="brand">{frame.product}</p>
        <h1>{title}</h1>
        {form ?? <SignInForm />}
      </div>
    </main>
  );
}

/** The secret behind `#`, which browsers do not send; it is taken out of the address at once. */
function useSecret(): string {
  const [secret] = useState(() => {
    const found = decodeURIComponent(location.hash.slice(1));
    if (found) history.replaceState(null, '', location.pathname);
    return found;
  });
  return secret;
}

function LinkForm() {
  const token = useSecret();
  const { failure, isBusy, submit } = useSubmit();
  const [next, setNext] = useState<SignedIn['next'] | null>(null);
  if (next === 'totp') return <SignInForm firstStep="code" />;
  if (!token) return <Notice tone="caution">{texts.link.missing}</Notice>;
  const enter = (reply: SignedIn) => {
    if (reply.next === 'totp') return setNext(reply.next);
    navigate('/runs', { replace: true });
    return loadSession();
  };
  return (
    <form class="stack" onSubmit={handled(() => submit(() => useLink(token), enter))}>
      <p>{texts.link.text}</p>
      {failure && <FailureNotice failure={failure} texts={texts.failures} />}
      <button type="submit" class="button primary" disabled={isBusy}>
        {texts.link.submit}
      </button>
    </form>
  );
}

function InvitationForm() {
  const token = useSecret();
  const { failure, isBusy, submit } = useSubmit();
  if (!token) return <Notice tone="caution">{texts.link.missing}</Notice>;
  const accept = (form: FormData) =>
    submit(
      () =>
        acceptInvitation({
          token,
          name: String(form.get('name')).trim(),
          password: String(form.get('password')),
        }),
      () => {
        navigate('/runs', { replace: true });
        return loadSession();
      },
    );
  const { text, name, password, hint, submit: label } = texts.invitation;
  return (
    <form class="stack" onSubmit={handled(accept)}>
      <p>{text}</p>
      {failure && <FailureNotice failure={failure} texts={texts.failures} />}
      <Field label={name} name="name" autoComplete="name" required maxLength={100} autoFocus />
      <Field
        label={password}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        required
        hint={hint}
      />
      <button type="submit" class="button primary" disabled={isBusy}>
        {label}
      </button>
    </form>
  );
}

import type { AdminSignedIn } from '@vendor/contract/admin';
import { useEffect, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../../api/failure.ts';
import { acceptInvitation, redeemLink } from '../../api/session.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { href, navigate, path } from '../../routing.ts';
import { loadSession } from '../../session.ts';
import { frame } from '../../texts/en/frame.ts';
import { signIn as texts } from '../../texts/en/sign-in.ts';
import { handleForm, SignInForm, useSubmit } from './sign-in.tsx';

const titles: Readonly<Record<string, string>> = {
  '/sign-in/link': texts.link.title,
  '/invitation': texts.invitation.title,
};

/** Sign-in page. The address does not change, so that the requested screen follows after signing in. */
export function SignInPage() {
  const title = titles[path.value] ?? texts.title;
  usePageTitle(title);
  return (
    <main class="sign-in">
      <div class="card stack">
        <p class="brand">{frame.product}</p>
        <h1>{title}</h1>
        {path.value in titles ? <FollowLink /> : <SignInForm />}
      </div>
    </main>
  );
}

/** Reads the secret in the fragment, which browsers do not send, and removes it from the address at once. */
function useSecret(): string {
  const [secret] = useState(() => {
    const found = decodeURIComponent(location.hash.slice(1));
    if (found) history.replaceState(null, '', location.pathname);
    return found;
  });
  return secret;
}

function enter(): Promise<void> {
  navigate('/runs', { replace: true });
  return loadSession();
}

/** Opens a link that invites a person or signs one in. */
function FollowLink() {
  const token = useSecret();
  const [followed, setFollowed] = useState<AdminSignedIn | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (!token) return;
    redeemLink(token).then(
      (reply) => (reply.next === 'done' ? enter() : setFollowed(reply)),
      (error) => setFailure(failureOf(error)),
    );
  }, [token]);
  if (!token || failure)
    return (
      <>
        {failure ? <FailureNotice failure={failure} /> : <Notice tone="caution">{texts.link.missing}</Notice>}
        <a href={href('/runs')}>{texts.link.back}</a>
      </>
    );
  if (followed?.next === 'totp') return <SignInForm firstStep="code" />;
  if (followed?.invitation) return <InvitationForm token={token} invitation={followed.invitation} />;
  return <Skeleton lines={3} />;
}

function InvitationForm(props: { token: string; invitation: NonNullable<AdminSignedIn['invitation']> }) {
  const { token, invitation } = props;
  const { failure, isBusy, submit } = useSubmit();
  const [isCodeNext, setCodeNext] = useState(false);
  const [hasPassword, setHasPassword] = useState(false);
  if (isCodeNext) return <SignInForm firstStep="code" />;
  const { invitation: words } = texts;
  const accept = (form: FormData) =>
    submit(
      () =>
        acceptInvitation({
          token,
          password: String(form.get('password')),
          hasPassword,
          ...(!hasPassword && { name: String(form.get('name')).trim() }),
        }),
      ({ next }) => (next === 'totp' ? setCodeNext(true) : enter()),
    );
  return (
    <form class="stack" onSubmit={handleForm(accept)}>
      <p>
        {words.joins(invitation.account, invitation.role)} {words.by(invitation.email)}
      </p>
      {failure && <FailureNotice failure={failure} />}
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
      {hasPassword ? (
        <Field
          key="present"
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      ) : (
        <>
          <Field
            label={words.name}
            name="name"
            autoComplete="name"
            hint={words.nameHint}
            required
            maxLength={100}
          />
          <Field
            key="new"
            label={words.newPassword}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
            hint={words.passwordHint}
          />
        </>
      )}
      <button type="submit" class="button primary" aria-disabled={isBusy}>
        {words.submit}
      </button>
      {invitation.mayHavePassword && (
        <button type="button" class="button" onClick={() => setHasPassword(!hasPassword)}>
          {hasPassword ? words.choose : words.have}
        </button>
      )}
    </form>
  );
}

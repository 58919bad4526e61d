import type { AdminSession } from '@vendor/contract/admin';
import { readOwnAccount } from '../../api/own-account.ts';
import { signOut } from '../../api/session.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { href } from '../../routing.ts';
import { loadSession, renewals } from '../../session.ts';
import '../../styles/account.css';
import '../../styles/settings.css';
import { account as texts } from '../../texts/en/account.ts';
import { frame } from '../../texts/en/frame.ts';
import { SecondStep } from './second-step.tsx';

/** Replaces all screens for a person who has not yet set up the second step that their account requires. */
export function FirstSecondStep({ session }: { session: AdminSession }) {
  usePageTitle(texts.first.title);
  const { data, failure, reload } = useResource(readOwnAccount, String(renewals.value));
  const leave = async () => {
    await signOut().catch(() => undefined);
    location.assign(href('/runs'));
  };
  return (
    <main class="sign-in">
      <div class="card stack">
        <p class="brand">{frame.product}</p>
        <h1>{texts.first.title}</h1>
        <p>{texts.first.text(session.account.name)}</p>
        {failure && <FailureNotice failure={failure} onRetry={reload} />}
        {data ? <SecondStep own={data} onChanged={() => void loadSession()} /> : <Skeleton lines={3} />}
        <button type="button" class="button plain" onClick={leave}>
          {texts.first.signOut}
        </button>
      </div>
    </main>
  );
}

import { readOwnAccount } from '../../api/own-account.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { renewals } from '../../session.ts';
import '../../styles/account.css';
import '../../styles/settings.css';
import { account as texts } from '../../texts/en/account.ts';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecondStep } from './second-step.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Account page of the signed-in person: name, password, second step and sessions. */
export function AccountScreen() {
  usePageTitle(texts.title);
  const { data, failure, reload } = useResource(readOwnAccount, String(renewals.value));
  return (
    <div class="own">
      <h1>{texts.title}</h1>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={8} />}
      {data && (
        <>
          <ProfileSection own={data} onChanged={reload} />
          <PasswordSection own={data} onChanged={reload} />
          <section class="card stack" aria-labelledby="second-step">
            <h2 id="second-step">{texts.secondStep.title}</h2>
            <SecondStep own={data} onChanged={reload} />
          </section>
          <SessionsSection own={data} onChanged={reload} />
        </>
      )}
    </div>
  );
}

import type { AdminOwnAccount } from '@vendor/contract/admin';
import { useRef } from 'preact/hooks';
import { endOtherSessions, endSession } from '../../api/own-account.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useFocusAfter } from '../../parts/use-focus-after.ts';
import { account } from '../../texts/en/account.ts';

const texts = account.sessions;

/** Open sessions of the person. One, or all others, can be ended. */
export function SessionsSection({ own, onChanged }: { own: AdminOwnAccount; onChanged: () => void }) {
  const { failure, isBusy, act } = useAct();
  const opened = useRef(own.sessions.length);
  // The buttons of sessions disappear with the sessions.
  const title = useFocusAfter<HTMLHeadingElement>(opened.current - own.sessions.length);
  const end = (work: () => Promise<object>) =>
    act(async () => {
      await work();
      onChanged();
    });
  return (
    <section class="card stack" aria-labelledby="sessions">
      <h2 ref={title} id="sessions" tabIndex={-1}>
        {texts.title}
      </h2>
      <p class="quiet">{texts.text}</p>
      <table class="keys flush" aria-labelledby="sessions">
        <thead>
          <tr>
            <th scope="col">{texts.browser}</th>
            <th scope="col">{texts.address}</th>
            <th scope="col">{texts.begun}</th>
            <th scope="col">{texts.seen}</th>
            <th scope="col">
              <span class="hidden">{texts.acts}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {own.sessions.map(({ id, browser, address, createdAt, lastSeenAt, isCurrent }) => (
            <tr key={id}>
              <td>
                {browser ?? texts.unknown} {isCurrent && <span class="tag">{texts.current}</span>}
              </td>
              <td data-label={texts.address} class="break">
                {address ?? <span class="quiet">{texts.noAddress}</span>}
              </td>
              <td data-label={texts.begun}>
                <Moment at={createdAt} />
              </td>
              <td data-label={texts.seen}>
                <Moment at={lastSeenAt} />
              </td>
              <td class="acts">
                {!isCurrent && (
                  <button
                    type="button"
                    class="button plain danger"
                    aria-label={texts.forBrowser(texts.end, browser ?? texts.unknown)}
                    aria-disabled={isBusy}
                    onClick={() => end(() => endSession(id))}
                  >
                    {texts.end}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {failure && <FailureNotice failure={failure} />}
      {own.sessions.length > 1 && (
        <div class="row end">
          <button type="button" class="button" aria-disabled={isBusy} onClick={() => end(endOtherSessions)}>
            {texts.endOthers}
          </button>
        </div>
      )}
    </section>
  );
}

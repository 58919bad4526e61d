import type { AdminSession } from '@vendor/contract/admin';
import { ChevronDown, CircleUserRound, LogOut, UserRoundCog, WifiOff } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { failureOf } from '../../api/failure.ts';
import { chooseAccount, signOut, signOutEverywhere } from '../../api/session.ts';
import { followChanges, isConnected } from '../../live.ts';
import { rememberMode } from '../../mode-memory.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useMenu } from '../../parts/use-menu.ts';
import { href, navigate, path } from '../../routing.ts';
import { chooseMode, mayDo, mode } from '../../session.ts';
import { frame as texts } from '../../texts/en/frame.ts';
import { WebhookAlarms } from './webhook-alarms.tsx';

/** Frame around every screen of a signed-in person. */
export function Frame(props: { session: AdminSession; hasSettings: boolean; children: ComponentChildren }) {
  const { session, hasSettings, children } = props;
  useEffect(followChanges, []);
  // Waits for the first paint, because a browser's first access to its storage waits for the disk.
  useEffect(() => rememberMode(mode.value), [mode.value]);
  return (
    <>
      <a class="skip" href="#content">
        {texts.skip}
      </a>
      <header>
        <div class="bar">
          <a class="brand" href={href('/runs')}>
            {texts.product}
          </a>
          <nav aria-label={texts.navigation}>
            <a href={href('/runs')} aria-current={path.value.startsWith('/runs') ? 'page' : undefined}>
              {texts.runs}
            </a>
            <OtherScreens hasSettings={hasSettings} />
          </nav>
          <ModeSwitch session={session} />
          <PersonMenu session={session} />
        </div>
        <WebhookAlarms />
        {mode.value === 'test' && <p class="test-strip">{texts.testBanner}</p>}
        {!isConnected.value && (
          <p class="offline" role="status">
            <WifiOff size={16} aria-hidden="true" /> {texts.offline}
          </p>
        )}
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** Links to screens that some roles may not see. */
function OtherScreens({ hasSettings }: { hasSettings: boolean }) {
  const screens = [
    ['/workflows', texts.workflows, mayDo('workflow.read')],
    ['/settings', texts.settings, hasSettings],
  ] as const;
  return screens
    .filter(([, , isVisible]) => isVisible)
    .map(([place, name]) => (
      <a key={place} href={href(place)} aria-current={path.value.startsWith(place) ? 'page' : undefined}>
        {name}
      </a>
    ));
}

function ModeSwitch({ session }: { session: AdminSession }) {
  if (session.modes.length < 2) return null;
  const choose = (chosen: 'live' | 'test') => {
    chooseMode(chosen);
    // A run exists in one mode only. Other screens stay, as some show data of both.
    if (/^\/(runs|$)/.test(path.value)) navigate(`/runs?mode=${chosen}`);
  };
  return (
    <fieldset class="segments">
      <legend class="hidden">{texts.mode}</legend>
      {(['live', 'test'] as const).map((one) => (
        <button type="button" key={one} aria-pressed={mode.value === one} onClick={() => choose(one)}>
          {texts[one]}
        </button>
      ))}
    </fieldset>
  );
}

function PersonMenu({ session: { person, account, accounts } }: { session: AdminSession }) {
  const menu = useMenu();
  const { failure, isBusy, act } = useAct();
  // Clears the page by loading it again.
  const leave = (work: () => Promise<object>) =>
    act(async () => {
      await work().catch((error) => {
        // The session may have ended before: it expired, or was ended from another device.
        if (failureOf(error).code !== 'UNAUTHORIZED') throw error;
      });
      location.assign(href('/runs'));
    });
  return (
    <div class="menu" ref={menu.ref}>
      <button type="button" class="button plain" aria-expanded={menu.isOpen} onClick={menu.toggle}>
        <CircleUserRound size={18} aria-hidden="true" />
        <bdi class="wide name">{account.name}</bdi>
        <ChevronDown size={14} aria-hidden="true" />
        <span class="hidden">{texts.menu}</span>
      </button>
      {menu.isOpen && (
        <div class="popover end">
          <p>
            <strong class="break" dir="auto">
              {person.name}
            </strong>
            <br />
            <span class="quiet break">{person.email}</span>
          </p>
          {accounts.length > 1 ? (
            <label class="field">
              {texts.account}
              <select
                value={account.id}
                onChange={(event) => leave(() => chooseAccount(event.currentTarget.value))}
              >
                {accounts.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          ) : (
            <p class="small quiet break" dir="auto">
              {account.name}
            </p>
          )}
          <hr />
          <a class="item" href={href('/account')} onClick={menu.close}>
            <UserRoundCog size={15} aria-hidden="true" /> {texts.ownAccount}
          </a>
          <button type="button" class="item" aria-disabled={isBusy} onClick={() => leave(signOut)}>
            <LogOut size={15} aria-hidden="true" /> {texts.signOut}
          </button>
          <button type="button" class="item" aria-disabled={isBusy} onClick={() => leave(signOutEverywhere)}>
            <LogOut size={15} aria-hidden="true" /> {texts.signOutEverywhere}
          </button>
          {failure && <FailureNotice failure={failure} />}
        </div>
      )}
    </div>
  );
}

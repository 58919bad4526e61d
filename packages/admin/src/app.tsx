import { FailureNotice } from './parts/failure-notice.tsx';
import { lazy } from './parts/lazy.tsx';
import { path } from './routing.ts';
import { Frame } from './screens/frame/frame.tsx';
import { SettingsFrame } from './screens/frame/settings-frame.tsx';
import { NotFound } from './screens/not-found/not-found.tsx';
import { RunsScreen } from './screens/runs/runs-screen.tsx';
import { SignInAgain } from './screens/sign-in/sign-in-again.tsx';
import { SignInPage } from './screens/sign-in/sign-in-page.tsx';
import { isExpired, loadSession, sessionState } from './session.ts';
import { findSection, visibleSections } from './settings-sections.tsx';

const loadRunScreen = () => import('./screens/run/run-screen.tsx').then((file) => file.RunScreen);
const RunScreen = lazy(loadRunScreen);
const AccountScreen = lazy(() =>
  import('./screens/account/account-screen.tsx').then((file) => file.AccountScreen),
);
const FirstSecondStep = lazy(() =>
  import('./screens/account/first-second-step.tsx').then((file) => file.FirstSecondStep),
);
const WorkflowsScreen = lazy(() =>
  import('./screens/workflows/workflows-screen.tsx').then((file) => file.WorkflowsScreen),
);
const WorkflowScreen = lazy(() =>
  import('./screens/workflows/workflow-screen.tsx').then((file) => file.WorkflowScreen),
);

/** Paths that a secret in the link opens, signed in or not. */
const secretPaths = ['/sign-in/link', '/invitation'];

/** Shows the screen of the current address, or what must come first, such as signing in. */
export function App() {
  const state = sessionState.value;
  if (secretPaths.includes(path.value) || state.kind === 'out') return <SignInPage />;
  if (state.kind === 'loading') return null;
  if (state.kind === 'broken')
    return (
      <main class="sign-in">
        <FailureNotice failure={state.failure} onRetry={() => void loadSession()} />
      </main>
    );
  if (state.session.mustAddSecondStep)
    return (
      <>
        <FirstSecondStep session={state.session} />
        {isExpired.value && <SignInAgain />}
      </>
    );
  return (
    <>
      <Frame session={state.session} hasSettings={visibleSections().length > 0}>
        <Screen />
      </Frame>
      {isExpired.value && <SignInAgain />}
    </>
  );
}

/** Loads the code of a run before one is opened. A failure is shown when that is tried. */
function loadRunScreenEarly(): void {
  loadRunScreen().catch(() => undefined);
}

function Screen() {
  const [, section, id, ...rest] = path.value.split('/');
  if (path.value === '/' || (section === 'runs' && !id)) return <RunsScreen onShown={loadRunScreenEarly} />;
  if (section === 'runs' && id && rest.length === 0) return <RunScreen key={id} id={id} />;
  if (section === 'workflows' && rest.length === 0)
    return id ? <WorkflowScreen key={id} id={id} /> : <WorkflowsScreen />;
  if (path.value === '/account') return <AccountScreen />;
  if (section === 'settings' && rest.length <= 1) return <Settings path={id} id={rest[0]} />;
  return <NotFound />;
}

/** The settings section at `/settings/<path>`, or one item of it. Without a path: the first section that the person may see. */
function Settings({ path, id }: { path: string | undefined; id: string | undefined }) {
  const visible = visibleSections();
  const section = path === undefined ? visible[0] : findSection(path);
  if (!section || (id !== undefined && !section.Detail)) return <NotFound />;
  return (
    <SettingsFrame sections={visible} current={section.path}>
      {id !== undefined && section.Detail ? (
        <section.Detail key={id} id={id} />
      ) : (
        <section.Screen key={section.path} />
      )}
    </SettingsFrame>
  );
}

import type { VNode } from 'preact';
import type { FlowView } from '../session/view.ts';
import type { Browser } from './browser.ts';
import type { CaptureScreens } from './capture-screens.tsx';
import { Loading } from './screens/loading.tsx';
import { Problem } from './screens/problem.tsx';
import { Processing } from './screens/processing.tsx';
import { Result } from './screens/result.tsx';
import { Welcome } from './screens/welcome.tsx';

interface CurrentScreenProps {
  readonly view: FlowView;
  readonly browser: Browser;
  readonly waitsLong: boolean;
  /** Draws the capture screens; null while its code is on the way. */
  readonly Capture: typeof CaptureScreens | null;
}

/** Draws the screen that the flow is at, and hands each the actions it offers. */
export function CurrentScreen({ view, browser, waitsLong, Capture }: CurrentScreenProps): VNode {
  const screen = view.screen.value;
  const { actions } = view;
  switch (screen.kind) {
    case 'loading':
      return <Loading />;
    case 'welcome':
      return <Welcome {...screen} onBegin={() => actions.begin()} />;
    case 'processing':
      return <Processing {...screen} waitsLong={waitsLong} onLeave={() => actions.finish()} />;
    case 'result':
      return <Result result={screen.result} onDone={() => actions.finish()} />;
    case 'problem':
      return <Problem problem={screen.problem} onClose={() => actions.finish()} />;
    default:
      return Capture ? <Capture screen={screen} view={view} browser={browser} /> : <Loading />;
  }
}

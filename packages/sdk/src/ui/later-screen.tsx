import type { VNode } from 'preact';
import type { FlowView } from '../session/view.ts';
import type { CameraHelp } from './camera-help.tsx';
import type { CaptureScreens } from './capture-screens.tsx';
import type { ScreenAfterFirst } from './later-parts.ts';
import { useLongWait } from './parts/long-wait.ts';
import { screenKey } from './screen-order.ts';
import { Loading } from './screens/loading.tsx';
import { Processing } from './screens/processing.tsx';
import { Result } from './screens/result.tsx';

interface LaterScreenProps {
  readonly screen: ScreenAfterFirst;
  readonly view: FlowView;
  /** Draws the capture screens; null while its code is on the way. */
  readonly Capture: typeof CaptureScreens | null;
  readonly help: CameraHelp;
}

/** Draws a screen that comes after the first, and hands each the actions it offers. */
export function LaterScreen({ screen, view, Capture, help }: LaterScreenProps): VNode {
  const { actions } = view;
  const waitsLong = useLongWait(screenKey(screen));
  switch (screen.kind) {
    case 'loading':
      return <Loading />;
    case 'processing':
      return <Processing {...screen} waitsLong={waitsLong} onLeave={() => actions.finish()} />;
    case 'result':
      return <Result result={screen.result} onDone={() => actions.finish()} />;
    default:
      return Capture ? <Capture screen={screen} view={view} help={help} /> : <Loading />;
  }
}

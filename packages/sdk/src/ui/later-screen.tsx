import type { VNode } from 'preact';
import type { FlowView } from '../session/view.ts';
import type { CameraHelp } from './camera-help.tsx';
import type { CaptureScreens } from './capture-screens.tsx';
import type { CollectScreens } from './collect-screens.tsx';
import type { Form as FormScreen, Written } from './form-screens.tsx';
import type { ScreenAfterFirst } from './later-parts.ts';
import { useLongWait } from './parts/long-wait.ts';
import { screenKey } from './screen-order.ts';
import { Loading } from './screens/loading.tsx';
import { Processing } from './screens/processing.tsx';
import { Result } from './screens/result.tsx';
import type { SelfieScreens } from './selfie-screens.tsx';

interface LaterScreenProps {
  readonly screen: Exclude<ScreenAfterFirst, { readonly kind: 'hand-off' }>;
  readonly view: FlowView;
  /** Draws the capture screens; null while its code is on the way. */
  readonly Capture: typeof CaptureScreens | null;
  /** Draws the screens of a selfie; null likewise. */
  readonly Selfie: typeof SelfieScreens | null;
  /** Draws the screens of the steps that collect files; null likewise. */
  readonly Collect: typeof CollectScreens | null;
  /** Draws a form; null likewise. */
  readonly Form: typeof FormScreen | null;
  readonly written: Written;
  readonly help: CameraHelp;
}

/** Draws a screen that comes after the first, and hands each the actions it offers. */
export function LaterScreen(props: LaterScreenProps): VNode {
  const { screen, view, Capture, Selfie, Collect, Form, written, help } = props;
  const { actions } = view;
  const waitsLong = useLongWait(screenKey(screen));
  if ('task' in screen) return Collect ? <Collect screen={screen} view={view} /> : <Loading />;
  switch (screen.kind) {
    case 'loading':
    // Drawn by what offers it (offer-hosted-page.tsx), in place of all others.
    case 'hosted-page':
      return <Loading />;
    case 'processing':
      return <Processing {...screen} waitsLong={waitsLong} onLeave={() => actions.finish()} />;
    case 'result':
      return <Result result={screen.result} onDone={() => actions.finish()} />;
    case 'selfie-instruct':
    case 'selfie-camera':
    case 'selfie-upload':
    case 'selfie-retry':
      return Selfie ? <Selfie screen={screen} view={view} /> : <Loading />;
    case 'form':
      return Form ? (
        <Form {...screen} written={written} onAnswer={(answers) => actions.answerForm(answers)} />
      ) : (
        <Loading />
      );
    default:
      return Capture ? <Capture screen={screen} view={view} help={help} /> : <Loading />;
  }
}

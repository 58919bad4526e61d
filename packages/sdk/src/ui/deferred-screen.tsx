import type { VNode } from 'preact';
import type { FlowView } from '../session/view.ts';
import type { CaptureScreens } from '../steps/document/capture-screens.tsx';
import type { CollectScreens } from '../steps/files/collect-screens.tsx';
import type { Form as FormScreen, Written } from '../steps/form/form-screens.tsx';
import type { SelfieScreens } from '../steps/selfie/selfie-screens.tsx';
import type { CameraHelp } from './camera-help.tsx';
import type { ScreenAfterFirst } from './deferred-parts.ts';
import { useLongWait } from './parts/long-wait.ts';
import { screenKey } from './screen-order.ts';
import { Loading } from './screens/loading.tsx';
import { Processing } from './screens/processing.tsx';
import { Result } from './screens/result.tsx';

interface DeferredScreenProps {
  readonly screen: Exclude<ScreenAfterFirst, { readonly kind: 'hand-off' }>;
  readonly view: FlowView;
  /** Draws the capture screens; undefined until their code has loaded. */
  readonly Capture: typeof CaptureScreens | undefined;
  /** Draws the screens of a selfie; undefined until their code has loaded. */
  readonly Selfie: typeof SelfieScreens | undefined;
  /** Draws the screens of the steps that collect files; undefined until their code has loaded. */
  readonly Collect: typeof CollectScreens | undefined;
  /** Draws a form; undefined until its code has loaded. */
  readonly Form: typeof FormScreen | undefined;
  readonly written: Written;
  readonly help: CameraHelp;
}

/** Draws a deferred screen, and passes it the actions that it offers. */
export function DeferredScreen(props: DeferredScreenProps): VNode {
  const { screen, view, Capture, Selfie, Collect, Form, written, help } = props;
  const { actions } = view;
  const waitsLong = useLongWait(screenKey(screen));
  if ('task' in screen) return Collect ? <Collect screen={screen} view={view} /> : <Loading />;
  switch (screen.kind) {
    case 'loading':
    // Drawn by `offer-hosted-page.tsx` instead of all other screens.
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

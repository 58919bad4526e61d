import type { VNode } from 'preact';
import type { Screen } from '../flow/screen.ts';
import type { FlowView } from '../session/view.ts';
import { SelfieCamera } from './screens/selfie-camera.tsx';
import { SelfieInstruct } from './screens/selfie-instruct.tsx';
import { SelfieRetry } from './screens/selfie-retry.tsx';
import { SelfieUpload } from './screens/selfie-upload.tsx';

export { selfieStyleSheet as styleSheet } from '../theme/selfie-style-sheet.ts';

/** The screens of a selfie. */
export type SelfieScreen = Extract<Screen, { readonly kind: `selfie-${string}` }>;

export interface SelfieScreensProps {
  readonly screen: SelfieScreen;
  readonly view: FlowView;
}

/** Draws one of the screens of a selfie. Loaded while what came before is checked, or the user reads the welcome. */
export function SelfieScreens({ screen, view }: SelfieScreensProps): VNode {
  const { actions } = view;
  switch (screen.kind) {
    case 'selfie-instruct':
      return <SelfieInstruct onCamera={() => actions.openCamera()} />;
    case 'selfie-camera':
      return (
        <SelfieCamera
          {...screen}
          live={view.live.value}
          onTake={() => actions.takePicture()}
          onToggleTimer={() => actions.toggleTimer()}
          onSwitchCamera={() => actions.switchCamera()}
        />
      );
    case 'selfie-upload':
      return <SelfieUpload {...screen} />;
    case 'selfie-retry':
      return <SelfieRetry {...screen} onTryAgain={() => actions.tryAgain()} />;
  }
}

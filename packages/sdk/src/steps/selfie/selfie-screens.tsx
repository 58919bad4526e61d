import type { VNode } from 'preact';
import type { Screen } from '../../flow/screen.ts';
import type { FlowView } from '../../session/view.ts';
import rules from './selfie.css?inline';
import { SelfieCamera } from './selfie-camera.tsx';
import { SelfieInstruct } from './selfie-instruct.tsx';
import motion from './selfie-motion.css?inline';
import { SelfieRetry } from './selfie-retry.tsx';
import { SelfieUpload } from './selfie-upload.tsx';

/** Style sheet of the selfie, in addition to that of the capture screens. */
export const styleSheet: string = rules + motion;

/** Screens of a selfie. */
export type SelfieScreen = Extract<Screen, { readonly kind: `selfie-${string}` }>;

export interface SelfieScreensProps {
  readonly screen: SelfieScreen;
  readonly view: FlowView;
}

/** Draws a screen of the selfie. Loaded while the previous step is checked, or the user reads the welcome. */
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

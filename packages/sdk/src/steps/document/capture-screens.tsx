import type { VNode } from 'preact';
import type { Screen } from '../../flow/screen.ts';
import type { FlowView } from '../../session/view.ts';
import type { CameraHelp } from '../../ui/camera-help.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { finderShapeOf } from '../../ui/parts/camera/document-shape.ts';
import { Camera } from '../../ui/screens/camera.tsx';
import { CameraProblem } from '../../ui/screens/camera-problem.tsx';
import { DocumentChoice } from './document-choice.tsx';
import { Instruct } from './instruct.tsx';
import { Retry } from './retry.tsx';
import { Review } from './review.tsx';
import { Upload } from './upload.tsx';

export { captureStyleSheet as styleSheet } from '../../theme/capture-style-sheet.ts';

/** Screens of the document step that lead to an uploaded picture. */
export type CaptureScreen = Extract<
  Screen,
  {
    readonly kind:
      | 'document-choice'
      | 'instruct'
      | 'camera'
      | 'camera-problem'
      | 'review'
      | 'upload'
      | 'retry';
  }
>;

export interface CaptureScreensProps {
  readonly screen: CaptureScreen;
  readonly view: FlowView;
  /** Help for the camera problem on the screen. */
  readonly help: CameraHelp;
}

/** Draws a capture screen. Loaded while the user reads the welcome, so that the first screen does not wait for it. */
export function CaptureScreens({ screen, view, help }: CaptureScreensProps): VNode {
  const { t } = useLanguage();
  const { actions } = view;
  const onFile = (file: File) => actions.chooseFile(file);
  switch (screen.kind) {
    case 'document-choice':
      return <DocumentChoice {...screen} onChoose={(document) => actions.chooseDocument(document)} />;
    case 'instruct':
      return <Instruct {...screen} onCamera={() => actions.openCamera()} onFile={onFile} />;
    case 'camera':
      return (
        <Camera
          {...screen}
          heading={t(`side.${screen.document}.${screen.side}`)}
          shape={finderShapeOf(screen.document, screen.side)}
          live={view.live.value}
          onTake={() => actions.takePicture()}
          onSwitchCamera={() => actions.switchCamera()}
          onToggleTorch={() => actions.toggleTorch()}
          onFile={onFile}
        />
      );
    case 'camera-problem':
      return <CameraProblem {...screen} help={help} onTryAgain={() => actions.tryAgain()} onFile={onFile} />;
    case 'review':
      return (
        <Review
          {...screen}
          onAccept={() => actions.acceptPicture()}
          onRetake={() => actions.retakePicture()}
        />
      );
    case 'upload':
      return <Upload {...screen} />;
    case 'retry':
      return <Retry {...screen} onTryAgain={() => actions.tryAgain()} />;
  }
}

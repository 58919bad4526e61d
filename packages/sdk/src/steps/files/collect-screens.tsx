import type { VNode } from 'preact';
import type { CollectScreen } from '../../flow/screen.ts';
import type { FlowView } from '../../session/view.ts';
import { cardAspect, type FinderShape } from '../../ui/parts/camera/document-shape.ts';
import { Camera } from '../../ui/screens/camera.tsx';
import { CollectInstruct } from './collect-instruct.tsx';
import { CollectList } from './collect-list.tsx';
import { CollectRetry } from './collect-retry.tsx';
import { CollectReview } from './collect-review.tsx';
import { CollectTitle } from './collect-title.tsx';
import { CollectUpload } from './collect-upload.tsx';

export { default as styleSheet } from './collect.css?inline';

export interface CollectScreensProps {
  readonly screen: CollectScreen;
  readonly view: FlowView;
}

const cardShapes: Readonly<Record<'front' | 'back', FinderShape>> = {
  front: {
    aspect: cardAspect,
    ghost: 'M10 14h16v11H10zM10 36h16M32 36h16M54 36h16M76 36h14M10 50h34M76 50h14',
  },
  back: { aspect: cardAspect, ghost: 'M0 12h100M0 20h100M8 32h50v9H8zM64 36.5h14M8 52h46' },
};

/** A sheet of A4, into which a Letter sheet fits. */
const sheetShape: FinderShape = {
  aspect: 210 / 297,
  ghost: 'M12 14h26M62 14h26M12 32h34M12 38h28M12 44h32M12 66h76M12 76h76M12 86h70M12 96h76M12 106h52',
};

/** Draws a screen of the steps that collect files. Loaded while the previous step is checked, or the user reads. */
export function CollectScreens({ screen, view }: CollectScreensProps): VNode {
  const { actions } = view;
  const onFile = (file: File) => actions.chooseFile(file, screen.slot);
  const onCamera = () => actions.openCamera();
  switch (screen.kind) {
    case 'collect-instruct':
      return <CollectInstruct {...screen} onCamera={onCamera} onFile={onFile} />;
    case 'collect-camera': {
      const { task } = screen;
      return (
        <Camera
          {...screen}
          heading={<CollectTitle task={task} />}
          shape={task.of === 'card' ? cardShapes[task.side] : sheetShape}
          live={view.live.value}
          onTake={() => actions.takePicture()}
          onSwitchCamera={() => actions.switchCamera()}
          onToggleTorch={() => actions.toggleTorch()}
          onFile={onFile}
        />
      );
    }
    case 'collect-review':
      return (
        <CollectReview
          {...screen}
          onAccept={() => actions.acceptPicture()}
          onRetake={() => actions.retakePicture()}
        />
      );
    case 'collect-upload':
      return <CollectUpload {...screen} />;
    case 'collect-list':
      return (
        <CollectList
          {...screen}
          onAdd={() => actions.addFile()}
          onRemove={(slot) => actions.removeFile(slot)}
          onSubmit={() => actions.acceptPicture()}
        />
      );
    case 'collect-retry':
      return (
        <CollectRetry {...screen} onTryAgain={() => actions.tryAgain()} onCamera={onCamera} onFile={onFile} />
      );
  }
}

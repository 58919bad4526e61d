import type { CaptureSlot, DocumentType } from '@vendor/contract';
import type { LiveView } from '../../session/view.ts';
import { useLanguage } from '../language-context.ts';
import { captureIcons } from '../parts/capture-icons.ts';
import { useElapsed } from '../parts/elapsed.ts';
import { FileButton } from '../parts/file-button.tsx';
import { Heading } from '../parts/heading.tsx';
import { HintPill } from '../parts/hint-pill.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Shutter } from '../parts/shutter.tsx';
import { Viewfinder } from '../parts/viewfinder.tsx';

/** A camera that has not started after this long is probably waiting for the user's permission. */
const PROBABLY_ASKING_MS = 1200;

interface CameraProps {
  readonly document: DocumentType;
  readonly side: CaptureSlot;
  readonly fileAllowed: boolean;
  readonly live: LiveView;
  readonly onTake: () => void;
  readonly onSwitchCamera: () => void;
  readonly onToggleTorch: () => void;
  readonly onFile: (file: File) => void;
}

/** The live picture with one hint, a window for the document, and the shutter. */
export function Camera(props: CameraProps) {
  const { document, side, fileAllowed, live } = props;
  const { t } = useLanguage();
  const isLive = live.stream !== null;
  const isAsking = useElapsed(isLive ? 'live' : 'starting', PROBABLY_ASKING_MS);
  const waiting = t(isAsking ? 'camera.asking' : 'camera.starting');
  return (
    <div class="page camera">
      <div class="camera-words">
        <Heading>{t(`side.${document}.${side}`)}</Heading>
        <HintPill
          hint={isLive ? live.hint : null}
          text={isLive ? t(`hint.${live.hint ?? 'none'}`) : waiting}
        />
      </div>
      <Viewfinder live={live} document={document} side={side} />
      <div class="camera-controls">
        <span class="camera-corner">
          {live.torch !== 'none' && (
            <IconButton
              class="round"
              icon={captureIcons.torch}
              label={t('camera.torch')}
              pressed={live.torch === 'on'}
              onPress={props.onToggleTorch}
            />
          )}
        </span>
        <Shutter
          label={t('camera.shutter')}
          held={live.held}
          disabled={!isLive || live.taking}
          onPress={props.onTake}
        />
        <span class="camera-corner">
          {live.canSwitchCamera && (
            <IconButton
              class="round"
              icon={captureIcons.switch}
              label={t('camera.switch')}
              onPress={props.onSwitchCamera}
            />
          )}
        </span>
        {fileAllowed && (
          <span class="camera-file">
            <FileButton label={t('instruct.file')} onFile={props.onFile} />
          </span>
        )}
      </div>
    </div>
  );
}

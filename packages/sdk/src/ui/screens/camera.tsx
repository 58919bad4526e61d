import type { ComponentChildren } from 'preact';
import type { LiveView } from '../../session/view.ts';
import { useLanguage } from '../language-context.ts';
import type { FinderShape } from '../parts/camera/document-shape.ts';
import { HintPill } from '../parts/camera/hint-pill.tsx';
import { Shutter } from '../parts/camera/shutter.tsx';
import { Viewfinder } from '../parts/camera/viewfinder.tsx';
import { useCameraPrompt } from '../parts/camera-prompt.ts';
import { captureIcons } from '../parts/capture-icons.ts';
import { FileButton } from '../parts/file-button.tsx';
import { Heading } from '../parts/heading.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { useKeptFocus } from '../parts/kept-focus.ts';

interface CameraProps {
  /** Names the photographed object. */
  readonly heading: ComponentChildren;
  readonly shape: FinderShape;
  readonly fileAllowed: boolean;
  /** Types of files that may be chosen instead, as for the `accept` attribute of an input. */
  readonly fileTypes?: string | undefined;
  readonly live: LiveView;
  readonly onTake: () => void;
  readonly onSwitchCamera: () => void;
  readonly onToggleTorch: () => void;
  readonly onFile: (file: File) => void;
}

/** Shows the live picture with one hint, a window for the photographed object, and the shutter. */
export function Camera(props: CameraProps) {
  const { live } = props;
  const { t } = useLanguage();
  const isLive = live.stream !== null;
  const isAsking = useCameraPrompt(live, 'camera');
  const controls = useKeptFocus();
  const waiting = t(isAsking ? 'camera.asking' : 'camera.starting');
  return (
    <div class="page camera">
      <div class="camera-words">
        <Heading>{props.heading}</Heading>
        <HintPill
          hint={isLive ? live.hint : null}
          text={isLive ? t(`hint.${live.hint ?? 'none'}`) : waiting}
        />
      </div>
      <Viewfinder live={live} shape={props.shape} />
      <div class="camera-controls" ref={controls}>
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
              disabled={!isLive}
              onPress={props.onSwitchCamera}
            />
          )}
        </span>
        {props.fileAllowed && (
          <span class="camera-file">
            <FileButton {...props} />
          </span>
        )}
      </div>
    </div>
  );
}

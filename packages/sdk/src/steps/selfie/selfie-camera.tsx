import type { SelfiePose } from '@vendor/contract';
import type { Offline } from '../../flow/screen.ts';
import type { LiveView } from '../../session/view.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { Shutter } from '../../ui/parts/camera/shutter.tsx';
import { useCameraPrompt } from '../../ui/parts/camera-prompt.ts';
import { captureIcons } from '../../ui/parts/capture-icons.ts';
import { deferredIcons } from '../../ui/parts/deferred-icons.ts';
import { Heading } from '../../ui/parts/heading.tsx';
import { Icon } from '../../ui/parts/icon.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { icons } from '../../ui/parts/icons.ts';
import { useKeptFocus } from '../../ui/parts/kept-focus.ts';
import { uploadText } from '../../ui/parts/upload-text.ts';
import { FaceFinder } from './face-finder.tsx';
import { arrowOf, poseHintIcons, poseIcons } from './selfie-icons.ts';

/** Number of steps in which the ring fills; the style sheet animates between them unless the user prefers reduced motion. */
const RING_STEPS = 4;

interface SelfieCameraProps {
  readonly poses: readonly SelfiePose[];
  readonly taken: number;
  readonly offline: Offline;
  readonly live: LiveView;
  readonly onTake: () => void;
  readonly onToggleTimer: () => void;
  readonly onSwitchCamera: () => void;
}

/** Shows the live picture (mirrored for front cameras), an oval for the face, one pose at a time, and the shutter. */
export function SelfieCamera(props: SelfieCameraProps) {
  const { poses, taken, offline, live, onTake, onToggleTimer, onSwitchCamera } = props;
  const { t } = useLanguage();
  const pose = poses[Math.min(taken, poses.length - 1)] ?? 'straight';
  const isLive = live.stream !== null;
  const isAsking = useCameraPrompt(live, 'camera');
  const controls = useKeptFocus();
  const prompt = choosePrompt();
  return (
    <div class={live.taking ? 'page camera selfie taking' : 'page camera selfie'}>
      <div class="camera-words">
        <Heading>{t('selfie.heading')}</Heading>
        <div class={prompt.isGood ? 'pill good' : 'pill'} aria-hidden="true">
          <Icon path={prompt.icon} />
          <span>{prompt.text}</span>
        </div>
      </div>
      <FaceFinder live={live} pose={pose} poses={poses.length} taken={taken} />
      <div class="camera-controls" ref={controls}>
        <span class="camera-corner">
          {live.timer !== 'none' && (
            <IconButton
              class="round"
              icon={icons.clock}
              label={t('selfie.timer')}
              pressed={live.timer === 'on'}
              onPress={onToggleTimer}
            />
          )}
        </span>
        <Shutter
          label={t('camera.shutter')}
          held={Math.ceil(live.held * RING_STEPS) / RING_STEPS}
          disabled={!isLive || live.taking}
          onPress={onTake}
        />
        <span class="camera-corner">
          {live.canSwitchCamera && taken === 0 && (
            <IconButton
              class="round"
              icon={captureIcons.switch}
              label={t('camera.switch')}
              disabled={!isLive || live.taking}
              onPress={onSwitchCamera}
            />
          )}
        </span>
      </div>
    </div>
  );

  /** Returns the prompt over the picture, which the announcer also speaks. */
  function choosePrompt(): { readonly icon: string; readonly text: string; readonly isGood?: boolean } {
    if (!isLive) return { icon: icons.camera, text: t(isAsking ? 'camera.asking' : 'camera.starting') };
    if (offline) return { icon: icons.alert, text: uploadText(offline, t) };
    if (live.sending) return { icon: icons.lock, text: t('upload.title') };
    if (live.taking) return { icon: deferredIcons.check, text: t('camera.taken'), isGood: true };
    const { poseHint } = live;
    const poseIcon = poseIcons[arrowOf(pose, live)];
    if (!poseHint || poseHint === 'pose') return { icon: poseIcon, text: t(`pose.${pose}`) };
    // Keeps the arrow of the pose for hints without an icon of their own.
    const icon = poseHintIcons[poseHint] ?? poseIcon;
    return { icon, text: t(`pose.${poseHint}`), isGood: poseHint === 'hold-still' };
  }
}

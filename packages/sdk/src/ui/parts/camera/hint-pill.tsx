import type { CaptureHint } from '../../../flow/screen.ts';
import { captureIcons } from '../capture-icons.ts';
import { deferredIcons } from '../deferred-icons.ts';
import { Icon } from '../icon.tsx';
import { icons } from '../icons.ts';

const hintIcons: Readonly<Record<CaptureHint, string>> = {
  // Some icons are named after the hint.
  ...captureIcons,
  looking: deferredIcons.corners,
  'too-dark': captureIcons.moon,
  'too-bright': captureIcons.light,
  'turn-over': captureIcons.turn,
  'by-hand': icons.camera,
  'hold-still': deferredIcons.check,
};

interface HintPillProps {
  /** Null while there is no picture or no analysis. */
  readonly hint: CaptureHint | null;
  readonly text: string;
}

/** Shows the hint over the live picture, which the announcer speaks. */
export function HintPill({ hint, text }: HintPillProps) {
  return (
    <div class={hint === 'hold-still' ? 'pill good' : 'pill'} aria-hidden="true">
      <Icon path={hint === null ? icons.camera : hintIcons[hint]} />
      <span>{text}</span>
    </div>
  );
}

import type { Screen } from '../flow/screen.ts';
import type { Translate } from '../i18n/translate.ts';
import type { LiveView } from '../session/view.ts';
import { uploadText } from './parts/upload-text.ts';

type SelfieCamera = Extract<Screen, { kind: 'selfie-camera' }>;

/** Screens that say nothing besides their heading. */
type SilentKind =
  | 'loading'
  | 'welcome'
  | 'leaving'
  | 'hosted-page'
  | 'hand-off'
  | 'result'
  | 'form'
  | 'document-choice'
  | 'instruct'
  | 'review'
  | 'retry'
  | 'selfie-instruct'
  | 'selfie-retry'
  | 'collect-instruct'
  | 'collect-review'
  | 'collect-list'
  | 'collect-retry';

/** Texts for a screen reader besides the heading that takes the focus; an empty text says nothing. */
export interface Announcement {
  readonly polite: string;
  readonly assertive: string;
}

/** Announces nothing. */
export const silence: Announcement = { polite: '', assertive: '' };

/**
 * The words for what changes while a screen stays: hints over the live picture, a lost connection, a long wait. What
 * blocks the flow is said assertively.
 *
 * @param isAsking Whether the browser probably asks the user for the camera.
 * @param waitsLong Whether the screen has been shown for so long that waiting needs a word.
 */
export function announcementFor(
  screen: Screen,
  live: LiveView,
  isAsking: boolean,
  waitsLong: boolean,
  t: Translate,
): Announcement {
  switch (screen.kind) {
    case 'camera':
    case 'collect-camera':
      return { polite: words(live, isAsking, t), assertive: '' };
    case 'selfie-camera':
      return screen.offline
        ? { polite: '', assertive: uploadText(screen.offline, t) }
        : { polite: words(live, isAsking, t, screen), assertive: '' };
    case 'upload':
    case 'selfie-upload':
    case 'collect-upload':
      return screen.offline ? { polite: '', assertive: uploadText(screen.offline, t) } : silence;
    case 'processing':
      return waitsLong ? { polite: t('processing.long'), assertive: '' } : silence;
    case 'camera-problem':
      return { polite: '', assertive: t(`cameraProblem.${screen.problem}`) };
    case 'problem':
      return { polite: '', assertive: t(`problem.${screen.problem.kind}`) };
    default:
      // The type of one screen has two kinds: the compiler does not take the camera out of it.
      screen satisfies { kind: SilentKind | 'collect-camera' };
      return silence;
  }
}

function words(live: LiveView, isAsking: boolean, t: Translate, selfie?: SelfieCamera): string {
  const { stream, taking, hint, poseHint } = live;
  const pose = selfie?.poses[selfie.taken];
  if (stream === null || (selfie && !pose)) return t(isAsking ? 'camera.asking' : 'camera.starting');
  if (taking) return t(live.sending ? 'upload.title' : 'camera.taken');
  return t(pose ? `pose.${poseHint && poseHint !== 'pose' ? poseHint : pose}` : `hint.${hint ?? 'none'}`);
}

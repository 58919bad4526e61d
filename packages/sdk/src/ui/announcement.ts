import type { Screen } from '../flow/screen.ts';
import type { Translate } from '../i18n/translate.ts';
import type { LiveView } from '../session/view.ts';
import { uploadText } from './parts/upload-text.ts';

type SelfieCamera = Extract<Screen, { kind: 'selfie-camera' }>;

/** Screens without announcements besides their heading. */
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

/** Texts announced to a screen reader besides the focused heading; empty texts are not announced. */
export interface Announcement {
  readonly polite: string;
  readonly assertive: string;
}

/** Announces nothing. */
export const silence: Announcement = { polite: '', assertive: '' };

/**
 * Returns the texts for changes within a screen: hints over the live picture, a lost connection, a long wait. Texts about what
 * blocks the flow are assertive.
 *
 * @param isAsking Whether the browser's camera prompt is probably open.
 * @param waitsLong Whether the screen has been shown for so long that the wait is mentioned.
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
      return { polite: hintText(live, isAsking, t), assertive: '' };
    case 'selfie-camera':
      return screen.offline
        ? { polite: '', assertive: uploadText(screen.offline, t) }
        : { polite: hintText(live, isAsking, t, screen), assertive: '' };
    case 'upload':
    case 'selfie-upload':
    case 'collect-upload':
      return screen.offline ? { polite: '', assertive: uploadText(screen.offline, t) } : silence;
    case 'processing':
      return waitsLong && !screen.mayGoOn ? { polite: t('processing.long'), assertive: '' } : silence;
    case 'camera-problem':
      return { polite: '', assertive: t(`cameraProblem.${screen.problem}`) };
    case 'problem':
      return { polite: '', assertive: t(`problem.${screen.problem.kind}`) };
    default:
      // Includes `collect-camera`, because one screen type has two kinds, so the compiler does not exclude it here.
      screen satisfies { kind: SilentKind | 'collect-camera' };
      return silence;
  }
}

function hintText(live: LiveView, isAsking: boolean, t: Translate, selfie?: SelfieCamera): string {
  const { stream, taking, hint, poseHint } = live;
  const pose = selfie?.poses[selfie.taken];
  if (stream === null || (selfie && !pose)) return t(isAsking ? 'camera.asking' : 'camera.starting');
  if (taking) return t(live.sending ? 'upload.title' : 'camera.taken');
  return t(pose ? `pose.${poseHint && poseHint !== 'pose' ? poseHint : pose}` : `hint.${hint ?? 'none'}`);
}

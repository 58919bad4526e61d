import type { Screen } from '../flow/screen.ts';
import type { Translate } from '../i18n/translate.ts';
import type { LiveView } from '../session/view.ts';

/** What a screen reader is told besides the heading that takes the focus; an empty text says nothing. */
export interface Announcement {
  readonly polite: string;
  readonly assertive: string;
}

const SILENCE: Announcement = { polite: '', assertive: '' };

/**
 * The words for what changes while a screen stays: hints over the live picture, a lost connection, a long wait. What
 * blocks the flow is said assertively.
 *
 * @param waitsLong Whether the screen has been shown for so long that waiting needs a word.
 */
export function announcementFor(
  screen: Screen,
  live: LiveView,
  waitsLong: boolean,
  t: Translate,
): Announcement {
  switch (screen.kind) {
    case 'camera':
      return { polite: cameraWords(live, t), assertive: '' };
    case 'upload':
      return screen.offline ? { polite: '', assertive: t('upload.offline') } : SILENCE;
    case 'processing':
      return waitsLong ? { polite: t('processing.long'), assertive: '' } : SILENCE;
    case 'camera-problem':
      return { polite: '', assertive: t(`cameraProblem.${screen.problem}`) };
    case 'problem':
      return { polite: '', assertive: t(`problem.${screen.problem.kind}`) };
    default:
      return SILENCE;
  }
}

function cameraWords(live: LiveView, t: Translate): string {
  if (live.taking) return t('camera.taken');
  return live.stream === null ? t('camera.starting') : t(`hint.${live.hint ?? 'none'}`);
}

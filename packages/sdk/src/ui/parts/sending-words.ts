import type { Offline } from '../../flow/screen.ts';
import type { Translate } from '../../i18n/translate.ts';

/** Words while something is sent: nobody is told to be offline who is not. */
export function sendingWords(offline: Offline, t: Translate): string {
  return t(offline === 'service' ? 'upload.noAnswer' : offline ? 'upload.offline' : 'upload.text');
}

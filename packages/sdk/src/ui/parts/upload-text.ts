import type { Offline } from '../../flow/screen.ts';
import type { Translate } from '../../i18n/translate.ts';

/** Returns the text shown during an upload. Distinguishes a device without connection from a service that does not answer. */
export function uploadText(offline: Offline, t: Translate): string {
  return t(offline === 'service' ? 'upload.noAnswer' : offline ? 'upload.offline' : 'upload.text');
}

import { useEffect } from 'preact/hooks';
import type { Screen } from '../flow/screen.ts';
import { formatShare } from '../i18n/format.ts';
import type { LiveView, Shown } from '../session/view.ts';
import { announcementFor, silence } from './announcement.ts';
import { useLanguage } from './language-context.ts';
import { Announcer } from './parts/announcer.tsx';
import { useAsking } from './parts/asking.ts';
import { useLongWait } from './parts/long-wait.ts';
import { screenKey } from './screen-order.ts';

interface VoiceProps {
  readonly screen: Shown<Screen>;
  readonly live: Shown<LiveView>;
  /** A question lies over the screen, and is what is to be heard. */
  readonly isAsked: Shown<boolean>;
}

/** Speaks what changes within a screen; apart from the frame, which must not be drawn anew with every live frame. */
export function Voice({ screen, live, isAsked }: VoiceProps) {
  const { t, intlTag } = useLanguage();
  const isRead = screen.value.kind.endsWith('instruct');
  // The first digits of a language cost more than a whole screen, and would be asked for by the press that opens the camera.
  useEffect(() => {
    if (isRead) formatShare(0, intlTag);
  }, [isRead, intlTag]);
  const key = screenKey(screen.value);
  const isAsking = useAsking(live.value, key);
  const waitsLong = useLongWait(key);
  const words = isAsked.value ? silence : announcementFor(screen.value, live.value, isAsking, waitsLong, t);
  return <Announcer {...words} />;
}

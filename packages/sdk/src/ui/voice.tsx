import type { Screen } from '../flow/screen.ts';
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
  const { t } = useLanguage();
  const key = screenKey(screen.value);
  const isAsking = useAsking(live.value, key);
  const waitsLong = useLongWait(key);
  const words = isAsked.value ? silence : announcementFor(screen.value, live.value, isAsking, waitsLong, t);
  return <Announcer {...words} />;
}

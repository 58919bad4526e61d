import type { Screen } from '../flow/screen.ts';
import type { LiveView, Shown } from '../session/view.ts';
import { announcementFor } from './announcement.ts';
import { useLanguage } from './language-context.ts';
import { Announcer } from './parts/announcer.tsx';
import { useLongWait } from './parts/long-wait.ts';
import { screenKey } from './screen-order.ts';

interface VoiceProps {
  readonly screen: Shown<Screen>;
  readonly live: Shown<LiveView>;
}

/** Speaks what changes within a screen; apart from the frame, which must not be drawn anew with every live frame. */
export function Voice({ screen, live }: VoiceProps) {
  const { t } = useLanguage();
  const waitsLong = useLongWait(screenKey(screen.value));
  return <Announcer {...announcementFor(screen.value, live.value, waitsLong, t)} />;
}

import { useEffect } from 'preact/hooks';
import type { Screen } from '../flow/screen.ts';
import { formatShare } from '../i18n/format.ts';
import type { LiveView, Shown } from '../session/view.ts';
import { announcementFor, silence } from './announcement.ts';
import { useLanguage } from './language-context.ts';
import { Announcer } from './parts/announcer.tsx';
import { useCameraPrompt } from './parts/camera-prompt.ts';
import { useLongWait } from './parts/long-wait.ts';
import { screenKey } from './screen-order.ts';

interface VoiceProps {
  readonly screen: Shown<Screen>;
  readonly live: Shown<LiveView>;
  /** Whether a dialog covers the screen and is read instead. */
  readonly isAsked: Shown<boolean>;
}

/** Announces changes within a screen. Separate from the frame, which must not be redrawn with every live frame. */
export function Voice({ screen, live, isAsked }: VoiceProps) {
  const { t, intlTag } = useLanguage();
  const isRead = screen.value.kind.endsWith('instruct');
  // Formats a number in advance, because the first one of a language takes longer than a whole screen, and would delay the
  // camera.
  useEffect(() => {
    if (isRead) formatShare(0, intlTag);
  }, [isRead, intlTag]);
  const key = screenKey(screen.value);
  const isAsking = useCameraPrompt(live.value, key);
  const waitsLong = useLongWait(key);
  const words = isAsked.value ? silence : announcementFor(screen.value, live.value, isAsking, waitsLong, t);
  return <Announcer {...words} />;
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Announcement } from '../announcement.ts';

/** Minimum time between two announcements, in ms; a screen reader takes about this long for a hint. */
const PACE_MS = 2000;

/** Draws a polite and an assertive live region, each paced so that hints do not interrupt each other. */
export function Announcer({ polite, assertive }: Announcement) {
  const voice = useRef<HTMLDivElement>(null);
  // Clears the announcement of a new screen once the user enters the flow, since the screen contains the same words. The
  // listener goes with the frame, which outlives this component.
  useEffect(() => {
    const frame = voice.current?.parentElement;
    const announcement = frame?.querySelector('.told');
    frame?.addEventListener('focusin', () => {
      if (announcement) announcement.textContent = '';
    });
  }, []);
  return (
    <div class="unseen" ref={voice}>
      <div aria-live="polite" aria-atomic="true">
        {usePaced(polite)}
      </div>
      <div aria-live="assertive" aria-atomic="true">
        {usePaced(assertive)}
      </div>
    </div>
  );
}

/**
 * Returns a text at a limited pace. Of texts that change too fast, only the latest is returned, and not if it equals the last
 * one. An empty text is returned at once.
 */
function usePaced(text: string): string {
  const [said, setSaid] = useState('');
  const lastSaidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === said) return;
    const announce = () => {
      if (text !== '') lastSaidAt.current = performance.now();
      setSaid(text);
    };
    const waitMs = text === '' ? 0 : lastSaidAt.current + PACE_MS - performance.now();
    if (waitMs <= 0) return announce();
    const timer = setTimeout(announce, waitMs);
    return () => clearTimeout(timer);
  }, [text, said]);
  return said;
}

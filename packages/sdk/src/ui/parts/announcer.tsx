import { useEffect, useRef, useState } from 'preact/hooks';
import type { Announcement } from '../announcement.ts';

/** Least time between two announcements; a voice needs about this long for a hint. */
const PACE_MS = 2000;

/** The one place of live text: a polite and an assertive region, each paced so that hints do not talk over each other. */
export function Announcer({ polite, assertive }: Announcement) {
  const voice = useRef<HTMLDivElement>(null);
  // Clears the words that told users busy elsewhere in the page of the screen: once in the flow, they read the screen itself, and
  // would meet the same words again behind it. The frame outlives this component, and goes with the flow.
  useEffect(() => {
    const frame = voice.current?.parentElement;
    const told = frame?.querySelector('.told');
    frame?.addEventListener('focusin', () => {
      if (told) told.textContent = '';
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
 * Follows a text no faster than the pace. Of what comes too early only the latest is said, and not at all when it is
 * what was said last. Falling silent is immediate.
 */
function usePaced(text: string): string {
  const [said, setSaid] = useState('');
  const lastSaidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === said) return;
    const say = () => {
      if (text !== '') lastSaidAt.current = performance.now();
      setSaid(text);
    };
    const waitMs = text === '' ? 0 : lastSaidAt.current + PACE_MS - performance.now();
    if (waitMs <= 0) return say();
    const timer = setTimeout(say, waitMs);
    return () => clearTimeout(timer);
  }, [text, said]);
  return said;
}

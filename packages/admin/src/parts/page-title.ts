import { useEffect } from 'preact/hooks';
import { frame } from '../texts/en/frame.ts';

/** Names the window after a screen. Nothing of a user may stand in it: browsers keep titles in their history. */
export function usePageTitle(screen: string): void {
  useEffect(() => {
    document.title = frame.title(screen);
  }, [screen]);
}

import { useEffect } from 'preact/hooks';
import { frame } from '../texts/en/frame.ts';

/**
 * Sets the title of the page to the name of a screen. Names must contain no personal data, because browsers keep titles in
 * their history.
 */
export function usePageTitle(screen: string): void {
  useEffect(() => {
    document.title = frame.title(screen);
  }, [screen]);
}

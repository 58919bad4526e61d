import type { FlowTheme } from './flow-theme.ts';
import dialog from './sheet/dialog.css?inline';
import drawings from './sheet/drawings.css?inline';
import motion from './sheet/first-motion.css?inline';
import frame from './sheet/frame.css?inline';
import page from './sheet/page.css?inline';
import parts from './sheet/parts.css?inline';

/**
 * Returns the style sheet of the frame, the screens that load with it and the dialogs over any screen, to be adopted by the
 * flow's shadow root.
 */
export function styleSheet({ tokens }: FlowTheme): string {
  return tokens + frame + page + parts + dialog + drawings + motion;
}

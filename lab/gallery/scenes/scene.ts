import type { Screen } from '../../../packages/sdk/src/flow/screen.ts';
import type { PageNavigator, Scope } from '../../../packages/sdk/src/preflight/scope.ts';
import type { LiveView } from '../../../packages/sdk/src/session/view.ts';
import type { TimeWarning } from '../../../packages/sdk/src/time-limit/keep-time.ts';

/** One state of the flow for visual inspection. */
export interface Scene {
  readonly screen: Screen;
  readonly live?: Partial<LiveView>;
  readonly progress?: number;
  readonly canGoBack?: boolean;
  readonly quitAsked?: boolean;
  /** Set if the time is nearly over. */
  readonly warning?: TimeWarning;
  /** Whether the outline of the document was found. */
  readonly found?: boolean;
  /** Content of the live picture; null before the camera has started. */
  readonly picture?: 'passport' | 'card' | null;
  /** Deviations of page and browser from the defaults. */
  readonly scope?: Partial<Scope> & { readonly navigator?: PageNavigator };
}

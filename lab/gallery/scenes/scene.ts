import type { Screen } from '../../../packages/sdk/src/flow/screen.ts';
import type { PageNavigator, Scope } from '../../../packages/sdk/src/preflight/scope.ts';
import type { LiveView } from '../../../packages/sdk/src/session/view.ts';
import type { TimeWarning } from '../../../packages/sdk/src/time-limit/keep-time.ts';

/** One state of the flow to be looked at. */
export interface Scene {
  readonly screen: Screen;
  readonly live?: Partial<LiveView>;
  readonly progress?: number;
  readonly canGoBack?: boolean;
  readonly quitAsked?: boolean;
  /** The time is nearly over. */
  readonly warning?: TimeWarning;
  /** The outline of the document is found. */
  readonly found?: boolean;
  /** Content of the live picture; null while the camera has not started. */
  readonly picture?: 'passport' | 'card' | null;
  /** Differences of the page and the browser. */
  readonly scope?: Partial<Scope> & { readonly navigator?: PageNavigator };
}

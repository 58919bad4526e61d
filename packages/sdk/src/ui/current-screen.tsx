import type { VNode } from 'preact';
import type { Screen } from '../flow/screen.ts';
import type { FrameView } from '../session/view.ts';
import type { DeferredParts } from './deferred-parts.ts';
import { Leaving } from './screens/leaving.tsx';
import { Problem } from './screens/problem.tsx';
import { Welcome } from './screens/welcome.tsx';

interface CurrentScreenProps {
  readonly screen: Screen;
  readonly actions: FrameView['actions'];
  /** Draws the deferred screens; undefined until they have loaded. */
  readonly Deferred: DeferredParts['Screen'] | undefined;
}

/**
 * Draws the current screen. Three screens are not deferred: the welcome, the question before leaving, and the problem, which
 * must be shown even if nothing else can be loaded.
 */
export function CurrentScreen({ screen, actions, Deferred }: CurrentScreenProps): VNode | null {
  switch (screen.kind) {
    case 'welcome':
      return <Welcome {...screen} onBegin={actions.begin} />;
    case 'leaving':
      return <Leaving onStay={actions.cancelQuit} onLeave={actions.confirmQuit} />;
    case 'problem':
      return (
        <Problem
          problem={screen.problem}
          onPress={actions[screen.problem.kind === 'general' ? 'begin' : 'finish']}
        />
      );
    default:
      return Deferred ? <Deferred screen={screen} /> : null;
  }
}

import type { VNode } from 'preact';
import type { Screen } from '../flow/screen.ts';
import type { FrameView } from '../session/view.ts';
import type { LaterParts } from './later-parts.ts';
import { Leaving } from './screens/leaving.tsx';
import { Problem } from './screens/problem.tsx';
import { Welcome } from './screens/welcome.tsx';

interface CurrentScreenProps {
  readonly screen: Screen;
  readonly actions: FrameView['actions'];
  /** Draws the screens that come later; absent while they are on the way. */
  readonly Later: LaterParts['Screen'] | undefined;
}

/**
 * Draws the screen that the flow is at. Three come with the frame: the welcome, the question whether to leave it, and the
 * problem, which must be told even when nothing else could be loaded.
 */
export function CurrentScreen({ screen, actions, Later }: CurrentScreenProps): VNode | null {
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
      return Later ? <Later screen={screen} /> : null;
  }
}

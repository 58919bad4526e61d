import { type ComponentChildren, createContext, type FunctionComponent } from 'preact';
import { useContext } from 'preact/hooks';
import { Heading } from './heading.tsx';

interface PageProps {
  /** Drawing above the heading. */
  readonly art?: ComponentChildren;
  /** Small line above the heading. */
  readonly eyebrow?: string;
  readonly heading: ComponentChildren;
  readonly lead?: string;
  /** Centres screens that only inform; others start at the top, the first screen with a large heading. */
  readonly align: 'start' | 'start large' | 'middle';
  readonly children?: ComponentChildren;
  /** The primary action and at most one quiet one; `MoreActions` adds one where the flow may continue on a phone. */
  readonly actions?: ComponentChildren;
}

/** Draws further actions below those of each page that has some; null if there are none. */
export const MoreActions = createContext<FunctionComponent | null>(null);

/** Layout of a screen: the content scrolls, the actions stay at the bottom. */
export function Page({ art, eyebrow, heading, lead, align, children, actions }: PageProps) {
  const More = useContext(MoreActions);
  return (
    <div class={`page ${align}`}>
      <div class="content">
        <div class="column">
          {art}
          <div class="titles">
            {eyebrow !== undefined && <p class="eyebrow">{eyebrow}</p>}
            <Heading>{heading}</Heading>
            {lead !== undefined && <p class="lead">{lead}</p>}
          </div>
          {children}
        </div>
      </div>
      {actions !== undefined && (
        <div class="actions">
          {actions}
          {More && <More />}
        </div>
      )}
    </div>
  );
}

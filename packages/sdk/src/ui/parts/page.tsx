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
  /** Screens that only tell something stand in the middle; others begin at the top, the first of all with a large heading. */
  readonly align: 'start' | 'start large' | 'middle';
  readonly children?: ComponentChildren;
  /** The primary action, and at most one quiet one; where the user may go on with a phone, that is one more (`MoreActions`). */
  readonly actions?: ComponentChildren;
}

/** Draws what the flow offers below the actions of whatever page there is; null where nothing does. */
export const MoreActions = createContext<FunctionComponent | null>(null);

/** The frame of a screen's content: what is read scrolls, what is pressed stays at the lower edge. */
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

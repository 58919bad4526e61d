import { CircleAlert, CircleCheck, Info } from 'lucide-preact';
import type { ComponentChildren } from 'preact';

const icons = { danger: CircleAlert, caution: CircleAlert, success: CircleCheck, info: Info };

/**
 * Shows a message in the page. Screen readers announce dangers and cautions at once, and other messages when they are idle.
 * Other messages are announced only if the element existed before its text: for the result of an act, render the notice without
 * children first, and add them when the act has succeeded.
 */
export function Notice(props: { tone: keyof typeof icons; title?: string; children: ComponentChildren }) {
  const Icon = icons[props.tone];
  const isUrgent = props.tone === 'danger' || props.tone === 'caution';
  return (
    <div class={props.children ? `notice ${props.tone}` : 'hidden'} role={isUrgent ? 'alert' : 'status'}>
      {props.children && (
        <>
          <Icon size={18} aria-hidden="true" />
          <div>
            {props.title && <strong>{props.title}</strong>}
            {props.children}
          </div>
        </>
      )}
    </div>
  );
}

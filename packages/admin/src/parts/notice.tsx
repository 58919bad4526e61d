import { CircleAlert, CircleCheck, Info } from 'lucide-preact';
import type { ComponentChildren } from 'preact';

const icons = { danger: CircleAlert, caution: CircleAlert, success: CircleCheck, info: Info };

/**
 * A message in the page. Screen readers announce dangers and cautions at once, others when idle, and those only if the notice
 * was rendered before: the result of an act is a notice without children until the act has succeeded.
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

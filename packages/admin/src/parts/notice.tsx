import { CircleAlert, CircleCheck, Info } from 'lucide-preact';
import type { ComponentChildren } from 'preact';

const icons = { danger: CircleAlert, caution: CircleAlert, success: CircleCheck, info: Info };

/** A message in the page. Screen readers announce dangers and cautions at once, others when idle. */
export function Notice(props: { tone: keyof typeof icons; title?: string; children: ComponentChildren }) {
  const Icon = icons[props.tone];
  const isUrgent = props.tone === 'danger' || props.tone === 'caution';
  return (
    <div class={`notice ${props.tone}`} role={isUrgent ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden="true" />
      <div>
        {props.title && <strong>{props.title}</strong>}
        {props.children}
      </div>
    </div>
  );
}

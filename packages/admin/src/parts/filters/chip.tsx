import { ChevronDown, X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { filters as texts } from '../../texts/en/filters.ts';
import { useMenu } from '../use-menu.ts';

/** One filter: its name and value, a menu of choices, and a button that clears it. */
export function Chip(props: {
  label: string;
  shown: string | undefined;
  onClear: () => void;
  children: (close: () => void) => ComponentChildren;
}) {
  const { label, shown, onClear, children } = props;
  const menu = useMenu();
  // The focused item of the menu, or the button that clears the filter, disappears.
  const refocus = () => menu.ref.current?.querySelector('button')?.focus();
  return (
    <div class={shown ? 'chip on' : 'chip'} ref={menu.ref}>
      <button type="button" aria-expanded={menu.isOpen} onClick={menu.toggle}>
        {label} {shown && <b dir="auto">{shown}</b>}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {shown && (
        <button
          type="button"
          class="clear"
          aria-label={texts.remove(label)}
          onClick={() => {
            refocus();
            onClear();
          }}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
      {menu.isOpen && (
        <div class="popover">
          {children(() => {
            refocus();
            menu.close();
          })}
        </div>
      )}
    </div>
  );
}

import { CircleAlert } from 'lucide-preact';
import type { RefObject } from 'preact';
import { useId, useMemo, useRef } from 'preact/hooks';
import { workflows } from '../../texts/en/workflows.ts';
import type { LocatedFault } from './use-trial.ts';

const texts = workflows.editor;

/**
 * Editor of JSON text with numbered lines and faults. It is a plain text field, so Tab leaves it and every browser's keys work.
 */
export function JsonEditor(props: {
  label: string;
  text: string;
  faults: readonly LocatedFault[];
  rows: number;
  isReadOnly?: boolean;
  field?: RefObject<HTMLTextAreaElement>;
  onChange: (text: string) => void;
  onSave?: () => void;
  onSelect?: (offset: number) => void;
}) {
  const { label, text, faults, rows, isReadOnly, onChange, onSave, onSelect } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const field = props.field ?? own;
  const gutter = useRef<HTMLDivElement>(null);
  const id = useId();
  const lines = useMemo(() => text.split('\n').length, [text]);
  const faulty = new Set(faults.map(({ line }) => line));
  return (
    <div class="json">
      <div class="json-text">
        <div class="gutter" aria-hidden="true" ref={gutter}>
          {Array.from({ length: lines }, (_, index) => (
            <span key={index} class={faulty.has(index + 1) ? 'faulty' : undefined}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={field}
          class="mono"
          aria-label={label}
          aria-invalid={faults.length > 0}
          aria-describedby={id}
          rows={rows}
          wrap="off"
          spellcheck={false}
          autoComplete="off"
          readOnly={isReadOnly}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
          onScroll={({ currentTarget }) => {
            if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop;
          }}
          onSelect={({ currentTarget }) => onSelect?.(currentTarget.selectionStart)}
          onKeyDown={(event) => {
            if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || !onSave) return;
            event.preventDefault();
            onSave();
          }}
        />
      </div>
      <ul class="faults" id={id}>
        {faults.map((fault) => (
          <li key={fault.pointer + fault.detail}>
            <CircleAlert size={15} aria-hidden="true" />
            <button type="button" class="link" onClick={() => field.current && reveal(field.current, fault)}>
              {texts.line(fault.line)}
            </button>
            <span>
              {fault.pointer && <code>{fault.pointer.slice(1)}</code>} {fault.detail}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Selects a range of a text and scrolls it into view. */
export function reveal(field: HTMLTextAreaElement, place: { from: number; to: number }): void {
  field.focus();
  field.setSelectionRange(place.from, place.to);
  const above = field.value.slice(0, place.from).split('\n').length - 1;
  field.scrollTop = Math.max(0, above - 2) * (Number.parseFloat(getComputedStyle(field).lineHeight) || 0);
}

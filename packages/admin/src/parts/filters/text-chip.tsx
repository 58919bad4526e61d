import { filters as texts } from '../../texts/en/filters.ts';
import { Chip } from './chip.tsx';

/**
 * Filter by a typed text.
 *
 * @param value - the current text; undefined if the filter is not set.
 * @param shown - the text as the chip shows it.
 * @param pattern - pattern of the field, without the white space around the text.
 * @param onChoose - called with the text without white space around it; empty to clear the filter.
 */
export function TextChip(props: {
  label: string;
  fieldLabel: string;
  value: string | undefined;
  shown: string | undefined;
  pattern: string;
  onChoose: (value: string) => void;
}) {
  const { label, fieldLabel, value, shown, pattern, onChoose } = props;
  return (
    <Chip label={label} shown={shown} onClear={() => onChoose('')}>
      {(close) => (
        <form
          class="picker"
          onSubmit={(event) => {
            event.preventDefault();
            onChoose(String(new FormData(event.currentTarget).get('text')).trim());
            close();
          }}
        >
          <label class="field">
            {fieldLabel}
            <input
              name="text"
              defaultValue={value ?? ''}
              autoComplete="off"
              spellcheck={false}
              pattern={`\\s*${pattern}\\s*`}
            />
          </label>
          <button type="submit" class="button">
            {texts.apply}
          </button>
        </form>
      )}
    </Chip>
  );
}

import { filters as texts } from '../../texts/en/filters.ts';
import { Chip } from './chip.tsx';

/**
 * Filter with a menu of choices.
 *
 * @param options - value and name of each choice.
 * @param onChoose - called with the value, or with an empty text to clear the filter.
 */
export function ChoiceChip<Value extends string>(props: {
  label: string;
  value: Value | undefined;
  options: readonly (readonly [Value, string])[];
  onChoose: (value: Value | '') => void;
}) {
  const { label, value, options, onChoose } = props;
  const shown = options.find(([key]) => key === value)?.[1] || value;
  return (
    <Chip label={label} shown={value && shown} onClear={() => onChoose('')}>
      {(close) =>
        [['', texts.any] as const, ...options].map(([key, name]) => (
          <button
            type="button"
            class="item"
            key={key}
            aria-pressed={key === (value ?? '')}
            onClick={() => {
              onChoose(key);
              close();
            }}
          >
            {name}
          </button>
        ))
      }
    </Chip>
  );
}

import { ChoiceChip } from '../../parts/filters/choice-chip.tsx';
import { DateChip } from '../../parts/filters/date-chip.tsx';
import { TextChip } from '../../parts/filters/text-chip.tsx';
import { filters as filterTexts } from '../../texts/en/filters.ts';
import { webhooks } from '../../texts/en/webhooks.ts';
import { type DeliveryFilters, deliveryStates, eventNames, runIdPattern } from './delivery-filters.ts';

const texts = webhooks.log;

/** Filters of the log of an endpoint: its states side by side, others as chips. */
export function LogFilters(props: {
  filters: DeliveryFilters;
  onChoose: (filters: DeliveryFilters) => void;
  onClear: () => void;
}) {
  const { filters, onChoose, onClear } = props;
  const { state, event, execution } = filters;
  const set = (change: DeliveryFilters) => onChoose({ ...filters, ...change });
  return (
    <div class="filters">
      <fieldset class="segments">
        <legend class="hidden">{texts.filter}</legend>
        {[undefined, ...deliveryStates].map((one) => (
          <button type="button" key={one} aria-pressed={state === one} onClick={() => set({ state: one })}>
            {one ? texts.states[one] : texts.all}
          </button>
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend class="hidden">{filterTexts.title}</legend>
        <ChoiceChip
          label={texts.columns.event}
          value={event}
          options={eventNames.map((name) => [name, webhooks.nameOfEvent(name)] as const)}
          onChoose={(chosen) => set({ event: chosen || undefined })}
        />
        <TextChip
          label={texts.run}
          fieldLabel={texts.runLabel}
          value={execution}
          shown={execution && `…${execution.slice(-8)}`}
          pattern={runIdPattern}
          onChoose={(typed) => set({ execution: typed.toLowerCase() })}
        />
        <DateChip days={filters} onChoose={set} />
        {Object.keys(filters).length > 0 && (
          <button type="button" class="button plain" onClick={onClear}>
            {filterTexts.clear}
          </button>
        )}
      </fieldset>
    </div>
  );
}

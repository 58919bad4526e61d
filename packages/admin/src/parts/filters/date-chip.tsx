import { filters as texts } from '../../texts/en/filters.ts';
import { Chip } from './chip.tsx';
import { type Days, dayBefore } from './days.ts';

const { dates } = texts;

/** Filter by days: some that end today, or a first and a last day. */
export function DateChip(props: { days: Days; onChoose: (change: { from?: string; to?: string }) => void }) {
  const { days, onChoose } = props;
  const { from, to } = days;
  const presets: readonly (readonly [string, number])[] = [
    [dates.today, 0],
    [dates.week, 6],
    [dates.month, 29],
  ];
  const preset = presets.find(([, days]) => !to && from === dayBefore(new Date(), days))?.[0];
  const span = from && to ? dates.between(from, to) : from ? dates.since(from) : to && dates.until(to);
  const change = (name: keyof Days) => (event: Event) =>
    onChoose({ [name]: (event.currentTarget as HTMLInputElement).value });
  return (
    <Chip label={texts.date} shown={preset ?? span} onClear={() => onChoose({ from: '', to: '' })}>
      {(close) => (
        <>
          {presets.map(([name, days]) => (
            <button
              type="button"
              class="item"
              key={name}
              aria-pressed={name === preset}
              onClick={() => {
                onChoose({ from: dayBefore(new Date(), days), to: '' });
                close();
              }}
            >
              {name}
            </button>
          ))}
          <hr />
          <label class="field">
            {dates.from}
            <input type="date" value={from ?? ''} onChange={change('from')} />
          </label>
          <label class="field">
            {dates.to}
            <input type="date" value={to ?? ''} onChange={change('to')} />
          </label>
        </>
      )}
    </Chip>
  );
}

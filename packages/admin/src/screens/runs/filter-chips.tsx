import type { AdminExecutionRow } from '@vendor/contract/admin';
import { Inbox } from 'lucide-preact';
import { navigate } from '../../routing.ts';
import { runs as texts } from '../../texts/en/runs.ts';
import { checkNames, statuses } from '../../texts/en/statuses.ts';
import { Chip } from './chip.tsx';
import { addressOf, dayBefore, type FilterName, type Filters } from './filters.ts';
import { WorkflowChip } from './workflow-chip.tsx';

/** Filters as chips. Each choice changes the address. */
export function FilterChips(props: { filters: Filters; mode: string; rows: readonly AdminExecutionRow[] }) {
  const { filters, mode, rows } = props;
  const set = (change: Filters) => navigate(addressOf({ ...filters, ...change }, mode));
  const isAny = Object.keys(filters).length > 0;
  return (
    <fieldset class="chips">
      <legend class="hidden">{texts.filters}</legend>
      <div class={filters.waiting ? 'chip on' : 'chip'}>
        <button
          type="button"
          aria-pressed={Boolean(filters.waiting)}
          onClick={() => set({ waiting: filters.waiting ? '' : 'true', status: '' })}
        >
          <Inbox size={14} aria-hidden="true" /> {texts.waiting}
        </button>
      </div>
      <Choice
        label={texts.status}
        value={filters.status}
        options={Object.entries(statuses).filter(([key]) => key !== 'RETRY_REQUIRED')}
        onChoose={(status) => set({ status, waiting: '' })}
      />
      <WorkflowChip filters={filters} rows={rows} onChoose={set} />
      <Choice
        label={texts.check}
        value={filters.check}
        options={Object.entries(checkNames)}
        onChoose={(check) => set({ check })}
      />
      <CodeChip code={filters.code} onChoose={(code) => set({ code })} />
      <DateChip filters={filters} onChoose={set} />
      {isAny && (
        <button type="button" class="button plain" onClick={() => navigate(addressOf({}, mode))}>
          {texts.clear}
        </button>
      )}
    </fieldset>
  );
}

function Choice(props: {
  label: string;
  value: string | undefined;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
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

function CodeChip({ code, onChoose }: { code: string | undefined; onChoose: (code: string) => void }) {
  return (
    <Chip label={texts.code} shown={code} onClear={() => onChoose('')}>
      {(close) => (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            const typed = String(new FormData(event.currentTarget).get('code'));
            onChoose(typed.trim().toUpperCase());
            close();
          }}
        >
          <label class="field">
            {texts.codeLabel}
            <input
              name="code"
              defaultValue={code ?? ''}
              autoComplete="off"
              spellcheck={false}
              pattern="\s*[A-Za-z][A-Za-z0-9_]{2,63}\s*"
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

function DateChip({ filters, onChoose }: { filters: Filters; onChoose: (change: Filters) => void }) {
  const { from, to } = filters;
  const { dates } = texts;
  const presets: readonly (readonly [string, number])[] = [
    [dates.today, 0],
    [dates.week, 6],
    [dates.month, 29],
  ];
  const preset = presets.find(([, days]) => !to && from === dayBefore(new Date(), days))?.[0];
  const span = from && to ? dates.between(from, to) : from ? dates.since(from) : to && dates.until(to);
  const change = (name: FilterName) => (event: Event) =>
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

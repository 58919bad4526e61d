import type { AdminExecutionRow } from '@vendor/contract/admin';
import { Inbox } from 'lucide-preact';
import { ChoiceChip } from '../../parts/filters/choice-chip.tsx';
import { DateChip } from '../../parts/filters/date-chip.tsx';
import { TextChip } from '../../parts/filters/text-chip.tsx';
import { navigate } from '../../routing.ts';
import { filters as filterTexts } from '../../texts/en/filters.ts';
import { runs as texts } from '../../texts/en/runs.ts';
import { checkNames, statuses } from '../../texts/en/statuses.ts';
import { addressOf, type Filters } from './filters.ts';
import { WorkflowChip } from './workflow-chip.tsx';

/** Filters as chips. Each choice changes the address. */
export function FilterChips(props: { filters: Filters; mode: string; rows: readonly AdminExecutionRow[] }) {
  const { filters, mode, rows } = props;
  const set = (change: Filters) => navigate(addressOf({ ...filters, ...change }, mode));
  const isAny = Object.keys(filters).length > 0;
  return (
    <fieldset class="chips">
      <legend class="hidden">{filterTexts.title}</legend>
      <div class={filters.waiting ? 'chip on' : 'chip'}>
        <button
          type="button"
          aria-pressed={Boolean(filters.waiting)}
          onClick={() => set({ waiting: filters.waiting ? '' : 'true', status: '' })}
        >
          <Inbox size={14} aria-hidden="true" /> {texts.waiting}
        </button>
      </div>
      <ChoiceChip
        label={texts.status}
        value={filters.status}
        options={Object.entries(statuses).filter(([key]) => key !== 'RETRY_REQUIRED')}
        onChoose={(status) => set({ status, waiting: '' })}
      />
      <WorkflowChip filters={filters} rows={rows} onChoose={set} />
      <ChoiceChip
        label={texts.check}
        value={filters.check}
        options={Object.entries(checkNames)}
        onChoose={(check) => set({ check })}
      />
      <CodeChip code={filters.code} onChoose={(code) => set({ code })} />
      <DateChip days={filters} onChoose={set} />
      {isAny && (
        <button type="button" class="button plain" onClick={() => navigate(addressOf({}, mode))}>
          {filterTexts.clear}
        </button>
      )}
    </fieldset>
  );
}

function CodeChip({ code, onChoose }: { code: string | undefined; onChoose: (code: string) => void }) {
  return (
    <TextChip
      label={texts.code}
      fieldLabel={texts.codeLabel}
      value={code}
      shown={code}
      pattern="[A-Za-z][A-Za-z0-9_]{2,63}"
      onChoose={(text) => onChoose(text.toUpperCase())}
    />
  );
}

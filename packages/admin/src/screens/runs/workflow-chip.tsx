import type { AdminExecutionRow, AdminWorkflow } from '@vendor/contract/admin';
import { useEffect, useRef, useState } from 'preact/hooks';
import { listWorkflows } from '../../api/workflows.ts';
import { Chip } from '../../parts/filters/chip.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { mayDo, renewals } from '../../session.ts';
import { filters as filterTexts } from '../../texts/en/filters.ts';
import { runs } from '../../texts/en/runs.ts';
import type { Filters } from './filters.ts';

const texts = runs.workflows;

/** Filter by workflow and version. People see names; the address contains ids. */
export function WorkflowChip(props: {
  filters: Filters;
  rows: readonly AdminExecutionRow[];
  onChoose: (change: Filters) => void;
}) {
  const { filters, rows, onChoose } = props;
  const [isWanted, setWanted] = useState(false);
  const inRows = rows.find(({ workflow }) => workflow.id === filters.workflow)?.workflow;
  // Usually a row names the workflow; otherwise, and once the chip opens, the list of workflows is requested.
  const isAsked = mayDo('workflow.read') && (isWanted || (Boolean(filters.workflow) && !inRows));
  const { data, failure } = useResource(
    (signal) => (isAsked ? listWorkflows(signal) : Promise.resolve(null)),
    `${isAsked} ${renewals.value}`,
  );
  const listed = data?.workflows.find(({ id }) => id === filters.workflow);
  const name = listed?.name ?? inRows?.name ?? (data ? texts.gone : '…');
  const version = filters.version && runs.version(Number(filters.version));
  return (
    <Chip
      label={runs.workflow}
      shown={filters.workflow && [name, version].filter(Boolean).join(' ')}
      onClear={() => onChoose({ workflow: '', version: '' })}
    >
      {(close) => (
        <Picker
          workflows={data?.workflows ?? null}
          isFailed={failure !== null}
          filters={filters}
          onOpen={() => setWanted(true)}
          onChoose={(change) => {
            onChoose(change);
            close();
          }}
        />
      )}
    </Chip>
  );
}

/** The workflows of the account, narrowed by the typed name; for the chosen one, its versions. */
function Picker(props: {
  workflows: readonly AdminWorkflow[] | null;
  isFailed: boolean;
  filters: Filters;
  onOpen: () => void;
  onChoose: (change: Filters) => void;
}) {
  const { workflows, isFailed, filters, onOpen, onChoose } = props;
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    onOpen();
    input.current?.focus();
  }, []);
  const words = typed.toLowerCase().split(/\s+/);
  const found = workflows?.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const chosen = workflows?.find(({ id }) => id === filters.workflow);
  const choose = (id: string) => onChoose({ workflow: id, version: '' });
  return (
    <fieldset class="picker" onKeyDown={(event) => moveFocus(event, input.current, list.current)}>
      <legend class="hidden">{texts.list}</legend>
      <input
        ref={input}
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        autoComplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [first] = found ?? [];
          if (first && typed.trim() !== '') choose(first.id);
        }}
      />
      {isFailed && <p class="small quiet">{texts.failed}</p>}
      <div ref={list} class="options">
        {typed.trim() === '' && (
          <button type="button" class="item" aria-pressed={!filters.workflow} onClick={() => choose('')}>
            {filterTexts.any}
          </button>
        )}
        {found?.map(({ id, name, active }) => (
          <button
            type="button"
            class="item"
            key={id}
            aria-pressed={id === filters.workflow}
            onClick={() => choose(id)}
          >
            <bdi class="break">{name}</bdi> {!active && <span class="small quiet">{texts.inactive}</span>}
          </button>
        ))}
      </div>
      <p class="small quiet" role="status">
        {found?.length === 0 && typed !== '' ? texts.none : ''}
      </p>
      {chosen && chosen.version > 1 && (
        <label class="field">
          {texts.version}
          <select
            value={filters.version ?? ''}
            onChange={({ currentTarget }) => onChoose({ version: currentTarget.value })}
          >
            <option value="">{texts.anyVersion}</option>
            {Array.from({ length: chosen.version }, (_, index) => chosen.version - index).map((version) => (
              <option key={version} value={version}>
                {runs.version(version)}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}

/** Moves the focus from the text field into the list and along it by arrow keys. */
function moveFocus(event: KeyboardEvent, input: HTMLElement | null, list: HTMLElement | null): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || event.target instanceof HTMLSelectElement) return;
  event.preventDefault();
  const stops = [input, ...(list?.querySelectorAll<HTMLElement>('button') ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus();
}

import type { AuditAct } from '@vendor/contract/admin';
import { X } from 'lucide-preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useFocusAfter } from '../../parts/use-focus-after.ts';
import { navigate } from '../../routing.ts';
import { audit } from '../../texts/en/audit.ts';
import { type AuditFilters, addressOf, isId } from './filters.ts';

const texts = audit.filters;

/** Acts that only the service as a whole records, although others of their group belong to accounts. */
const ofService: ReadonlySet<string> = new Set<AuditAct>([
  'key.refuse',
  'media.confirm',
  'person.seal',
  'person.sign-in-refused',
]);

/** Groups of acts that an account can have, in the order shown. */
const groups = Object.entries(audit.groups).flatMap(([group, name]) => {
  const acts = Object.keys(audit.acts).filter((act) => act.startsWith(`${group}.`) && !ofService.has(act));
  return name === null ? [] : [{ name, acts: acts as AuditAct[] }];
});

/**
 * Filters of the trail. Each choice changes the address.
 *
 * @param actorName - name of the actor whose acts are shown; undefined: all actors.
 */
export function AuditFilterForm(props: { filters: AuditFilters; actorName: string | undefined }) {
  const { filters, actorName } = props;
  const set = (change: AuditFilters) => navigate(addressOf({ ...filters, ...change }));
  // Links and buttons that add or clear a filter disappear with it.
  const first = useFocusAfter<HTMLSelectElement>(useCountOfChanges(addressOf(filters)));
  return (
    <form class="trail-filters" aria-label={texts.legend} onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        {texts.act}
        <select
          ref={first}
          value={filters.act ?? ''}
          onChange={({ currentTarget }) => set({ act: currentTarget.value })}
        >
          <option value="">{texts.any}</option>
          {groups.map(({ name, acts }) => (
            <optgroup key={name} label={name}>
              {acts.map((act) => (
                <option key={act} value={act}>
                  {audit.acts[act]}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <SubjectField subject={filters.subject ?? ''} onChange={(subject) => set({ subject })} />
      {(['from', 'to'] as const).map((name) => (
        <label class="field" key={name}>
          {texts[name]}
          <input
            type="date"
            value={filters[name] ?? ''}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
          />
        </label>
      ))}
      {Object.keys(filters).length > 0 && (
        <div class="line">
          {actorName && (
            <button
              type="button"
              class="button"
              aria-label={`${texts.actor(actorName)}: ${texts.clearActor}`}
              onClick={() => set({ actor: '' })}
            >
              {texts.actor(actorName)} <X size={14} aria-hidden="true" />
            </button>
          )}
          <button type="button" class="button plain" onClick={() => navigate(addressOf({}))}>
            {texts.clear}
          </button>
        </div>
      )}
    </form>
  );
}

/** Input for the id of a subject. A text that is no id is marked, and never becomes part of the address. */
function SubjectField({ subject, onChange }: { subject: string; onChange: (subject: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(subject);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(subject);
    setWrong(false);
  }, [subject]);
  const apply = () => {
    const wanted = typed.trim();
    const isPossible = wanted === '' || isId(wanted);
    setWrong(!isPossible);
    if (isPossible && wanted !== subject) onChange(wanted);
  };
  return (
    <div class="field">
      <label for={id}>{texts.subject}</label>
      <input
        id={id}
        value={typed}
        placeholder={texts.subjectHint}
        autoComplete="off"
        spellcheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${id}-fault`}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
      <p id={`${id}-fault`} class="small fault" aria-live="polite">
        {isWrong && texts.notAnId}
      </p>
    </div>
  );
}

/** Counts how often a text has changed since the component appeared. */
function useCountOfChanges(text: string): number {
  const last = useRef({ text, changes: 0 });
  if (last.current.text !== text) last.current = { text, changes: last.current.changes + 1 };
  return last.current.changes;
}

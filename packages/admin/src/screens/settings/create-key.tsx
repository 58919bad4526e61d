import type { AdminCreatedKey, AdminWorkflow } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { createKey } from '../../api/keys.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { sessionState, mode as shownMode } from '../../session.ts';
import { keys } from '../../texts/en/keys.ts';
import { endOfKey, type KeyEnd, keyEnds } from './key-end.ts';

const texts = keys.create;
const purposes = ['executions', 'webhooks'] as const;

/** Asks for all properties of a new key and creates it. */
export function CreateKey(props: {
  workflows: readonly AdminWorkflow[];
  onClose: () => void;
  onCreated: (created: AdminCreatedKey) => void;
}) {
  const { workflows, onClose, onCreated } = props;
  const state = sessionState.value;
  const modes = state.kind === 'in' ? state.session.modes : [];
  const [mode, setMode] = useState(shownMode.value);
  const [purpose, setPurpose] = useState<(typeof purposes)[number]>('executions');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [end, setEnd] = useState<KeyEnd>('never');
  const isScoped = purpose === 'executions' && chosen !== null;
  const create = async (typed: FormData) =>
    onCreated(
      await createKey({
        mode,
        purpose,
        name: String(typed.get('name')).trim(),
        workflowIds: isScoped ? [...chosen] : null,
        expiresAt: endOfKey(end, String(typed.get('day') ?? ''), new Date()),
      }),
    );
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      failures={keys.failures}
      isIncomplete={isScoped && chosen.length === 0}
      onClose={onClose}
      onSubmit={create}
    >
      <Field
        label={texts.name}
        hint={texts.nameHint}
        name="name"
        autoComplete="off"
        pattern=".*\S.*"
        maxLength={256}
        required
        autoFocus
      />
      <fieldset class="choice">
        <legend>{texts.mode}</legend>
        {(['live', 'test'] as const)
          .filter((one) => modes.includes(one))
          .map((one) => (
            <label class="option" key={one}>
              <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />
              <span>
                {keys.modes[one]} <span class="small quiet">{keys.modeHints[one]}</span>
              </span>
            </label>
          ))}
      </fieldset>
      <fieldset class="choice">
        <legend>{texts.purpose}</legend>
        {purposes.map((one) => (
          <label class="option" key={one}>
            <input type="radio" name="purpose" checked={purpose === one} onChange={() => setPurpose(one)} />
            <span>
              {keys.purposes[one]} <span class="small quiet">{keys.purposeHints[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {purpose === 'executions' && (
        <fieldset class="choice">
          <legend>{texts.workflows}</legend>
          <label class="option">
            <input type="radio" name="scope" checked={chosen === null} onChange={() => setChosen(null)} />
            {texts.all}
          </label>
          <label class="option">
            <input
              type="radio"
              name="scope"
              checked={chosen !== null}
              disabled={workflows.length === 0}
              onChange={() => setChosen([])}
            />
            {workflows.length === 0 ? texts.none : texts.some}
          </label>
          {chosen !== null && (
            <div class="within">
              {workflows.map(({ id, name }) => (
                <label class="option" key={id}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    onChange={({ currentTarget }) =>
                      setChosen(
                        currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                      )
                    }
                  />
                  <span class="break">{name}</span>
                </label>
              ))}
              {chosen.length === 0 && <p class="small quiet">{texts.choose}</p>}
            </div>
          )}
        </fieldset>
      )}
      <label class="field">
        {texts.ends}
        <select value={String(end)} onChange={({ currentTarget }) => setEnd(keyEndOf(currentTarget.value))}>
          <option value="never">{texts.noEnd}</option>
          {keyEnds.map((days) => (
            <option key={days} value={days}>
              {texts.days(days)}
            </option>
          ))}
          <option value="day">{texts.onDay}</option>
        </select>
      </label>
      {end === 'day' && (
        <Field
          label={texts.day}
          name="day"
          type="date"
          min={new Date().toLocaleDateString('en-CA')}
          required
        />
      )}
    </FormDialog>
  );
}

function keyEndOf(value: string): KeyEnd {
  return value === 'never' || value === 'day'
    ? value
    : (keyEnds.find((days) => String(days) === value) ?? 'never');
}

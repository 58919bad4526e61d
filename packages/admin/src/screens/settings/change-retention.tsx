import type { AdminKeptTime, AdminRetention } from '@vendor/contract/admin';
import { useEffect, useState } from 'preact/hooks';
import { changeRetention, planRetention } from '../../api/retention.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { retention } from '../../texts/en/retention.ts';

const texts = retention.change;

/** Suggested if data was kept for ever. */
const usualDays = 90;
const maxDays = 3650;

/** Debounce time of typing, in ms. */
const pauseMs = 300;

/** Asks how long data is kept and shows the effect before it is saved. */
export function ChangeRetention(props: {
  kept: AdminKeptTime;
  onClose: () => void;
  onChanged: (changed: AdminRetention) => void;
}) {
  const { kept, onClose, onChanged } = props;
  const { mode, days: before } = kept;
  const [isLimited, setLimited] = useState(before !== null);
  const [typed, setTyped] = useState(String(before ?? usualDays));
  const days = isLimited ? wholeDays(typed) : null;
  const isShorter = days !== null && (before === null || days < before);
  return (
    <FormDialog
      title={texts.title(retention.modes[mode])}
      submit={isShorter ? texts.shorten : texts.submit}
      tone={isShorter ? 'decline' : 'primary'}
      isIncomplete={(isLimited && days === null) || days === before}
      failures={retention.failures}
      onClose={onClose}
      onSubmit={async () => onChanged(await changeRetention({ mode, days, before }))}
    >
      <fieldset class="choice">
        <legend class="hidden">{texts.title(retention.modes[mode])}</legend>
        <label class="option">
          <input type="radio" name="time" checked={isLimited} onChange={() => setLimited(true)} />
          {texts.limited}
        </label>
        {isLimited && (
          <Field
            label={texts.days}
            hint={texts.daysHint}
            name="days"
            inputMode="numeric"
            pattern="[0-9]{1,4}"
            maxLength={4}
            autoComplete="off"
            required
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <label class="option">
          <input type="radio" name="time" checked={!isLimited} onChange={() => setLimited(false)} />
          <span>
            {texts.forEver}
            <span class="small quiet">{texts.forEverHint}</span>
          </span>
        </label>
      </fieldset>
      <div class="outlook" role="status">
        {days === before || (isLimited && days === null) ? null : days === null ? (
          <p>{texts.never}</p>
        ) : (
          <RetentionEffect mode={mode} days={days} isShorter={isShorter} />
        )}
      </div>
    </FormDialog>
  );
}

/** Asks the service for the effect of a retention time, once typing pauses. */
function RetentionEffect({
  mode,
  days,
  isShorter,
}: {
  mode: AdminKeptTime['mode'];
  days: number;
  isShorter: boolean;
}) {
  const [plan, setPlan] = useState<AdminKeptTime | null | 'failed'>(null);
  useEffect(() => {
    const ending = new AbortController();
    setPlan(null);
    const timer = setTimeout(() => {
      planRetention({ mode, days }, ending.signal).then(setPlan, () => {
        if (!ending.signal.aborted) setPlan('failed');
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [mode, days]);
  if (plan === null) return <p class="quiet">{texts.looking}</p>;
  if (plan === 'failed') return <p>{texts.cannotLook}</p>;
  const { due, waits, firstPurgeAt } = plan;
  return (
    <>
      <p>
        <strong>{due.count > 0 ? texts.becomes(due) : texts.nothing}</strong>{' '}
        {firstPurgeAt && (
          <>
            {texts.first} <Moment at={firstPurgeAt} />.
          </>
        )}
      </p>
      {waits && <p>{texts.waits}</p>}
      {isShorter && <p>{texts.forGood}</p>}
    </>
  );
}

/** Parses the typed days; null if they are not an allowed number of days. */
function wholeDays(typed: string): number | null {
  const days = Number(typed);
  return /^\d{1,4}$/.test(typed.trim()) && days >= 1 && days <= maxDays ? days : null;
}

import { useId, useState } from 'preact/hooks';
import { Failure } from '../../api/failure.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { webhooks } from '../../texts/en/webhooks.ts';

/** Address and events of an endpoint. */
export interface EndpointValues {
  readonly url: string;
  readonly events: readonly string[];
}

/** Form for address and events. Faults of the address are shown below it. */
export function EndpointForm(props: {
  texts: { readonly title: string; readonly submit: string; readonly urlHint: string };
  values: EndpointValues;
  onClose: () => void;
  onSubmit: (values: EndpointValues) => Promise<void>;
}) {
  const { texts, values, onClose, onSubmit } = props;
  const [events, setEvents] = useState(values.events);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const submit = async (typed: FormData) => {
    setFault(null);
    try {
      await onSubmit({ url: String(typed.get('url')).trim(), events });
    } catch (error) {
      const found = error instanceof Failure ? error.problem?.errors : undefined;
      const ofUrl = found?.find(({ pointer }) => pointer === '/url');
      if (!ofUrl) throw error;
      setFault(ofUrl.detail);
      document.getElementById(id)?.focus();
    }
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      isWide
      isIncomplete={events.length === 0}
      failures={webhooks.failures}
      onClose={onClose}
      onSubmit={submit}
    >
      <div class="field">
        <label for={id}>{webhooks.add.url}</label>
        <input
          id={id}
          name="url"
          class="mono"
          inputMode="url"
          autoComplete="off"
          spellcheck={false}
          maxLength={2048}
          placeholder="https://"
          defaultValue={values.url}
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== null}
          required
        />
        {fault !== null && (
          <p class="small danger" role="alert">
            {webhooks.add.url} {fault}.
          </p>
        )}
        <p id={`${id}-hint`} class="small quiet">
          {texts.urlHint}
        </p>
      </div>
      <fieldset class="choice">
        <legend>{webhooks.add.events}</legend>
        {Object.entries(webhooks.events).map(([event, { name, hint }]) => (
          <label class="option" key={event}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={({ currentTarget }) =>
                setEvents(currentTarget.checked ? [...events, event] : events.filter((one) => one !== event))
              }
            />
            <span>
              {name} <code>{event.replace('orchestration/', '')}</code>
              <span class="small quiet">{hint}</span>
            </span>
          </label>
        ))}
        {events.length === 0 && <p class="small quiet">{webhooks.add.choose}</p>}
      </fieldset>
    </FormDialog>
  );
}

import type { AdminLinkField, AdminShareLink } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { readLinkForm, shareLink } from '../../api/links.ts';
import { CreatedLink } from '../../parts/created-link.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { LifetimeSelect } from '../../parts/lifetime-select.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useResource } from '../../parts/use-resource.ts';
import { mayDoIn, mode as shownMode } from '../../session.ts';
import { frame } from '../../texts/en/frame.ts';
import { links as texts } from '../../texts/en/links.ts';

/** Asks for the inputs that the workflow needs and creates a link for the user. */
export function ShareLink({ workflowId, onClose }: { workflowId: string; onClose: () => void }) {
  const {
    data: form,
    failure,
    reload,
  } = useResource((signal) => readLinkForm(workflowId, signal), workflowId);
  const [link, setLink] = useState<AdminShareLink | null>(null);
  if (link)
    return (
      <Dialog key="created" title={texts.created.title} onClose={onClose}>
        <CreatedLink link={link} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog key="form" title={texts.title} onClose={onClose}>
      {failure && <FailureNotice failure={failure} title={texts.failedForm} onRetry={reload} />}
      {!form && !failure && <Skeleton lines={4} />}
      {form && !form.isActive && (
        <>
          <Notice tone="caution">{texts.inactive}</Notice>
          <div class="row end">
            <button type="button" class="button" onClick={onClose}>
              {frame.close}
            </button>
          </div>
        </>
      )}
      {form?.isActive && (
        <>
          {!form.asksUser && <Notice tone="info">{texts.asksNobody}</Notice>}
          <LinkForm workflowId={workflowId} fields={form.fields} onClose={onClose} onMade={setLink} />
        </>
      )}
    </Dialog>
  );
}

function LinkForm(props: {
  workflowId: string;
  fields: readonly AdminLinkField[];
  onClose: () => void;
  onMade: (link: AdminShareLink) => void;
}) {
  const { workflowId, fields, onClose, onMade } = props;
  const modes = (['live', 'test'] as const).filter((one) => mayDoIn('execution.start', one));
  const [mode, setMode] = useState(modes.find((one) => one === shownMode.value) ?? modes[0] ?? 'test');
  const { failure, isBusy, act } = useAct();
  const faults = new Map(failure?.problem?.errors?.map(({ pointer, detail }) => [pointer, detail]));
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement);
    const expiresIn = Number(typed.get('expiresIn'));
    act(async () =>
      onMade(await shareLink(workflowId, { mode, inputs: inputsOf(fields, typed), expiresIn })),
    );
  };
  return (
    <form class="stack" onSubmit={send}>
      <p>{texts.text}</p>
      {modes.length > 1 && (
        <fieldset class="choice">
          <legend>{texts.mode}</legend>
          {modes.map((one) => (
            <label class="option" key={one}>
              <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />
              {texts.modes[one]}
            </label>
          ))}
        </fieldset>
      )}
      {fields.map((field, index) => (
        <LinkInput
          key={field.name}
          field={field}
          isFirst={index === 0}
          fault={faults.get(`/inputs/${field.name}`)}
        />
      ))}
      <LifetimeSelect />
      {failure && <FailureNotice failure={failure} texts={texts.failures} />}
      <div class="row end">
        <button type="button" class="button" onClick={onClose}>
          {frame.cancel}
        </button>
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          {texts.submit}
        </button>
      </div>
    </form>
  );
}

const inputTypes: Readonly<Record<AdminLinkField['kind'], string>> = {
  text: 'text',
  lines: 'text',
  email: 'email',
  tel: 'tel',
  date: 'date',
  number: 'number',
  url: 'url',
};

/** One input of the start request, with the service's error message. */
function LinkInput(props: { field: AdminLinkField; isFirst: boolean; fault: string | undefined }) {
  const { field, isFirst, fault } = props;
  const { name, isRequired, kind, maxLength, pattern } = field;
  const id = useId();
  const isUserId = name === 'user_id';
  const label = isUserId ? texts.userId : wordsOfName(name);
  const shape: JSX.InputHTMLAttributes & JSX.TextareaHTMLAttributes = {
    id,
    name,
    required: isRequired,
    autoFocus: isFirst,
    autoComplete: 'off',
    spellcheck: false,
    'aria-describedby': `${id}-hint`,
    ...(fault === undefined ? {} : { 'aria-invalid': true }),
    ...(maxLength === null ? {} : { maxLength }),
  };
  return (
    <div class="field">
      <label for={id}>{isRequired ? label : texts.optional(label)}</label>
      {kind === 'lines' ? (
        <textarea rows={3} {...(shape as JSX.TextareaHTMLAttributes)} />
      ) : (
        <input
          type={inputTypes[kind]}
          {...(shape as JSX.InputHTMLAttributes)}
          {...(kind === 'number' ? { step: 'any' } : {})}
          {...(pattern === null ? {} : { pattern })}
        />
      )}
      <p id={`${id}-hint`} class={fault === undefined ? 'small quiet' : 'small danger'}>
        {fault ?? (isUserId ? texts.userIdHint : field.hint)}
      </p>
    </div>
  );
}

/** Returns the inputs for the service, without empty ones. */
function inputsOf(fields: readonly AdminLinkField[], typed: FormData): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const text = String(typed.get(name) ?? '').trim();
      return text === '' ? [] : [[name, kind === 'number' ? Number(text) : text]];
    }),
  );
}

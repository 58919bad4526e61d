import type { FormAnswers, FormField, FormFieldName } from '@vendor/contract';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Screen } from '../../flow/screen.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import { Page } from '../../ui/parts/page.tsx';
import { takeFocus } from '../../ui/parts/take-focus.ts';
import { listCountries } from './country-codes.ts';
import {
  collectAnswers,
  type FieldFault,
  fieldTraits,
  findFault,
  genders,
  normalizeAnswer,
} from './form-fields.ts';

/** Example number from a range that is never assigned, with no-break spaces. */
const phoneExample = '+44\u00a020\u00a07946\u00a00000';

/** Key code with which Safari reports the key that ends a composition, after the composition has ended. */
const compositionKeyCode = 229;

type Values = Readonly<Partial<Record<FormFieldName, string>>>;
type Faults = Readonly<Partial<Record<FormFieldName, FieldFault>>>;

/** Input of the user so far. Outlives the screen, because an error may replace it. */
export interface Written {
  soFar: Values;
}

type FormProps = Extract<Screen, { readonly kind: 'form' }> & {
  readonly written: Written;
  readonly onAnswer: (answers: FormAnswers) => void;
};

/**
 * Asks for missing facts about the user. Shows all missing and malformed fields at once, each with its fault below it, and
 * focuses the first one; the input stays.
 */
export function Form({ fields, isSending, offline, refused, written, onAnswer }: FormProps) {
  const { t } = useLanguage();
  const [values, setValues] = useState(written.soFar);
  written.soFar = values;
  const [faults, setFaults] = useState<Faults>({});
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    if (refused.length > 0) setFaults(Object.fromEntries(refused.map((name) => [name, 'malformed'])));
  }, [refused]);
  // Moves the focus to the first field with a fault.
  useLayoutEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) focusField(field);
  }, [faults]);

  function send(): void {
    if (isSending) return;
    const answers = Object.fromEntries(
      fields.map(({ name }) => [name, normalizeAnswer(name, values[name] ?? '')]),
    ) as Values;
    const today = new Date().toISOString().slice(0, 10);
    const found = fields.flatMap(({ name, required }) => {
      // An impossible or incomplete date has an empty value.
      const control = form.current?.elements.namedItem(name);
      const isBad = control instanceof HTMLInputElement && control.validity.badInput;
      const fault = isBad ? 'malformed' : findFault(name, answers[name] ?? '', required, today);
      return fault ? [[name, fault] as const] : [];
    });
    setFaults(Object.fromEntries(found));
    if (found.length === 0) onAnswer(collectAnswers(answers));
  }

  return (
    <Page
      align="start"
      heading={t('form.title')}
      lead={t('form.lead')}
      actions={
        <>
          <p class="note" role="status">
            {offline && t(offline === true ? 'form.offline' : 'upload.noAnswer')}
          </p>
          <Button kind="primary" busy={isSending} onPress={send}>
            {t('form.continue')}
          </Button>
        </>
      }
    >
      <form
        class="fields"
        noValidate
        ref={form}
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (
            event.key !== 'Enter' ||
            event.isComposing ||
            event.keyCode === compositionKeyCode ||
            !(event.target instanceof HTMLInputElement)
          )
            return;
          event.preventDefault();
          send();
        }}
      >
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            fault={faults[field.name] ?? null}
            isLocked={isSending}
            onValue={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
      </form>
    </Page>
  );
}

/** Focuses a field; if the focus is elsewhere in the page, announces the field's name and fault instead. */
function focusField(field: HTMLElement): void {
  const parts = field.closest('.field')?.querySelectorAll('.field-name,.field-fault') ?? [];
  takeFocus(field, Array.from(parts, ({ textContent }) => textContent).join(': '), false);
}

interface FieldProps {
  readonly field: FormField;
  readonly value: string;
  readonly fault: FieldFault | null;
  readonly isLocked: boolean;
  readonly onValue: (value: string) => void;
}

function Field({ field: { name, required }, value, fault, isLocked, onValue }: FieldProps) {
  const { t } = useLanguage();
  const { kind, properName, shape } = fieldTraits[name];
  const hint =
    kind === 'tel'
      ? t('form.phoneHint', { example: phoneExample })
      : name === 'user_region'
        ? t('form.regionHint', { example: 'NY' })
        : shape && t('form.shape', { shape });
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label class="field-name" for={name}>
        {properName ?? t(labelKey(name))}
        {!required && <span class="field-note"> ({t('form.optional')})</span>}
      </label>
      {hint && (
        <p class="field-note" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <Control
        name={name}
        value={value}
        isLocked={isLocked}
        onValue={onValue}
        attributes={{
          id: name,
          name,
          class: 'control',
          required,
          autoComplete: fieldTraits[name].autoComplete,
          'aria-invalid': fault !== null,
          'aria-describedby': described || undefined,
        }}
      />
      {fault && (
        <p class="field-fault" id={`${name}-fault`}>
          {faultText(name, fault, t)}
        </p>
      )}
    </div>
  );
}

/** Attributes of every kind of control. */
interface Attributes {
  readonly id: string;
  readonly name: string;
  readonly class: string;
  readonly required: boolean;
  readonly autoComplete: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface ControlProps {
  /** Whether the input is being sent and can no longer change. */
  readonly isLocked: boolean;
  readonly name: FormFieldName;
  readonly value: string;
  readonly attributes: Attributes;
  readonly onValue: (value: string) => void;
}

function Control({ name, value, isLocked, attributes, onValue }: ControlProps) {
  const { t, intlTag } = useLanguage();
  const { kind, shape } = fieldTraits[name];
  const countries = useMemo(() => (kind === 'country' ? listCountries(intlTag) : null), [kind, intlTag]);
  const choices =
    kind === 'gender' ? genders.map((gender) => [gender, t(`form.gender.${gender}`)] as const) : countries;
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) =>
    onValue(event.currentTarget.value);
  if (choices) {
    return (
      <select {...attributes} disabled={isLocked} value={value} onChange={onInput}>
        <option value="">{t('form.choose')}</option>
        {choices.map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'lines')
    return (
      <textarea
        {...attributes}
        maxLength={1024}
        readOnly={isLocked}
        rows={3}
        spellcheck={false}
        dir="auto"
        value={value}
        onInput={onInput}
        // Chromium scrolls only the line of the cursor into view, even if the other lines are below the button.
        onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
      />
    );
  // Email addresses and numbers are written from left to right in every language.
  const isOneWay = kind !== 'text' || shape !== undefined;
  return (
    <input
      {...attributes}
      readOnly={isLocked}
      type={kind}
      inputMode={shape && 'numeric'}
      // Names and numbers are in no dictionary, and some browsers send them to a server for the check.
      spellcheck={false}
      min={kind === 'date' ? '1900-01-01' : undefined}
      dir={isOneWay ? 'ltr' : 'auto'}
      maxLength={256}
      value={value}
      onInput={onInput}
    />
  );
}

/** Fields with a translated name; national numbers have proper names. */
type TranslatedName = Exclude<FormFieldName, 'nin' | 'bvn' | 'cpf' | 'curp' | 'ssn' | 'aadhaar'>;

function labelKey(name: FormFieldName): `field.${TranslatedName}` {
  return `field.${name as TranslatedName}`;
}

function faultText(name: FormFieldName, fault: FieldFault, t: Translate): string {
  if (fault === 'missing') return t('form.missing');
  switch (name) {
    case 'email':
      return t('form.malformed.email', { example: 'name@example.com' });
    case 'phone_number':
    case 'user_dob':
      return t(`form.malformed.${name}`);
    default:
      return t('form.malformed');
  }
}

// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import type { Screen } from '../../flow/screen.ts';
import { formStep } from '../../testing/client-state.ts';
import { type DrawnFlow, drawFlow } from '../../testing/draw-flow.tsx';
import { type FakeView, fakeView } from '../../testing/flow-view.ts';

let flow: DrawnFlow;
const form = (members: Partial<Extract<Screen, { kind: 'form' }>> = {}): Screen => ({
  kind: 'form',
  stepId: 'form',
  fields: formStep().fields,
  isSending: false,
  offline: false,
  refused: [],
  ...members,
});
async function show(screen: Screen = form()): Promise<FakeView> {
  const view = fakeView(screen);
  flow = await drawFlow(view);
  return view;
}
const field = (name: string) => flow.root.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const write = (name: string, value: string) =>
  act(() => void fireEvent.input(field(name), { target: { value } }));
const press = () => act(() => flow.button('Continue').click());
const faultsOf = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .flatMap((id) => flow.root.querySelector(`#${id}.field-fault`)?.textContent ?? []);

afterEach(() => {
  flow.remove();
  vi.useRealTimers();
});

it('labels every field, marks the optional ones, and enables autofill', async () => {
  await show();
  const names = [...flow.root.querySelectorAll('label')].map((label) => label.textContent);
  expect(names).toEqual(['Email address', 'Date of birth', 'Address line 2 (optional)']);
  expect([field('email').autocomplete, field('user_dob').type]).toEqual(['email', 'date']);
  expect(field('email').required).toBe(true);
});

it('sends the input without empty fields', async () => {
  const view = await show();
  write('email', ' ada@example.com ');
  write('user_dob', '1985-12-10');
  press();
  expect(view.asked).toEqual([['answerForm', { email: 'ada@example.com', user_dob: '1985-12-10' }]]);
});

it('keeps the input while an error replaces the form', async () => {
  const view = await show();
  write('email', 'ada@example.com');
  act(() => {
    view.screen.value = { kind: 'problem', problem: { kind: 'general', code: 'error_code_1' } };
  });
  expect(field('email')).toBeNull();
  act(() => {
    view.screen.value = form();
  });
  expect(field('email').value).toBe('ada@example.com');
});

it('discards the input when another step is shown', async () => {
  const view = await show();
  write('email', 'ada@example.com');
  for (const next of [{ kind: 'document-choice', documents: ['PASSPORT'] } as const, form()]) {
    act(() => {
      view.screen.value = next;
    });
  }
  expect(field('email').value).toBe('');
});

it('shows all missing and malformed fields at once, and focuses the first of them', async () => {
  const view = await show();
  write('email', 'ada@');
  press();
  expect(view.asked).toEqual([]);
  expect(faultsOf('email')).toEqual(['Please give the whole address, for example name@example.com.']);
  expect(faultsOf('user_dob')).toEqual(['Please fill this in.']);
  expect(faultsOf('user_street2')).toEqual([]);
  expect((flow.root as unknown as ShadowRoot).activeElement).toBe(field('email'));
  expect(field('email').value).toBe('ada@');
});

it('sends the form on Enter', async () => {
  const view = await show();
  write('email', 'ada@example.com');
  write('user_dob', '1985-12-10');
  act(() => void fireEvent.keyDown(field('email'), { key: 'Enter' }));
  expect(view.asked).toHaveLength(1);
});

it('shows a fault at each field that the service rejected', async () => {
  await show(form({ refused: ['user_dob'] }));
  expect(faultsOf('user_dob')).toEqual(['Please give a date in the past.']);
  expect(faultsOf('email')).toEqual([]);
});

it('focuses the field that the service rejected', async () => {
  const view = await show();
  const focus = vi.spyOn(field('user_dob'), 'focus');
  act(() => {
    view.screen.value = form({ refused: ['user_dob'] });
  });
  expect(flow.root.activeElement).toBe(field('user_dob'));
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: false });
});

it('announces a rejected field instead of focusing it if the focus is elsewhere in the page', async () => {
  vi.useFakeTimers();
  const view = await show();
  const elsewhere = document.body.appendChild(document.createElement('input'));
  elsewhere.focus();
  act(() => {
    view.screen.value = form({ refused: ['user_dob'] });
  });
  expect(document.activeElement).toBe(elsewhere);
  vi.advanceTimersByTime(100);
  const told = flow.root.querySelector('.told');
  expect(told?.textContent).toBe('Date of birth: Please give a date in the past.');
  elsewhere.remove();
});

it('locks a form that is being sent, and reports a lost connection', async () => {
  const view = await show(form({ isSending: true, offline: true }));
  press();
  expect(view.asked).toEqual([]);
  expect(field('email').readOnly).toBe(true);
  expect(flow.text()).toContain('No connection.');
});

it('offers every country by its name', async () => {
  await show(form({ fields: [{ name: 'user_country', required: true }] }));
  const options = [...flow.root.querySelectorAll('option')].map(({ value, textContent }) => [
    value,
    textContent,
  ]);
  expect(options).toHaveLength(251);
  expect(options[0]).toEqual(['', 'Please choose']);
  expect(options).toContainEqual(['DE', 'Germany']);
  expect(new Set(options.map(([code]) => code)).size).toBe(251);
});

it('offers three genders, and asks for a region by its code', async () => {
  const view = await show(
    form({
      fields: [
        { name: 'user_gender', required: true },
        { name: 'user_region', required: true },
      ],
    }),
  );
  const options = [...flow.root.querySelectorAll('option')].map(({ value }) => value);
  expect(options).toEqual(['', 'FEMALE', 'MALE', 'UNSPECIFIED']);
  expect(flow.text()).toContain('Two letters or digits, for example');
  write('user_region', 'California');
  press();
  expect([faultsOf('user_gender'), faultsOf('user_region')]).toEqual([
    ['Please fill this in.'],
    ['Please check this.'],
  ]);
  act(() => void fireEvent.change(field('user_gender'), { target: { value: 'UNSPECIFIED' } }));
  write('user_region', 'ca');
  press();
  expect(view.asked).toEqual([['answerForm', { user_gender: 'UNSPECIFIED', user_region: 'CA' }]]);
});

it('does not send the form on the Enter key that ends a composition', async () => {
  const view = await show();
  act(() => void fireEvent.keyDown(field('email'), { key: 'Enter', keyCode: 229 }));
  expect([view.asked, faultsOf('email')]).toEqual([[], []]);
});

it('reports an impossible date, for which the browser returns an empty value', async () => {
  const view = await show(form({ fields: [{ name: 'user_dob', required: false }] }));
  Object.defineProperty(field('user_dob'), 'validity', { value: { badInput: true } });
  press();
  expect([view.asked, faultsOf('user_dob')]).toEqual([[], ['Please give a date in the past.']]);
});

it('sends a long phone number completely, in the format of the service', async () => {
  const view = await show(form({ fields: [{ name: 'phone_number', required: true }] }));
  write('phone_number', '+49 (0) 30 1234 5678');
  press();
  expect(view.asked).toEqual([['answerForm', { phone_number: '+49 30 1234 5678' }]]);
});

it.each([
  ['٠٠٩٧١٥٠١٢٣٤٥٦٧', '+971501234567'],
  ['+٩٧١٥٠١٢٣٤٥٦٧', '+971501234567'],
  ['＋８６１３８００１３８０００', '+8613800138000'],
])('accepts a phone number in the digits of the user’s script: %s', async (typed, sent) => {
  const view = await show(form({ fields: [{ name: 'phone_number', required: true }] }));
  write('phone_number', typed);
  press();
  expect([faultsOf('phone_number'), view.asked]).toEqual([[], [['answerForm', { phone_number: sent }]]]);
});

it.each([
  ['phone_number', '+49 171 1234567 ext 5'],
  ['phone_number', '+49 30 1234567/68'],
  ['phone_number', '+49 30 1234567 (0)'],
  ['phone_number', '(0)30 1234567'],
  ['user_dob', '10–12–1985'],
  ['user_region', 'New York'],
  ['nin', '١٢٣٤٥٦٧٨٩٠'],
] as const)(
  'does not send a %s that it can only partly read, and keeps it as typed: %s',
  async (name, typed) => {
    const view = await show(form({ fields: [{ name, required: true }] }));
    // Simulates a browser without date fields.
    field(name).type = 'text';
    write(name, typed);
    press();
    expect(view.asked).toEqual([]);
    expect(field(name).value).toBe(typed);
    expect(faultsOf(name)).toHaveLength(1);
  },
);

it('keeps the typed text when another format is sent, and when the service rejects it', async () => {
  const fields = [
    { name: 'user_address', required: true },
    { name: 'phone_number', required: true },
  ] as const;
  const typed = ['1 High Street\nLondon', '+44 (0)20 7946 0000'];
  const shown = () => fields.map(({ name }) => field(name).value);
  const view = await show(form({ fields }));
  for (const [index, { name }] of fields.entries()) write(name, typed[index]!);
  press();
  expect(view.asked).toEqual([
    ['answerForm', { user_address: '1 High Street, London', phone_number: '+44 20 7946 0000' }],
  ]);
  expect(shown()).toEqual(typed);
  act(() => {
    view.screen.value = form({ fields, refused: ['phone_number'] });
  });
  expect(shown()).toEqual(typed);
});

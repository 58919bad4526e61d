// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { type AdminBrand, adminBrandRequestSchema, adminBrandSchema } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renewals, sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { BrandingScreen } from './branding-screen.tsx';

const none = { accent: null, onAccent: null, text: null };
const brand: AdminBrand = {
  name: 'A shop',
  colours: { light: none, dark: none },
  fontFamily: null,
  logo: null,
  revision: 0,
  changedAt: null,
};
let stored: AdminBrand;
let service: ReturnType<typeof stubService>;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  stored = brand;
  service = stubService({
    'GET branding': () => adminBrandSchema.parse(stored),
    'PUT branding': (body) => adminBrandSchema.parse({ ...brand, ...(body as object), revision: 1 }),
  });
  signInWith('brand.read', 'brand.change');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  document.querySelector('title')?.remove();
});

function signInWith(...acts: string[]): void {
  sessionState.value = { kind: 'in', session: exampleSession({ role: 'owner', acts }) };
}

const save = () => screen.getByRole('button', { name: 'Save' });
const isSaveDisabled = () => save().getAttribute('aria-disabled') === 'true';
const undo = () => screen.getByRole('button', { name: 'Undo all changes' });
const saved = 'Saved. Pages opened from now on look like this.';
const typeColour = (text: string) =>
  fireEvent.input(screen.getAllByLabelText('Accent')[0] as HTMLElement, { target: { value: text } });

describe('branding screen', () => {
  it('shows the contrast of each pair while a colour is typed, and saves only colours that pass', async () => {
    render(<BrandingScreen />);
    const pairs = within(await screen.findByRole('table', { name: 'Contrast: Light' }));
    expect(pairs.getAllByText('Passes')).toHaveLength(3);
    expect(isSaveDisabled()).toBe(true);
    typeColour('#ffd200');
    expect(pairs.getAllByText('Fails')).toHaveLength(2);
    expect(isSaveDisabled()).toBe(true);
    typeColour('#5B21B6');
    expect(pairs.queryByText('Fails')).toBeNull();
    fireEvent.click(save());
    await screen.findByText(saved);
    expect(adminBrandRequestSchema.parse(service.bodyOf('PUT branding'))).toEqual({
      name: 'A shop',
      colours: { light: { ...none, accent: '#5b21b6' }, dark: none },
      revision: 0,
    });
  });

  it('saves a font by its name, and rejects one that could end a style', async () => {
    render(<BrandingScreen />);
    const font = await screen.findByLabelText('Font');
    fireEvent.input(font, { target: { value: 'Georgia"; color: red' } });
    screen.getByText('Enter the name of one font: letters, digits, spaces, _ and -.');
    expect(isSaveDisabled()).toBe(true);
    fireEvent.input(font, { target: { value: 'Georgia' } });
    fireEvent.click(save());
    await screen.findByText(saved);
    expect(adminBrandRequestSchema.parse(service.bodyOf('PUT branding'))).toMatchObject({
      fontFamily: 'Georgia',
    });
    cleanup();
    render(<BrandingScreen />);
    await screen.findByLabelText('Font');
    expect(screen.queryByText(/^Saved/)).toBeNull();
  });

  it.each(['red', '#12345', 'url(x)', '#5b21b6;'])('does not save while a colour is “%s”', async (text) => {
    render(<BrandingScreen />);
    await screen.findByRole('table', { name: 'Contrast: Light' });
    typeColour(text);
    screen.getByText('Enter a colour as # and six digits, such as #2251d1.');
    expect(isSaveDisabled()).toBe(true);
    fireEvent.click(save());
    expect(service.calls.map(({ name }) => name)).toEqual(['GET branding']);
  });

  it('keeps the focus on Save, and announces the result in an element that was there before', async () => {
    render(<BrandingScreen />);
    const name = await screen.findByLabelText('Name');
    const status = screen.getByRole('status');
    const button = save();
    fireEvent.input(name, { target: { value: 'Another shop' } });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(status.textContent).toBe(saved));
    expect(status.isConnected).toBe(true);
    expect(document.activeElement).toBe(button);
    // Browsers take the focus from a disabled button.
    expect(button).toHaveProperty('disabled', false);
    expect(isSaveDisabled()).toBe(true);
  });

  it('keeps the focus when changes are undone, a colour is reset, or the logo is removed', async () => {
    stored = {
      ...brand,
      logo: btoa('a picture'),
      colours: { light: { ...none, text: '#111111' }, dark: none },
    };
    render(<BrandingScreen />);
    const act = (button: HTMLElement) => {
      button.focus();
      fireEvent.click(button);
      return document.activeElement;
    };
    const back = await screen.findByRole('button', { name: 'Back to the default: Text, Light' });
    expect(act(back)).toBe(screen.getAllByLabelText('Text')[0]);
    await waitFor(() => expect(back.isConnected).toBe(false));
    const remove = screen.getByRole('button', { name: 'Remove the logo' });
    expect(act(remove)).toBe(screen.getByRole('button', { name: 'Choose a picture' }));
    await waitFor(() => expect(remove.isConnected).toBe(false));
    expect(act(undo())).toBe(undo());
    await screen.findByRole('button', { name: 'Remove the logo' });
    expect(undo().getAttribute('aria-disabled')).toBe('true');
    expect(undo()).toHaveProperty('disabled', false);
  });

  it('shows what another person saved once it is read again; until then, keeps what is typed', async () => {
    render(<BrandingScreen />);
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    fireEvent.input(name, { target: { value: 'Typed' } });
    renewals.value += 1;
    await waitFor(() => expect(service.calls).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve));
    expect(name.value).toBe('Typed');
    stored = { ...brand, name: 'Their shop', revision: 1 };
    renewals.value += 1;
    await waitFor(() => expect(name.value).toBe('Their shop'));
    expect(name.isConnected).toBe(true);
  });

  it('shows the branding without a button to people who may not change it', async () => {
    signInWith('brand.read');
    render(<BrandingScreen />);
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'A shop');
    expect(screen.getByTitle('Preview of the flow').getAttribute('src')).toBe('/admin/preview');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { type AdminBrand, adminBrandRequestSchema, adminBrandSchema } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionState } from '../../session.ts';
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
let service: ReturnType<typeof stubService>;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  service = stubService({
    'GET branding': () => adminBrandSchema.parse(brand),
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

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const typeColour = (text: string) =>
  fireEvent.input(screen.getAllByLabelText('Accent')[0] as HTMLElement, { target: { value: text } });

describe('branding screen', () => {
  it('shows the contrast of each pair while a colour is typed, and saves only colours that pass', async () => {
    render(<BrandingScreen />);
    const pairs = within(await screen.findByRole('table', { name: 'Contrast: Light' }));
    expect(pairs.getAllByText('Passes')).toHaveLength(3);
    expect(save().disabled).toBe(true);
    typeColour('#ffd200');
    expect(pairs.getAllByText('Fails')).toHaveLength(2);
    expect(save().disabled).toBe(true);
    typeColour('#5B21B6');
    expect(pairs.queryByText('Fails')).toBeNull();
    fireEvent.click(save());
    await screen.findByText('Saved. Pages opened from now on look like this.');
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
    expect(save().disabled).toBe(true);
    fireEvent.input(font, { target: { value: 'Georgia' } });
    fireEvent.click(save());
    await screen.findByText('Saved. Pages opened from now on look like this.');
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
    expect(save().disabled).toBe(true);
  });

  it('shows the branding without a button to people who may not change it', async () => {
    signInWith('brand.read');
    render(<BrandingScreen />);
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'A shop');
    expect(screen.getByTitle('Preview of the flow').getAttribute('src')).toBe('/admin/preview');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

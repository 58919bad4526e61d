import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseConfiguration, type Surroundings } from './parse-configuration.ts';

const container = { id: 'box' } as unknown as HTMLElement;
const surroundings: Surroundings = {
  servedFrom: 'https://verify.example',
  regions: {},
  document: { getElementById: (id) => (id === 'box' ? container : null) },
};
const parse = (input: unknown, around: Partial<Surroundings> = {}) =>
  parseConfiguration(input, { ...surroundings, ...around });

afterEach(() => vi.restoreAllMocks());

test('takes a token alone', { tags: ['S4.5-22', 'DSDK-1'] }, () => {
  expect(parse('eu.token')).toEqual({
    token: 'eu.token',
    baseAddress: 'https://verify.example',
    placement: { mode: 'fullscreen' },
    language: 'en',
    theme: undefined,
    cspNonce: undefined,
    messages: undefined,
  });
});

test('reads every option', { tags: ['DSDK-1', 'DSDK-54', 'DSDK-77', 'DSDK-78'] }, () => {
  const theme = { light: { baseAccent: '#00f' } };
  const messages = { begin: 'Go' };
  expect(
    parse({
      token: ' t ',
      language: 'de-AT',
      theme,
      renderingMode: 'inline',
      containerId: 'box',
      baseUrl: 'https://api.example/',
      cspNonce: 'n0nce',
      messages,
    }),
  ).toEqual({
    token: 't',
    baseAddress: 'https://api.example',
    placement: { mode: 'inline', container },
    language: 'de',
    theme,
    cspNonce: 'n0nce',
    messages,
  });
});

describe('refuses', () => {
  test.each([undefined, null, {}, '', '   ', 42, [], { token: '' }, { token: ' \n' }, { token: 7 }])(
    'a configuration without a token: %j',
    { tags: ['S4.5-8', 'DSDK-2'] },
    (input) => {
      expect(() => parse(input)).toThrow(new Error('Configuration is not set.'));
    },
  );

  test.each([
    ['nothing names the service', {}, '`baseUrl` is not set.'],
    ['baseUrl is no address', { baseUrl: 'verify.example' }, '`baseUrl` is no http(s) address.'],
  ])(
    'to guess the address of the service, and says that %s',
    { tags: ['DSDK-53'] },
    (_, options, problem) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      expect(() => parse({ token: 't', ...options }, { servedFrom: undefined })).toThrow(
        new Error('Configuration is not set.'),
      );
      expect(log).toHaveBeenCalledWith('VendorOrchestration:', problem);
    },
  );

  test.each(['modal', '', 'FULLSCREEN', 1, {}])(
    'the rendering mode %j',
    { tags: ['S4.5-45'] },
    (renderingMode) => {
      expect(() => parse({ token: 't', renderingMode })).toThrow(
        new Error('Invalid rendering mode specified.'),
      );
    },
  );

  test.each([undefined, null, '', 5])(
    'inline in a container named %j',
    { tags: ['S4.5-25'] },
    (containerId) => {
      expect(() => parse({ token: 't', renderingMode: 'inline', containerId })).toThrow(
        new Error('Container ID is required for inline rendering.'),
      );
    },
  );

  test('inline in a container that is not there', { tags: ['S4.5-25'] }, () => {
    expect(() => parse({ token: 't', renderingMode: 'inline', containerId: 'nowhere' })).toThrow(
      new Error("Container element with id 'nowhere' not found."),
    );
  });

  test('to name a later fault before an earlier one', { tags: ['DSDK-3'] }, () => {
    expect(() => parse({ renderingMode: 'modal' })).toThrow('Configuration is not set.');
    expect(() => parse({ token: 't', renderingMode: 'modal', containerId: 'nowhere' })).toThrow(
      'Invalid rendering mode specified.',
    );
  });

  test('to start where there is no page', () => {
    const server = { document: undefined };
    expect(() => parse('t', server)).toThrow('in a browser');
    const inline = { token: 't', renderingMode: 'inline' };
    expect(() => parse({ ...inline, containerId: 'box' }, server)).toThrow('in a browser');
    // Faults that are the same everywhere are reported first.
    expect(() => parse(inline, server)).toThrow('Container ID is required');
  });
});

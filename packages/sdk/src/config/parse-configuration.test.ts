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

test('accepts a token instead of a configuration', { tags: ['S4.5-22', 'DSDK-1'] }, () => {
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

describe('a refused configuration', () => {
  test.each([undefined, null, {}, '', '   ', 42, [], { token: '' }, { token: ' \n' }, { token: 7 }])(
    'refuses a configuration without a token: %j',
    { tags: ['S4.5-8', 'DSDK-2'] },
    (input) => {
      expect(() => parse(input)).toThrow(new Error('Configuration is not set.'));
    },
  );

  test.each([
    ['no address is set', {}, '`baseUrl` is not set.'],
    ['baseUrl is unusable', { baseUrl: 'verify.example' }, '`baseUrl` must be an http(s) URL.'],
  ])(
    'refuses to guess the address of the service, and logs that %s',
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
    'refuses the rendering mode %j',
    { tags: ['S4.5-45'] },
    (renderingMode) => {
      expect(() => parse({ token: 't', renderingMode })).toThrow(
        new Error('Invalid rendering mode specified.'),
      );
    },
  );

  test.each([undefined, null, '', 5])(
    'refuses the container id %j for inline rendering',
    { tags: ['S4.5-25'] },
    (containerId) => {
      expect(() => parse({ token: 't', renderingMode: 'inline', containerId })).toThrow(
        new Error('Container ID is required for inline rendering.'),
      );
    },
  );

  test('refuses a container that does not exist', { tags: ['S4.5-25'] }, () => {
    expect(() => parse({ token: 't', renderingMode: 'inline', containerId: 'nowhere' })).toThrow(
      new Error("Container element with id 'nowhere' not found."),
    );
  });

  test('reports the first fault in the order of section 7.4', { tags: ['DSDK-3'] }, () => {
    expect(() => parse({ renderingMode: 'modal' })).toThrow('Configuration is not set.');
    expect(() => parse({ token: 't', renderingMode: 'modal', containerId: 'nowhere' })).toThrow(
      'Invalid rendering mode specified.',
    );
  });

  test('refuses to start without a page', () => {
    const server = { document: undefined };
    expect(() => parse('t', server)).toThrow('in a browser');
    const inline = { token: 't', renderingMode: 'inline' };
    expect(() => parse({ ...inline, containerId: 'box' }, server)).toThrow('in a browser');
    // Faults that do not depend on the surroundings are reported first.
    expect(() => parse(inline, server)).toThrow('Container ID is required');
  });
});

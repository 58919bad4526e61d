import { describe, expect, it } from 'vitest';
import { forbiddenSchemes } from './redirect-url.ts';
import { linkRequestSchema, linkResponseSchema, startRequestSchema, startResponseSchema } from './start.ts';

const workflowId = '7d6f9f64-2a5a-4d3b-9a63-0f0b6a3f6a10';
const start = { workflowId, inputs: { user_id: 'u' } };

describe('start request', () => {
  it('requires workflowId and inputs in a start request', { tags: ['S2.2-2'] }, () => {
    expect(startRequestSchema.safeParse(start).success).toBe(true);
    expect(startRequestSchema.safeParse({}).error?.issues.map((issue) => issue.path[0])).toEqual([
      'workflowId',
      'inputs',
    ]);
  });

  it('accepts only a UUID as workflowId', { tags: ['S2.2-1'] }, () => {
    for (const bad of ['x', '7d6f9f64-2a5a-4d3b-9a63', 7, null]) {
      expect(startRequestSchema.safeParse({ ...start, workflowId: bad }).success).toBe(false);
    }
  });

  it('ignores unknown top-level members of a start request', { tags: ['DREQ-18'] }, () => {
    expect(startRequestSchema.parse({ ...start, extra: 1 })).toEqual(start);
  });
});

describe('start response', () => {
  it('defines executionId, token, expiresAt and requiresClientInit in a start response', {
    tags: ['S2.4-6'],
  }, () => {
    expect(Object.keys(startResponseSchema.shape)).toEqual([
      'executionId',
      'token',
      'expiresAt',
      'requiresClientInit',
    ]);
  });
});

describe('link request', () => {
  it.each([
    [3600, true],
    [2_592_000, true],
    [3599, false],
    [2_592_001, false],
    [3600.5, false],
    ['3600', false],
    [null, true],
  ])('validates expiresIn %s: accepted is %s', (expiresIn, taken) => {
    expect(linkRequestSchema.safeParse({ ...start, expiresIn }).success).toBe(taken);
  });

  it.each(['completedUrl', 'incompleteUrl'])('accepts a web or app address as %s', (member) => {
    for (const good of [
      ...[
        'https://example.com/done',
        'http://localhost:3000/x?y=1',
        'HTTPS://EXAMPLE.COM',
        'https://müller.de/ü#ä',
      ],
      ...['https://[2001:db8::1]:8443/', 'https://example.com/@user?to=a@b', 'https://example.com#a@b'],
      ...[
        'myapp://done',
        'myapp:done',
        'MyApp://Done?x=1',
        'com.example.app:/callback',
        'a+b-c.d://x/@y',
        null,
      ],
    ]) {
      expect(linkRequestSchema.safeParse({ ...start, [member]: good }).success, String(good)).toBe(true);
    }
  });

  it.each<[string, RegExp, readonly unknown[]]>([
    [
      'without a scheme',
      /absolute URL/,
      ['/done', 'example.com', '', '//example.com', '1app://x', '://x', 'my_app://x'],
    ],
    [
      'without a host',
      /http or https URL/,
      ['https:', 'https://', 'https:///x', 'https:example.com', 'http:/x', 'https://a..b:x'],
    ],
    [
      'of a forbidden scheme',
      /^has the scheme [a-z-]+, which is never allowed$/,
      [
        ...forbiddenSchemes.map((scheme) => `${scheme}:x`),
        ...['javascript:alert(1)', 'JavaScript://x/%0aalert(1)', 'DATA:text/html,x', 'ftp://example.com'],
        'intent://x#Intent;scheme=myapp;S.browser_fallback_url=https%3A%2F%2Fevil.example;end',
      ],
    ],
    [
      'with user name or password',
      /user name or password/,
      [
        'https://ok@evil.example',
        'https://a:b@evil.example/x',
        'https://@evil.example',
        'myapp://a:b@done',
        'http://a%40b@c',
      ],
    ],
    [
      'with forbidden characters',
      /characters that URLs cannot have/,
      [
        ...[
          'https://evil.example\r\nX: y',
          'https://e\tvil.example',
          'https://evil.example/\u0000',
          'myapp://a\nb',
        ],
        ...[
          'https://ok.example\\@evil.example',
          'https:\\\\evil.example',
          'https://a b.example',
          'https://a.example/ ',
        ],
        ...[
          'https://a.example/\u00a0',
          'https://a.example/\u202e',
          'https://a.example/\ud800',
          'https://a.example/\u2028',
        ],
      ],
    ],
    [
      'with a disguised scheme',
      /absolute URL/,
      [
        ' javascript:alert(1)',
        'java\tscript:alert(1)',
        '\u0001javascript:alert(1)',
        'javascript\u200b:x',
        'ｊavascript:x',
      ],
    ],
    [
      'of more than 2048 characters',
      /2048/,
      [`https://example.com/${'x'.repeat(2048)}`, `myapp:${'x'.repeat(2048)}`],
    ],
  ])('rejects a redirect URL %s', { tags: ['DRUN-111'] }, (_, message, bad) => {
    for (const url of bad) {
      for (const member of ['completedUrl', 'incompleteUrl']) {
        const { error } = linkRequestSchema.safeParse({ ...start, [member]: url });
        expect(
          error?.issues.map((issue) => issue.message),
          String(url),
        ).toEqual([expect.stringMatching(message)]);
      }
    }
  });
});

describe('link response', () => {
  it('defines executionId and redirectUrl in a link response', { tags: ['S2.4-10'] }, () => {
    expect(Object.keys(linkResponseSchema.shape)).toEqual(['executionId', 'redirectUrl']);
  });
});

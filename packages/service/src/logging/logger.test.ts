import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLogger, type LogLevel, summarizeError } from './logger.ts';
import { redactText } from './redact.ts';

function capture(level: LogLevel = 'debug') {
  const lines: string[] = [];
  const logger = createLogger({ level, clock: { now: () => 0 }, write: (line) => lines.push(line) });
  return { logger, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('log', () => {
  it('writes one JSON object per line with time, level, message and fields', () => {
    const { logger, lines, entries } = capture();
    const job = randomUUID();
    logger.info('A job\nis done.', { job, durationMs: 12, ok: true, left: undefined });
    expect(lines[0]).toMatch(/^[^\n]+\n$/);
    expect(entries()).toEqual([
      {
        time: '1970-01-01T00:00:00.000Z',
        level: 'info',
        message: 'A job\nis done.',
        job,
        durationMs: 12,
        ok: true,
      },
    ]);
  });

  it('drops events below its level, and keeps fields from replacing time, level and message', () => {
    const { logger, entries } = capture('warn');
    logger.debug('no');
    logger.info('no');
    logger.warn('yes', { level: 'debug', message: 'other' });
    logger.error('yes');
    expect(entries().map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'yes'],
      ['error', 'yes'],
    ]);
  });

  it('writes an error as name, code, message, stack frames and cause', () => {
    const { logger, entries } = capture();
    const error = Object.assign(new TypeError('fetch failed', { cause: new RangeError('too far') }), {
      code: 'E1',
    });
    logger.error('Sending failed.', {}, error);
    logger.error('Sending failed.', {}, 'a thrown text that could say anything');
    const [first, second] = entries();
    expect(first!.error).toMatchObject({
      name: 'TypeError',
      code: 'E1',
      message: 'fetch failed',
      cause: 'RangeError: too far',
    });
    expect((first!.error as { stack: string }).stack).toMatch(/logger\.test\.ts/);
    expect(second!.error).toEqual({ name: 'string' });
  });
});

describe('redaction', () => {
  const secrets = [
    `vo_live_${randomBytes(24).toString('hex')}`,
    `vo_test_short`,
    `whsec_${randomBytes(24).toString('base64')}`,
    `eu.${randomBytes(32).toString('base64url')}`,
    randomBytes(32).toString('base64url'),
    randomBytes(32).toString('hex'),
    'anna.eriksson@utopia.example',
    '+44 7700 900123',
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  ];

  it('redacts secrets and personal data anywhere in a line', { tags: ['DREQ-52'] }, () => {
    for (const secret of secrets) {
      const { logger, lines } = capture();
      logger.error(
        `It was ${secret}.`,
        { detail: secret, url: `https://x.test/a?b=${secret}` },
        new Error(`bad "${secret}"`),
      );
      logger.warn('Cause.', {}, new Error('outer', { cause: new Error(secret) }));
      const heart = secret.replace(/^(eu\.|whsec_|vo_\w+?_)/, '').slice(0, 20);
      expect(lines.join(''), secret).not.toContain(heart);
      expect(summarizeError(new Error(secret))).not.toContain(heart);
    }
  });

  it('redacts every field whose name suggests a secret or personal data', () => {
    const { logger, entries } = capture();
    const names = [
      'token',
      'sessionKey',
      'api_key',
      'x-api-key',
      'authorization',
      'cookie',
      'email',
      'user_fullname',
      'user_dob',
      'phoneNumber',
      'ip',
      'remoteAddress',
      'client_ip',
      'inputs',
      'webhookSecret',
      'body',
      'documentNumber',
    ];
    logger.info('Fields.', Object.fromEntries(names.map((name) => [name, 'x y'])));
    const [{ time: _time, level: _level, message: _message, ...fields }] = entries() as [
      Record<string, unknown>,
    ];
    expect(fields).toEqual(Object.fromEntries(names.map((name) => [name, '[redacted]'])));
  });

  it('keeps ids, codes, routes and plain words readable', { tags: ['DREQ-52'] }, () => {
    for (const text of [
      randomUUID(),
      'WORKFLOW_NOT_FOUND',
      '/orchestration-api/v1/init-workflow',
      'https://shop.test/hooks',
      'SQLITE_BUSY: database is locked',
    ]) {
      expect(redactText(text)).toBe(text);
    }
    expect(redactText('https://user:pass@shop.test/media/1?signature=abc#part')).toBe(
      'https://[redacted]shop.test/media/1[redacted]',
    );
    expect(redactText('postgres://user:pass@localhost:5432/data')).toBe(
      'postgres://[redacted]localhost:5432/data',
    );
  });

  it('cuts long texts, and redacts a secret across the cut', () => {
    const secret = randomBytes(32).toString('base64url');
    for (let at = 200; at < 310; at += 1) {
      const redacted = redactText(`${' '.repeat(at)}${secret} ${'x '.repeat(100_000)}`);
      expect(redacted.length).toBeLessThanOrEqual(301);
      expect(redacted).not.toContain(secret.slice(0, 8));
    }
    expect(redactText(`${'x'.repeat(1480)} ${secret}`)).not.toContain(secret.slice(0, 8));
  });

  it('redacts any text quickly and without throwing', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => typeof redactText(text) === 'string'));
    const begun = performance.now();
    for (const unit of ['<', 'A', '@', '+1 ', 'https://', 'https://?', 'a@a', 'Bearer ']) {
      redactText(unit.repeat(1_000_000 / unit.length));
    }
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});

import { describe, expect, test } from 'vitest';
import { cheapPasswords } from '../../../../testing/people-world.ts';

describe('passwords', () => {
  test('checks a password from a known device before the queue of unknown ones', async () => {
    const passwords = cheapPasswords();
    const hash = await passwords.hash('correct horse battery', Buffer.alloc(16, 1));
    const ended: string[] = [];
    const note =
      (who: string) =>
      ([isRight]: readonly boolean[]) =>
        void ended.push(`${who} ${isRight}`);
    const crowd = Array.from({ length: 34 }, () =>
      passwords.compare('a guess', [hash]).then(note('stranger')),
    );
    await expect(passwords.compare('one guess more', [hash])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await passwords.compare('correct horse battery', [hash], true).then(note('known'));
    // Two hashes are computed at a time, and these two started earlier.
    expect(ended.indexOf('known true')).toBeLessThan(5);
    await Promise.all(crowd);
    expect(ended.length).toBe(35);
  });
});

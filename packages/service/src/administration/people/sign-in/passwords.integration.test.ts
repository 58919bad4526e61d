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
    // Fills the queue: two are computed, and 32 wait.
    const crowd = Array.from({ length: 34 }, () =>
      passwords.compare('a guess', [hash]).then(note('stranger')),
    );
    await expect(passwords.compare('one more guess', [hash])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await passwords.compare('correct horse battery', [hash], true).then(note('known'));
    // The two that were being computed end first; a few others may end at about the same time.
    expect(ended.indexOf('known true')).toBeLessThan(5);
    await Promise.all(crowd);
    expect(ended.length).toBe(35);
  });
});

import { describe, expect, it } from 'vitest';
import { createServiceClock, type ServiceClock } from './service-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2030, 0, 15, 12);

/** A machine whose clock can be set, and that can be suspended. */
class Machine {
  wall = start;
  elapsed = 0;

  clock(lastKnown: number | null, builtAt = start - 100 * day): ServiceClock {
    return createServiceClock({ wall: () => this.wall, elapsed: () => this.elapsed, lastKnown, builtAt });
  }

  pass(ms: number): void {
    this.wall += ms;
    this.elapsed += ms;
  }

  /** Lets time pass with a check of the clock every minute. */
  watch(clock: ServiceClock, ms: number): void {
    for (let passed = 0; passed < ms; passed += minute) {
      this.pass(minute);
      clock.state();
    }
  }

  /** Sets the clock, which is also what waking from suspension looks like. */
  jump(ms: number): void {
    this.wall += ms;
  }
}

describe('the clock at a start', () => {
  it.each([
    ['continues the time of the last process', -minute, null],
    ['continues after a short stop', -50 * minute, null],
    ['continues although NTP set it back a little', 2 * minute, null],
    ['follows a stop overnight', -12 * hour, 'settling'],
    ['follows a stop of three weeks', -21 * day, 'settling'],
    ['is months after the last known time', -90 * day, 'ahead'],
    ['is 400 days ahead', -400 * day, 'ahead'],
    ['is two hours behind', 2 * hour, 'settling'],
    ['is years behind', 3000 * day, 'behind'],
  ])('judges a clock at a start that %s', (_case, knownAfterStartMs, doubt) => {
    const clock = new Machine().clock(start + knownAfterStartMs, start - 5000 * day);
    expect(clock.state().doubt).toBe(doubt);
    expect(clock.isTrusted()).toBe(doubt === null);
  });

  it('trusts a clock on new data, unless it shows a time before the build', () => {
    expect(new Machine().clock(null).isTrusted()).toBe(true);
    const machine = new Machine();
    const clock = machine.clock(null, start + 200 * day);
    expect(clock.state().doubt).toBe('behind');
    expect(clock.now()).toBe(start + 200 * day);
    machine.jump(900 * day);
    expect(clock.isTrusted()).toBe(true);
    expect(clock.now()).toBe(machine.wall);
  });

  it('never trusts a time before the build without an operator', () => {
    const machine = new Machine();
    const clock = machine.clock(start - day, start + 10 * day);
    machine.watch(clock, 5 * hour);
    expect(clock.isTrusted()).toBe(false);
    clock.confirm(machine.wall);
    expect(clock.isTrusted()).toBe(true);
  });

  it.each([2, 10, 20])('tolerates files of the build that are dated %i hours ahead', (ahead) => {
    for (const known of [minute, 12 * hour]) {
      const machine = new Machine();
      const clock = machine.clock(start - known, start + ahead * hour);
      expect(clock.now()).toBe(start);
      expect(clock.isTrusted()).toBe(known === minute);
      machine.watch(clock, 3 * hour);
      expect(clock.isTrusted()).toBe(true);
      expect(clock.now()).toBe(machine.wall);
    }
  });

  it('continues from the last known time until NTP sets a machine that booted in 1970', () => {
    const machine = new Machine();
    const known = start - 10 * minute;
    machine.wall = 0;
    const clock = machine.clock(known);
    machine.watch(clock, 5 * minute);
    expect(clock.now()).toBe(known + 5 * minute);
    expect(clock.isTrusted()).toBe(false);
    machine.wall = start + 5 * minute;
    expect(clock.now()).toBe(machine.wall);
    expect(clock.isTrusted()).toBe(true);
  });

  it('follows a clock that was ahead once NTP corrects it', () => {
    const machine = new Machine();
    machine.jump(400 * day);
    const clock = machine.clock(start - minute);
    machine.watch(clock, 10 * hour);
    expect(clock.isTrusted()).toBe(false);
    machine.jump(-400 * day);
    // The corrected clock is a minute ahead of the last known time plus the ten hours that the service has run.
    expect(clock.isTrusted()).toBe(true);
    expect(clock.now()).toBe(machine.wall);
  });
});

describe('the clock while the service runs', () => {
  function running() {
    const machine = new Machine();
    const clock = machine.clock(start - minute);
    machine.watch(clock, hour);
    expect(clock.isTrusted()).toBe(true);
    return { machine, clock };
  }

  it.each([
    ['400 days ahead', 400 * day],
    ['31 days ahead', 31 * day],
    ['10 days ahead', 10 * day],
    ['two hours ahead', 2 * hour],
    ['two hours back', -2 * hour],
    ['10 days back', -10 * day],
    ['400 days back', -400 * day],
  ])('ignores a jump %s that lasts 8 seconds', (_case, jump) => {
    const { machine, clock } = running();
    const before = clock.now();
    machine.jump(jump);
    expect(clock.isTrusted()).toBe(false);
    machine.pass(8000);
    expect(clock.isTrusted()).toBe(false);
    expect(clock.now()).toBe(before + 8000);
    machine.jump(-jump);
    expect(clock.isTrusted()).toBe(true);
    expect(clock.now()).toBe(before + 8000);
  });

  it.each([
    ['400 days ahead for two hours', 400 * day, 2 * hour],
    ['31 days ahead for two hours', 31 * day, 2 * hour],
    ['400 days back for 40 hours', -400 * day, 40 * hour],
  ])('ignores a jump %s, and follows it once confirmed', (_case, jump, after) => {
    const { machine, clock } = running();
    const before = clock.now();
    machine.jump(jump);
    machine.watch(clock, after);
    expect(clock.isTrusted()).toBe(false);
    expect(clock.now()).toBe(before + after);
    expect(clock.lifetimesFrom()).toBe(before + after);
    clock.confirm(machine.wall - jump);
    expect(clock.isTrusted()).toBe(false);
    clock.confirm(machine.wall);
    expect(clock.isTrusted()).toBe(true);
    expect(clock.now()).toBe(machine.wall);
  });

  it.each([
    ['400 days', 400 * day],
    ['31 days', 31 * day],
  ])(
    'follows a jump %s ahead after running evenly for three hours, but trusts it only once confirmed',
    (_case, jump) => {
      const { machine, clock } = running();
      machine.jump(jump);
      machine.watch(clock, 3 * hour + minute);
      expect(clock.now()).toBe(machine.wall);
      expect(clock.shown()).toBe(machine.wall);
      machine.watch(clock, 40 * hour);
      expect(clock.state()).toMatchObject({ doubt: 'ahead', settlesInMs: null });
      clock.confirm(machine.wall);
      expect(clock.isTrusted()).toBe(true);
    },
  );

  it.each([
    ['follows a second pause, of 6 minutes, within three minutes but not at once', 6 * minute, true],
    ['follows a second pause, of two hours, within three minutes but not at once', 2 * hour, true],
    ['keeps the followed time for three minutes after a second jump, of 400 days', 400 * day, false],
  ])('%s', (_case, second, isFollowed) => {
    const { machine, clock } = running();
    machine.jump(8 * hour);
    machine.watch(clock, hour);
    const before = clock.now();
    machine.jump(second);
    expect(clock.now()).toBe(before);
    machine.watch(clock, 3 * minute);
    expect(clock.now()).toBe(isFollowed ? machine.wall : before + 3 * minute);
    machine.jump(-second - 8 * hour);
    expect(clock.isTrusted()).toBe(true);
    expect(clock.now()).toBe(machine.wall);
  });

  it('keeps up with a machine that sleeps 22 hours a day for 34 days', () => {
    const { machine, clock } = running();
    let last = clock.now();
    for (let night = 0; night < 34; night += 1) {
      machine.jump(22 * hour);
      expect(clock.now()).toBeGreaterThanOrEqual(last);
      expect(clock.lifetimesFrom()).toBe(machine.wall);
      expect(clock.shown()).toBe(machine.wall);
      machine.watch(clock, 2 * hour);
      last = clock.now();
      expect(last).toBe(machine.wall);
    }
    expect(clock.state().doubt).toBe('ahead');
  });

  it('follows a correction to a time between the expected and the followed one', () => {
    const { machine, clock } = running();
    machine.jump(5 * hour);
    machine.watch(clock, hour);
    machine.jump(-3 * hour);
    machine.watch(clock, 2 * minute);
    expect(clock.now()).toBe(machine.wall);
  });

  it('counts lifetimes from a plausible jump ahead at once, and forgets a jump that is undone', () => {
    const { machine, clock } = running();
    for (const jump of [2 * hour, 20 * day]) {
      const before = clock.now();
      machine.jump(jump);
      expect(clock.lifetimesFrom()).toBe(machine.wall);
      expect(clock.now()).toBe(before);
      machine.jump(-jump);
      expect(clock.lifetimesFrom()).toBe(before);
    }
    machine.jump(-2 * hour);
    expect(clock.lifetimesFrom()).toBe(clock.now());
  });

  it('forgets a confirmation when the clock jumps again', () => {
    const { machine, clock } = running();
    machine.jump(400 * day);
    machine.watch(clock, hour);
    const confirmedAt = machine.wall;
    machine.jump(400 * day);
    clock.confirm(confirmedAt);
    expect(clock.isTrusted()).toBe(false);
  });

  it('follows the clock of a suspended machine after a minute, and trusts it after three hours', () => {
    const { machine, clock } = running();
    machine.jump(8 * hour);
    const resumed = machine.wall;
    expect(clock.shown()).toBe(machine.wall);
    machine.watch(clock, minute);
    expect(clock.now()).toBe(machine.wall);
    machine.watch(clock, 3 * hour - 2 * minute);
    expect(clock.isTrusted()).toBe(false);
    // Executions that began since then were measured by a clock that ran evenly.
    expect(clock.isTrusted(resumed - hour)).toBe(false);
    expect(clock.isTrusted(resumed + 2 * minute)).toBe(true);
    machine.watch(clock, minute);
    expect(clock.isTrusted()).toBe(true);
  });

  it('restarts the wait when the clock jumps again', () => {
    const { machine, clock } = running();
    machine.jump(8 * hour);
    machine.watch(clock, 2 * hour);
    machine.jump(8 * hour);
    machine.watch(clock, 2 * hour);
    expect(clock.isTrusted()).toBe(false);
  });

  it('follows a clock that was set back after three hours, never returning an earlier time before that', () => {
    const { machine, clock } = running();
    machine.jump(-45 * minute);
    const before = clock.now();
    machine.watch(clock, 3 * hour - minute);
    expect(clock.now()).toBe(before + 3 * hour - minute);
    expect(clock.shown()).toBe(machine.wall);
    machine.watch(clock, minute);
    expect(clock.isTrusted()).toBe(true);
    expect(clock.now()).toBe(machine.wall);
  });

  it('trusts a clock that NTP adjusts by seconds every hour for months', () => {
    const { machine, clock } = running();
    for (let step = 0; step < 2000; step += 1) {
      machine.pass(hour);
      machine.jump(-20_000);
      expect(clock.isTrusted()).toBe(true);
    }
    expect(clock.now()).toBe(machine.wall);
  });
});

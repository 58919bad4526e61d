import { describe, expect, it } from 'vitest';
import { findStateFault, type StateRow, type StateSeal } from './execution-states.ts';

const compact = {
  checks_state: '[["c1","document",1,null],["c2","selfie, left",2,"OK"]]',
  checks_seals: '[["c1",""],["c2","0AFF"]]',
};
const spaced = {
  checks_state: '[["c1", "document", 1, null], \n ["c2", "selfie, left", 2, "OK"]]',
  checks_seals: '[["c1", null], \n ["c2", "0AFF"]]',
};
const rowOf = (checks: Pick<StateRow, 'checks_state' | 'checks_seals'>, mac: string) =>
  ({ id: 'e', seq: 1, recorded_seq: null, state_mac: mac, ...checks }) as StateRow;

/** Returns the MAC that `seal` makes for a state: its texts in base64, instead of their hashes. */
function macOf(checks: Pick<StateRow, 'checks_state' | 'checks_seals'>): string {
  const texts: string[] = [];
  const recording: StateSeal = {
    mac(text) {
      texts.push(Buffer.from(text).toString('base64'));
      return '';
    },
    onBroken: () => {},
    isAnchored: () => false,
  };
  findStateFault(recording, rowOf(checks, 'no.mac'));
  return texts.slice(-2).join('.');
}
const seal: StateSeal = {
  mac: (text) => Buffer.from(text).toString('base64'),
  onBroken: () => {},
  isAnchored: () => false,
};

describe('the seal of a state', () => {
  it('accepts on PostgreSQL a seal made on SQLite', () => {
    expect(findStateFault(seal, rowOf(spaced, macOf(compact)))).toBeNull();
    expect(findStateFault(seal, rowOf(compact, macOf(compact)))).toBeNull();
  });

  it('accepts on PostgreSQL a seal that an earlier version made there', () => {
    expect(macOf(spaced)).not.toBe(macOf(compact));
    expect(findStateFault(seal, rowOf(spaced, macOf(spaced)))).toBeNull();
  });

  it('rejects a state after a change of its checks in either database', () => {
    for (const checks of [spaced, compact]) {
      const state = { ...checks, checks_state: checks.checks_state.replace('OK', 'NO') };
      const seals = { ...checks, checks_seals: checks.checks_seals.replace('0AFF', '0AFE') };
      expect(findStateFault(seal, rowOf(state, macOf(compact)))).toBe('STATE_CHANGED');
      expect(findStateFault(seal, rowOf(seals, macOf(compact)))).toBe('SEALS_CHANGED');
    }
  });
});

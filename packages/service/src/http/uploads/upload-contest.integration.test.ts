import { describe, expect, it } from 'vitest';
import { createUploadBudget, type Upload, type UploadOwner } from './upload-budget.ts';

const limits = {
  bytes: 360_000_000,
  bytesPerSession: 20_000_000,
  incoming: 400,
  whole: 100,
  perSession: 4,
  accountShare: 0.75,
};
const blockBytes = 65_536;

interface Sent {
  readonly upload: Upload;
  readonly bytesPerSecond: number;
  received: number;
  held: number;
  isCut: boolean;
}

/** Makes senders to one service, which share a clock. */
function createStage() {
  let now = 0;
  const budget = createUploadBudget(limits, () => now);
  const sent = new Set<Sent>();
  return {
    /** Opens an upload with a constant pace. @param atOnce - bytes sent at the beginning. @returns null if it is refused. */
    open(owner: UploadOwner, bytesPerSecond: number, atOnce = 0): Sent | null {
      try {
        const one = { upload: budget.take(owner), bytesPerSecond, received: 0, held: 0, isCut: false };
        one.upload.onCut(() => {
          one.isCut = true;
          sent.delete(one);
        });
        sent.add(one);
        receive(one, atOnce);
        return one;
      } catch {
        return null;
      }
    },
    close(one: Sent) {
      sent.delete(one);
      one.upload.end();
    },
    /** Lets time pass in steps of a second. @param meanwhile - called after each step. */
    pass(seconds: number, meanwhile: () => void = () => undefined) {
      for (let second = 0; second < seconds; second++) {
        now += 1000;
        for (const one of [...sent]) if (!one.isCut) receive(one, one.bytesPerSecond);
        meanwhile();
      }
    },
  };

  function receive(one: Sent, bytes: number) {
    one.upload.note(bytes);
    one.received += bytes;
    for (; one.held < one.received && !one.isCut; one.held += blockBytes) {
      try {
        one.upload.add(blockBytes);
      } catch {
        one.isCut = true;
        sent.delete(one);
        one.upload.end();
      }
    }
  }
}
type Stage = ReturnType<typeof createStage>;

interface Crowd {
  readonly sessions?: number;
  readonly perSession?: number;
  readonly bytesPerSecond: number;
  readonly atOnce?: number;
  readonly address?: (session: number) => string | null;
  readonly account?: (session: number) => string;
}

/** Opens uploads of many sessions; by default four of each of 75 sessions. */
function openCrowd(stage: Stage, crowd: Crowd) {
  const { sessions = 75, perSession = 4, bytesPerSecond, atOnce } = crowd;
  const { address = () => '198.51.100.1', account = () => 'shop' } = crowd;
  const opened: Sent[] = [];
  for (let index = 0; index < sessions; index++)
    for (let upload = 0; upload < perSession; upload++) {
      const owner = { session: `crowd ${index}`, account: account(index), address: address(index) };
      const one = stage.open(owner, bytesPerSecond, atOnce);
      if (one) opened.push(one);
    }
  return opened;
}

/** Opens a fast upload from an address of its own. */
function openNewcomer(stage: Stage, index: number) {
  const one = stage.open(
    { session: `newcomer ${index}`, account: 'shop', address: `192.0.2.${index}` },
    500_000,
  );
  stage.pass(1);
  expect(one).toMatchObject({ isCut: false });
  stage.close(one!);
}

const user = { session: 'user', account: 'shop', address: '203.0.113.9' };
const ownAddress = (session: number) => `2001:db8:0:${session}::/64`;

describe('new upload among many others', () => {
  it.each<[string, Crowd, Partial<UploadOwner>?]>([
    ['of one address', { bytesPerSecond: 2500 }],
    ['of its own address', { bytesPerSecond: 2500 }, { address: '198.51.100.1' }],
    ['of unknown addresses, as its own', { bytesPerSecond: 2500, address: () => null }, { address: null }],
    ['that send nothing', { bytesPerSecond: 0 }],
    ['of an address each', { bytesPerSecond: 2500, address: ownAddress }],
    [
      'of a session and an address each',
      { bytesPerSecond: 2500, address: ownAddress, sessions: 300, perSession: 1 },
    ],
    ['of two accounts', { bytesPerSecond: 2500, sessions: 150, account: (session) => `shop ${session % 2}` }],
    [
      'of two accounts and an address each',
      {
        bytesPerSecond: 2500,
        sessions: 150,
        account: (session) => `shop ${session % 2}`,
        address: ownAddress,
      },
    ],
    ['that have sent a megabyte at once', { bytesPerSecond: 2500, atOnce: 1_000_000 }],
    [
      'of an address each that have sent a megabyte at once',
      { bytesPerSecond: 2500, atOnce: 1_000_000, address: ownAddress },
    ],
    ['at 40 kB a second', { bytesPerSecond: 40_000 }],
  ])('accepts a fast upload among many slow ones %s', (_, crowd, owner) => {
    const stage = createStage();
    openCrowd(stage, crowd);
    stage.pass(30);
    for (let index = 0; index < 8; index++) {
      const one = stage.open({ ...user, session: `user ${index}`, ...owner }, 500_000);
      expect(one).not.toBeNull();
      stage.pass(4);
      expect(one).toMatchObject({ isCut: false, received: 2_000_000 });
      stage.close(one!);
    }
  });

  it.each<[string, Crowd, Partial<UploadOwner>?]>([
    ['of one address', { bytesPerSecond: 500_000, atOnce: 100_000 }],
    ['of its own address', { bytesPerSecond: 500_000, atOnce: 100_000 }, { address: '198.51.100.1' }],
    ['of an address each', { bytesPerSecond: 500_000, atOnce: 100_000, address: ownAddress }],
  ])('accepts an upload among many that are as fast, %s', (_, crowd, owner) => {
    const stage = createStage();
    openCrowd(stage, { ...crowd });
    stage.pass(1);
    const one = stage.open({ ...user, ...owner }, 500_000);
    stage.pass(1);
    expect(one).toMatchObject({ isCut: false });
  });

  it('accepts a newcomer although ended uploads are reopened at once', () => {
    const stage = createStage();
    const address = (session: number) => `198.51.100.${session % 5}`;
    openCrowd(stage, { bytesPerSecond: 2500, address });
    for (let index = 0; index < 5; index++) {
      const one = stage.open({ ...user, session: `user ${index}` }, 500_000);
      stage.pass(2, () => openCrowd(stage, { bytesPerSecond: 2500, address }));
      expect(one).toMatchObject({ isCut: false, received: 1_000_000 });
      stage.close(one!);
    }
  });
});

describe('slow phone at 8 kB per second', () => {
  it('lets a slow phone send 4 MiB while half of the slots are taken, however slow the other uploads are', () => {
    const stage = createStage();
    openCrowd(stage, { sessions: 37, bytesPerSecond: 2500 });
    const phone = stage.open(user, 8000);
    stage.pass(525, () => stage.close(stage.open({ ...user, session: 'other' }, 500_000)!));
    expect(phone).toMatchObject({ isCut: false });
    expect(phone!.received).toBeGreaterThan(4 * 1024 * 1024);
  });

  it.each([2500, 10_000])(
    "keeps a slow phone's upload among many uploads of another address at %d bytes per second",
    (bytesPerSecond) => {
      const stage = createStage();
      const phone = stage.open(user, 8000);
      openCrowd(stage, { bytesPerSecond });
      stage.pass(30);
      for (let index = 0; index < 100; index++) openNewcomer(stage, index);
      expect(phone).toMatchObject({ isCut: false });
    },
  );

  it('keeps the uploads of 30 phones at one address among slower uploads of many addresses', () => {
    const stage = createStage();
    openCrowd(stage, { bytesPerSecond: 2500, address: ownAddress });
    stage.pass(30);
    const phones = Array.from({ length: 30 }, (_, index) =>
      stage.open({ ...user, session: `${index}` }, 8000),
    );
    stage.pass(30);
    for (let index = 0; index < 100; index++) openNewcomer(stage, index);
    expect(phones.filter((phone) => phone?.isCut)).toEqual([]);
  });

  it('ends no upload in favour of an address that keeps reopening its own', () => {
    const stage = createStage();
    const phone = stage.open(user, 8000);
    stage.pass(12, () => openCrowd(stage, { bytesPerSecond: 0 }));
    expect(phone).toMatchObject({ isCut: false });
  });
});

describe('address with many fast uploads', () => {
  it('keeps 250 fast uploads of one address', () => {
    const stage = createStage();
    const fast = openCrowd(stage, { sessions: 250, perSession: 1, bytesPerSecond: 70_000 });
    stage.pass(10);
    expect(fast).toHaveLength(250);
    expect(fast.filter(({ isCut }) => isCut)).toEqual([]);
  });
});

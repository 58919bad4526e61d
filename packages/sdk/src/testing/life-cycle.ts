import { expect } from 'vitest';
import { settle } from './fake-clock.ts';
import { happen, type Incident, incidents } from './flow-incidents.ts';
import { aborted, moments } from './flow-moments.ts';
import { type DrawnMode, livingFlow } from './living-flow.ts';
import { noTraces } from './page-traces.ts';

const clean = { ...noTraces, cameras: 0, analyses: [], addresses: [], sleepers: 0, requests: 0 };

/** One incident at one moment, and the events that the page then receives. */
export interface Cell {
  readonly title: string;
  readonly way: Incident;
  readonly heard: string;
  /** Index of the moment. */
  readonly at: number;
}

/** Returns all incidents at all moments at which they can happen. */
export function lifeCycleCells(mode: DrawnMode): Cell[] {
  return moments.flatMap(({ moment, heard }, at) =>
    incidents.flatMap((way) => {
      const expected = heard[way];
      // A flow that has not been drawn cannot be removed; only its container can. The first drawn moment is the welcome, 2.
      const cannot = expected === null || (mode === 'fullscreen' && way === 'removed' && at < 2);
      return cannot ? [] : [{ title: `${moment}, ${way}: ${expected}`, way, heard: expected, at }];
    }),
  );
}

/** Reaches the moment, lets the incident happen, and expects the page's events, no remains, and a working new start. */
export async function expectLifeCycle(mode: DrawnMode, { way, heard, at }: Cell): Promise<void> {
  const flow = livingFlow(mode);
  try {
    let refusal: Error | null = null;
    const starting = flow.start().catch((error: Error) => {
      refusal = error;
    });
    for (const { reach } of moments.slice(0, at + 1)) await reach(flow);

    await happen[way](flow, at);
    const { name, message } = refusal ?? { name: '', message: '' };
    const received = [...flow.events, ...(refusal ? [name === aborted ? name : message] : [])];
    const goesOn = flow.root() !== null;
    expect(received.join(', ') + (goesOn ? ' …' : '')).toBe(heard);

    if (goesOn) {
      await flow.close();
      expect(flow.events.at(-1)).toBe('closed');
    }
    await starting;
    if (!flow.box.isConnected) document.body.append(flow.box);
    await settle();
    expect(flow.left()).toEqual(clean);

    flow.openGates();
    await flow.start();
    expect(flow.events.at(-1)).toBe('opened');
    await flow.close();
  } finally {
    flow.stop();
  }
}

import { expect, it } from 'vitest';
import { createEndpointPace } from './endpoint-pace.ts';

it('keeps the slots of prompt deliveries for exactly a second', () => {
  const pace = createEndpointPace();
  const ends = [pace.begin(0), pace.begin(0), pace.begin(0)];
  for (const end of ends) end({ isDelivered: true, durationMs: 10 }, 10);
  expect([10, 1009, 1010].map((now) => pace.heldSlots(now))).toEqual([3, 3, 0]);
});

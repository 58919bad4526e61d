import type { HandOffStage } from '../../../packages/sdk/src/flow/screen.ts';
import type { Scene } from './scene.ts';

const phoneAt = (of: 'phone' | 'silent', at: 'document' | 'selfie' | 'address', step: number): Scene => ({
  screen: { kind: 'hand-off', stage: { of, at, step, steps: 2 } },
  progress: (step - 1) / 2,
});
const offerOf = (code: Extract<HandOffStage, { of: 'offer' }>['code']): Scene => ({
  screen: { kind: 'hand-off', stage: { of: 'offer', code } },
});

/** Scenes of a hand-off to a phone. */
export const handOffScenes = {
  'hand-off': offerOf({
    url: 'https://verify.example.com/phone#w2nZ0Tq5rVb8YxkLmC3dPfHsJ6aGeU1iOoQyB7KtR4E',
    pairingCode: '4815',
  }),
  'hand-off-coming': offerOf('coming'),
  'hand-off-expired': offerOf('expired'),
  'hand-off-failed': offerOf('failed'),
  'hand-off-phone': phoneAt('phone', 'document', 1),
  'hand-off-phone-selfie': phoneAt('phone', 'selfie', 2),
  'hand-off-phone-letter': phoneAt('phone', 'address', 2),
  'hand-off-silent': phoneAt('silent', 'document', 1),
} satisfies Record<string, Scene>;

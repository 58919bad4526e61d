import type { CaptureSlot, ClientState, DocumentType } from '@vendor/contract';
import type { FlowState } from './flow-state.ts';

/**
 * Returns the flow at the welcome screen, where every user with something to do starts.
 *
 * @param remembered - document type chosen for this attempt before a reload.
 */
export function welcomeFlow(
  requester: string,
  service: ClientState,
  remembered: DocumentType | null,
): FlowState {
  return {
    requester,
    service,
    resumed: service.begun,
    engaged: false,
    document: rememberedDocument(service, remembered),
    stored: storedSlotsOf(service),
    source: null,
    collect: null,
    stage: { kind: 'welcome' },
  };
}

/** Returns the captures of the awaited attempt that the service holds. */
export function storedSlotsOf({ step }: ClientState): CaptureSlot[] {
  return step?.stored.map(({ slot }) => slot) ?? [];
}

/** Returns the document of an attempt if known without asking: the only one accepted, or one chosen before; otherwise null. */
export function rememberedDocument(
  service: ClientState,
  remembered: DocumentType | null,
): DocumentType | null {
  if (service.step?.kind !== 'document') return null;
  const { accepts, chosen } = service.step;
  if (accepts.length === 1) return accepts[0]!.type;
  const known = remembered ?? chosen;
  return accepts.some(({ type }) => type === known) ? known : null;
}

import type { ClientState, DocumentType } from '@vendor/contract';
import type { FlowState } from './flow-state.ts';

/**
 * The flow at the welcome screen, where everybody who is asked for something starts.
 *
 * @param remembered - the document that the user had chosen for the present attempt before a reload.
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
    storedSides: service.step?.stored.map(({ slot }) => slot) ?? [],
    source: null,
    stage: { kind: 'welcome' },
  };
}

/** The document of an attempt, as far as it is known without asking: the only one, or one chosen before; else null. */
export function rememberedDocument(
  service: ClientState,
  remembered: DocumentType | null,
): DocumentType | null {
  const accepts = service.step?.accepts ?? [];
  if (accepts.length === 1) return accepts[0]!.type;
  const known = remembered ?? service.step?.chosen ?? null;
  return accepts.some(({ type }) => type === known) ? known : null;
}

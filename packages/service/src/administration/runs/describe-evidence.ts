import type { Place, SidePlaces } from '@vendor/checks';
import type { AdminAttempt, AdminEvidence } from '@vendor/contract/admin';
import type { PortraitPlace } from '../../check-kinds/check-findings.ts';
import type { StoredCaptureRow, StoredExecution } from '../../executions/stored-execution.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { isoOrNull, toIsoString } from './run-row.ts';

/**
 * Lists the captures of an execution by step and attempt: of a submitted attempt, those that were submitted.
 *
 * @param captures - oldest attempt first.
 * @param urlOf - returns the address of a capture; null if the viewer may not see captures.
 * @param placesAt - returns the outlines that the check of a step found in the attempt that it judged.
 * @param portraits - outlines of the faces with which selfies were compared.
 */
export function describeEvidence(
  { walk }: Pick<StoredExecution, 'walk'>,
  definition: WorkflowDefinition,
  captures: readonly StoredCaptureRow[],
  urlOf: ((captureId: string) => string) | null,
  placesAt: (nodeId: string) => readonly SidePlaces[],
  portraits: readonly PortraitPlace[],
): AdminEvidence[] {
  const nodeIds = [
    ...new Set([...captures].sort((a, b) => a.createdAt - b.createdAt).map(({ nodeId }) => nodeId)),
  ];
  return nodeIds.map((nodeId) => {
    const own = captures.filter((capture) => capture.nodeId === nodeId);
    const submitted = own.filter(({ sealedAt }) => sealedAt !== null);
    const judged = Math.max(...submitted.map(({ attempt }) => attempt));
    const attempts = [...new Set(own.map(({ attempt }) => attempt))];
    return {
      nodeId,
      kind: nodeOf(definition, nodeId).kind,
      attempts: attempts.map((attempt): AdminAttempt => {
        const sent = submitted.filter((capture) => capture.attempt === attempt);
        const ofAttempt = sent.length > 0 ? sent : own.filter((capture) => capture.attempt === attempt);
        const [first] = ofAttempt;
        return {
          attempt,
          isJudged: attempt === judged,
          submittedAt: isoOrNull(first?.sealedAt ?? null),
          documentType: first?.documentType ?? null,
          captures: ofAttempt.map((capture) => {
            const places = attempt === judged && urlOf !== null ? placesAt(nodeId) : [];
            const portrait = portraits.find(({ captureId }) => urlOf !== null && captureId === capture.id);
            return captureOf(capture, walk, urlOf, [
              ...placesOfSide(places, capture.slot),
              ...(portrait ? [namedPlace('portrait', portrait.place)] : []),
            ]);
          }),
        };
      }),
    };
  });
}

type Places = AdminAttempt['captures'][number]['places'];

function placesOfSide(sides: readonly SidePlaces[], slot: string): Places {
  const found = sides.find(({ side }) => side === slot);
  if (!found) return [];
  const { document, fields, barcode } = found;
  const all = [
    ...(document ? [['document', document] as const] : []),
    ...Object.entries(fields),
    ...(barcode ? [['barcode', barcode] as const] : []),
  ];
  return all.map(([what, corners]) => namedPlace(what, corners));
}

function namedPlace(what: string, corners: Place): Places[number] {
  return { what, corners: corners.map(([x, y]) => [x, y]) };
}

function captureOf(
  { id, nodeId, attempt, slot, contentType, sizeBytes, receivedAt }: StoredCaptureRow,
  walk: StoredExecution['walk'],
  urlOf: ((captureId: string) => string) | null,
  places: Places,
): AdminAttempt['captures'][number] {
  const kind = kindOf(contentType);
  // The walk knows the poses of its current attempt only.
  const isCurrent = walk.at === nodeId && walk.attempt === attempt;
  const frameNumber = /^selfie-(\d)$/.exec(slot)?.[1];
  return {
    id,
    slot,
    kind,
    contentType,
    sizeBytes,
    url: kind === 'none' || urlOf === null ? null : urlOf(id),
    receivedAt: toIsoString(receivedAt),
    pose: isCurrent && frameNumber !== undefined ? (walk.poses[Number(frameNumber) - 1] ?? null) : null,
    places,
  };
}

function kindOf(contentType: string): AdminAttempt['captures'][number]['kind'] {
  if (contentType.startsWith('image/')) return 'image';
  if (contentType.startsWith('video/')) return 'video';
  return contentType === 'application/pdf' ? 'pdf' : 'none';
}

import { createFaceNetwork, type FaceNetwork } from './face-network.ts';
import type { FaceAnswer, FaceQuestion } from './protocol.ts';
import { seeFace } from './see-face.ts';

/** The part of a worker's global scope that is used here; the DOM's own type would bring the DOM along. */
interface WorkerScope {
  onmessage: ((event: { readonly data: FaceQuestion }) => void) | null;
  postMessage(answer: FaceAnswer): void;
}

const scope = globalThis as unknown as WorkerScope;
let network: FaceNetwork | undefined;

scope.onmessage = ({ data }) => {
  if ('model' in data) network = createFaceNetwork(data.model);
  scope.postMessage(network ? seeFace(network, data.frame) : null);
};

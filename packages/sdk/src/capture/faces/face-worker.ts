import { createFaceNetwork, type FaceNetwork } from './face-network.ts';
import type { FaceAnswer, FaceQuestion } from './protocol.ts';
import { seeFace } from './see-face.ts';

/** The members of a worker's global scope that are used here. The DOM's own type would bring in the whole DOM. */
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

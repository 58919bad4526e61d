import type { SandboxSession } from '@vendor/contract';
import { createServiceClient, importUpload, type ServiceClientOptions } from './api/service-client.ts';
import type { ShrinkPicture } from './api/uploads/small-picture.ts';
import { captureKitLoader } from './capture/load-capture-kit.ts';
import type { ChoiceMemory, Ports } from './session/ports.ts';

/** Options of `browserPorts`. */
export interface BrowserPortsOptions extends Omit<ServiceClientOptions, 'shrinkPicture'> {
  readonly memory: ChoiceMemory;
  /** Set in the sandbox, whose camera is drawn and can be told to fail. */
  readonly sandbox?: SandboxSession | undefined;
}

/** Creates the browser's implementation of the ports: the service over HTTP, the device's camera, object URLs for pictures. */
export function browserPorts({
  baseAddress,
  sessionKey,
  clock,
  memory,
  sandbox,
}: BrowserPortsOptions): Ports {
  return {
    service: createServiceClient({ baseAddress, sessionKey, clock, shrinkPicture }),
    clock,
    loadCaptureKit: captureKitLoader(() =>
      withUpload(
        sandbox
          ? import('./capture/sandbox/sandbox-kit.ts').then((code) => code.createSandboxKit(sandbox.fails))
          : import('./capture/capture-kit.ts').then((code) => code.createCaptureKit()),
      ),
    ),
    loadSelfieKit: () =>
      import('./capture/selfie-kit.ts').then(
        ({ selfieKit }) => selfieKit,
        () => null,
      ),
    loadPreparation: async () => (await withUpload(import('./capture/prepare-picture.ts'))).preparePicture,
    memory,
    pictureUrls: {
      create: (picture) => URL.createObjectURL(picture),
      revoke: (url) => URL.revokeObjectURL(url),
    },
  };
}

/**
 * Resolves code that makes pictures only once the upload code has loaded, so that no picture is made that could not be sent.
 */
async function withUpload<Code>(code: Promise<Code>): Promise<Code> {
  return (await Promise.all([code, importUpload().then(({ loadDigest }) => loadDigest())]))[0];
}

const shrinkPicture: ShrinkPicture = async (picture, maxBytes) =>
  (await import('./capture/shrink-picture.ts')).shrinkPicture(picture, maxBytes);

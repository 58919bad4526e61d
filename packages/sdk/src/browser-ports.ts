import { createServiceClient, type ServiceClientOptions } from './api/service-client.ts';
import { captureKitLoader } from './capture/load-capture-kit.ts';
import type { ChoiceMemory, Ports } from './session/ports.ts';

/** What the ports are made with. */
export interface BrowserPortsOptions extends ServiceClientOptions {
  readonly memory: ChoiceMemory;
}

/** The world outside of a session, as it is in a browser: the service over HTTP, the device's camera, pictures as addresses. */
export function browserPorts({ baseAddress, sessionKey, clock, memory }: BrowserPortsOptions): Ports {
  return {
    service: createServiceClient({ baseAddress, sessionKey, clock }),
    clock,
    loadCaptureKit: captureKitLoader(
      async () => (await import('./capture/capture-kit.ts')).createCaptureKit(),
      clock,
    ),
    preparePicture: async (file) => (await import('./capture/prepare-picture.ts')).preparePicture(file),
    memory,
    pictureUrls: {
      create: (picture) => URL.createObjectURL(picture),
      revoke: (url) => URL.revokeObjectURL(url),
    },
  };
}

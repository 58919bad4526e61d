import { isClientInitResponse } from './api/guards.ts';
import { createServiceClient } from './api/service-client.ts';
import { captureKitLoader } from './capture/load-capture-kit.ts';
import { exceptions, StartRefused } from './config/exceptions.ts';
import type { ParsedConfiguration } from './config/parse-configuration.ts';
import type { Emitter } from './events/emitter.ts';
import { openMount } from './mount/open-mount.ts';
import { choiceMemory } from './session/choice-memory.ts';
import type { Clock } from './session/ports.ts';
import { createSession } from './session/session.ts';
import { loadTheme } from './theme/load-theme.ts';
import { styleSheet } from './theme/style-sheet.ts';
import { renderFlow } from './ui/index.tsx';

/** What opens a flow. */
export interface ShellOptions {
  readonly configuration: ParsedConfiguration;
  /** `data` of the answer to `client/init`, not yet checked. */
  readonly init: Promise<unknown>;
  readonly emit: Emitter['emit'];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The user has left. */
  readonly onLeft: () => void;
}

/** A flow on the screen. */
export interface OpenFlow {
  /** Begins to follow the service. Call it once the page knows that the flow is open. */
  run(): void;
  /** Takes the flow away at once: camera, requests, timers, listeners, nodes. */
  close(): void;
}

/**
 * Joins the parts into a flow and shows it. Loaded when a flow starts, while the service answers.
 *
 * @returns null when the signal aborted meanwhile.
 * @throws StartRefused, or what loading the language threw. Nothing is left behind.
 */
export async function openFlow(options: ShellOptions): Promise<OpenFlow | null> {
  const { configuration, signal, emit, clock, onLeft } = options;
  const { baseAddress, placement, cspNonce } = configuration;
  const [init, language, { theme, findings }] = await Promise.all([
    options.init,
    import('./i18n/load-language.ts').then(({ loadLanguage }) =>
      loadLanguage(configuration.language, configuration.messages),
    ),
    loadTheme(configuration.theme),
  ]);
  if (signal.aborted) return null;
  if (!isClientInitResponse(init) || init.configuration === 'invalid') {
    throw new StartRefused(exceptions.invalidInitResponse());
  }
  for (const finding of findings) console.warn(`VendorOrchestration: ${finding}`);

  const service = createServiceClient({ baseAddress, sessionKey: init.sessionKey, clock });
  const session = createSession({
    requester: init.requester,
    state: init.state,
    emit,
    onLeft,
    ports: {
      service,
      clock,
      loadCaptureKit: captureKitLoader(
        async () => (await import('./capture/capture-kit.ts')).createCaptureKit(),
        clock,
      ),
      preparePicture: async (file) => (await import('./capture/prepare-picture.ts')).preparePicture(file),
      memory: choiceMemory(init.state.executionId),
      pictureUrls: {
        create: (picture) => URL.createObjectURL(picture),
        revoke: (url) => URL.revokeObjectURL(url),
      },
    },
  });
  const mount = openMount(placement, { styleSheet: styleSheet(theme), cspNonce });
  const unmount = renderFlow(mount.root, session.view, {
    language,
    theme,
    frame: mount.frame,
    cspNonce,
  });
  mount.settle();
  const onPageHide = () => service.leave();
  window.addEventListener('pagehide', onPageHide);
  return {
    run: () => session.run(),
    close() {
      window.removeEventListener('pagehide', onPageHide);
      session.dispose();
      unmount();
      mount.close();
    },
  };
}

/** Globals that the journeys find on the pages they visit. */
declare const VendorOrchestration: {
  start(config?: unknown): Promise<void>;
  close(): Promise<void>;
  preflight(options?: unknown): Promise<{
    readonly ok: boolean;
    readonly findings: readonly { readonly code: string; readonly title: string; readonly remedy: string }[];
  }>;
};

/** Starts a flow on a page that the SDK's README tells how to write, see `serveStrictPage`. */
declare const startVerification: (options: unknown) => Promise<void>;

interface Window {
  /** Every camera track that the page was given, see `trackCameras`. */
  cameraTracks: MediaStreamTrack[];
  /** Faults of the page's cameras, see `spoilCameras`. */
  cameraFaults: {
    all: string | null;
    spoil(fault: string): void;
    /** How often it was asked which cameras there are while all were unplugged. */
    missed: number;
  };
  /** The camera that was opened last, see `carryPhoneCameras`. */
  phoneCamera: {
    readonly track: MediaStreamTrack;
    readonly looks: 'back' | 'front';
    readonly isLit: boolean;
  } | null;
  /** The webcams that were opened, and how many ran already, see `closeLaptop`. */
  openedWebcams: [name: string, running: number][];
  /** Notes a violation of the page's policy, see `watchPage`. */
  reportViolation(violation: string): void;
}

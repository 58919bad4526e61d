/** Globals of the pages that the journeys visit. */
declare const VendorOrchestration: {
  start(config?: unknown): Promise<void>;
  close(): Promise<void>;
  preflight(options?: unknown): Promise<{
    readonly ok: boolean;
    readonly findings: readonly { readonly code: string; readonly title: string; readonly remedy: string }[];
  }>;
};

/** Starts a flow on a page written as in the SDK's README, see `serveStrictPage`. */
declare const startVerification: (options: unknown) => Promise<void>;

interface Window {
  /** Every camera track of the page, see `trackCameras`. */
  cameraTracks: MediaStreamTrack[];
  /** Faults of the page's cameras, see `spoilCameras`. */
  cameraFaults: {
    all: string | null;
    spoil(fault: string): void;
    /** Number of times that cameras were listed while all were unplugged. */
    missed: number;
  };
  /** The camera that was opened last, see `simulatePhoneCameras`. */
  phoneCamera: {
    readonly track: MediaStreamTrack;
    readonly facing: 'back' | 'front';
    readonly isLit: boolean;
  } | null;
  /** The webcams opened so far, each with the number already running, see `simulateClosedLaptop`. */
  openedWebcams: [name: string, running: number][];
  /** Records a violation of the page's policy, see `watchPage`. */
  reportViolation(violation: string): void;
}

/** The browser SDK, as its script tag leaves it on the page. An npm import brings these types along. */
declare const VendorOrchestration: {
  start(config: VendorOrchestrationConfig): Promise<void>;
  close(): Promise<void>;
  on(event: VendorOrchestrationEvent, handler: (detail?: string) => void): () => void;
  preflight(options?: { baseUrl?: string; token?: string }): Promise<VendorOrchestrationReport>;
};

interface VendorOrchestrationReport {
  ok: boolean;
  findings: readonly VendorOrchestrationFinding[];
}

interface VendorOrchestrationFinding {
  code: string;
  severity: 'blocking' | 'warning';
  title: string;
  remedy: string;
}

type VendorOrchestrationEvent = 'opened' | 'started' | 'completed' | 'cancelled' | 'error' | 'closed';

interface VendorOrchestrationConfig {
  token: string;
  language?: string;
  theme?: VendorOrchestrationTheme | undefined;
  renderingMode?: 'fullscreen' | 'inline' | 'popup' | undefined;
  containerId?: string | undefined;
  cspNonce?: string;
}

interface VendorOrchestrationTheme {
  light?: VendorOrchestrationColours;
  dark?: VendorOrchestrationColours;
  fontFamily?: string;
}

interface VendorOrchestrationColours {
  baseTextOnLight?: string;
  baseTextOnDark?: string;
  baseAccent?: string;
  baseOnAccent?: string;
  logoUrl?: string;
}

/** `navigator.userAgentData` of Chromium (WICG, User-Agent Client Hints). */
export interface UserAgentData {
  readonly brands?: readonly { readonly brand: string; readonly version: string }[];
  readonly mobile?: boolean;
  getHighEntropyValues?(names: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
}

/** The part of `navigator` that is read. Members may be missing or replaced. */
export interface DeviceNavigator {
  readonly userAgent?: string;
  readonly userAgentData?: UserAgentData;
  readonly platform?: string;
  readonly languages?: readonly string[];
  readonly hardwareConcurrency?: number;
  readonly deviceMemory?: number;
  readonly maxTouchPoints?: number;
  readonly webdriver?: boolean;
}

/** The part of a WebGL context that identifies its renderer. */
export type RendererContext = Pick<
  WebGLRenderingContext,
  'getParameter' | 'getExtension' | 'RENDERER' | 'VENDOR'
>;

/** The globals of a page that are read. */
export interface DeviceScope {
  readonly navigator?: DeviceNavigator;
  readonly screen?: Partial<Pick<Screen, 'width' | 'height' | 'colorDepth'>>;
  readonly devicePixelRatio?: number;
  readonly document?: {
    createElement(name: 'canvas'): { getContext(name: 'webgl'): RendererContext | null };
  };
}

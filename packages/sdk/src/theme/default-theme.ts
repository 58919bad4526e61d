import type { FlowTheme } from './flow-theme.ts';

/**
 * Default theme of a flow. Its values are precomputed, and it imports nothing from the code for custom themes, so that both
 * load in parallel. A test compares it with that code.
 */
export const defaultTheme: FlowTheme = {
  tokens: `.flow{--font:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--weight:400;--strong:600;--surface:#ffffff;--raised:#f5f7fd;--tint:#ebeffb;--backdrop:#dfe4f1;--text:#131a2b;--quiet:#686c77;--text-on-dark:#f3f5fa;--accent:#2251d1;--accent-pressed:#4169d7;--on-accent:#ffffff;--accent-edge:#2251d1;--accent-text:#2251d1;--hairline:#e7e8ea;--success:#14733f;--caution:#8f5200;--danger:#b8232f;--caution-tint:#f4eee6;--danger-tint:#f8e9ea;--ground:#0b0d12;--table:#242f4c;--on-table:#99b0ee;--flaw:#f0b429;--paper:#ffffff;--paper-tint:#d3dcf6;--paper-mark:#99a7cd;--paper-ink:#131a2b;}@media(prefers-color-scheme:dark){.flow{--surface:#12151d;--raised:#1d2331;--tint:#262d41;--backdrop:#0b0e13;--text:#edf0f7;--quiet:#91949b;--text-on-dark:#edf0f7;--accent:#8cabff;--accent-pressed:#7a96e3;--on-accent:#0c1636;--accent-edge:#8cabff;--accent-text:#8cabff;--hairline:#31343c;--success:#5ccf8f;--caution:#f0b429;--danger:#ff8a8a;--caution-tint:#3a321f;--danger-tint:#3d2a31;--table:#1c243b;--on-table:#91afff;--paper:#e4e5e7;--paper-tint:#d2d9ec;--paper-mark:#a7b1cc;}}`,
  logoUrls: { light: null, dark: null },
};

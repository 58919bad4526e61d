import { fetchWorkflows } from './backend.ts';

type RenderingMode = 'fullscreen' | 'inline' | 'popup';

/** Look of the flow. A real shop would choose it once, in its code. */
export interface Look {
  readonly language: string;
  readonly renderingMode: RenderingMode;
  readonly theme: VendorOrchestrationTheme | undefined;
}

/** The shop's colours, one set per scheme; like the page, the SDK follows the visitor's scheme. */
const shopTheme: VendorOrchestrationTheme = {
  light: {
    baseTextOnLight: '#12303d',
    baseTextOnDark: '#eef4f4',
    baseAccent: '#0c5f6e',
    baseOnAccent: '#ffffff',
    logoUrl: new URL('/logo-light.svg', location.href).href,
  },
  dark: {
    baseTextOnLight: '#12303d',
    baseTextOnDark: '#e9f1f1',
    baseAccent: '#7fd0cf',
    baseOnAccent: '#06262e',
    logoUrl: new URL('/logo-dark.svg', location.href).href,
  },
};

const select = (id: string) => document.getElementById(id) as HTMLSelectElement;

/** Fills the list of workflows; the first is the default. */
export async function listWorkflows(): Promise<void> {
  const entries = await fetchWorkflows();
  const list = select('workflow');
  list.textContent = '';
  list.append(...entries.map(({ id, name }) => new Option(name, id)));
}

/** Reads the choices in the panel at the bottom of the page. */
export function chosenOptions(): Look & { readonly workflowId: string } {
  return {
    workflowId: select('workflow').value,
    language: select('language').value,
    renderingMode: select('mode').value as RenderingMode,
    theme: select('theme').value === 'shop' ? shopTheme : undefined,
  };
}

/** Calls back when the visitor asks to start over as a new customer. */
export function onStartOver(listener: () => void): void {
  document.getElementById('start-over')?.addEventListener('click', listener);
}

/** Calls back when another workflow is chosen. */
export function onWorkflowChange(listener: () => void): void {
  select('workflow').addEventListener('change', listener);
}

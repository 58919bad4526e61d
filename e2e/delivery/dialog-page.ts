import type { ProjectParts } from './integrator-project.ts';

/** Dialog libraries that pages commonly use, each used as its documentation shows, in its current version. */
export const dialogLibraries = [
  'radix',
  'headless',
  'aria',
  'mui',
  'bootstrap',
  'base',
  'mantine',
  'native',
] as const;

const packages = {
  vite: '8.3.8',
  react: '19.3.1',
  'react-dom': '19.3.1',
  '@radix-ui/react-dialog': '1.3.1',
  '@headlessui/react': '2.2.10',
  'react-aria-components': '1.22.1',
  '@mui/material': '9.5.0',
  '@emotion/react': '11.14.0',
  '@emotion/styled': '11.14.1',
  bootstrap: '5.3.9',
  '@popperjs/core': '2.11.8',
  '@base-ui/react': '1.9.0',
  '@mantine/core': '9.8.1',
  '@mantine/hooks': '9.8.1',
};

/** Content of each dialog: a button that starts the flow, a container for an inline flow, and a close button. */
const content = `import './page.css';
import { useEffect } from 'react';
import { VendorOrchestration } from '@vendor/orchestration';

export function Content({ configuration, onClose }) {
  useEffect(() => () => void VendorOrchestration.close(), []);
  return (
    <>
      <button id="verify" onClick={() => VendorOrchestration.start(configuration)}>Verify</button>
      <div id="flow" style={configuration.renderingMode === 'inline' ? { width: 420, height: 620 } : {}} />
      <button id="done" onClick={onClose}>Cancel purchase</button>
    </>
  );
}
`;

const dialogs: Record<(typeof dialogLibraries)[number], string> = {
  radix: `import * as Dialog from '@radix-ui/react-dialog';
import { Content } from './content.jsx';

export default function Page({ open, setOpen, optOut, ...rest }) {
  const leaveFlowAlone = (event) => {
    const target = event.detail?.originalEvent?.target ?? event.target;
    if (target.closest('[data-vendor-orchestration]')) event.preventDefault();
  };
  const optOuts = optOut && { onEscapeKeyDown: leaveFlowAlone, onInteractOutside: leaveFlowAlone, onPointerDownOutside: leaveFlowAlone };
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="panel" aria-describedby={undefined} {...optOuts}>
          <Dialog.Title>Checkout</Dialog.Title>
          <Content {...rest} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
`,
  headless: `import { Dialog, DialogPanel, DialogTitle } from '@headlessui/react';
import { Content } from './content.jsx';

export default function Page({ open, setOpen, ...rest }) {
  return (
    <Dialog open={open} onClose={() => setOpen(false)}>
      <DialogPanel className="panel">
        <DialogTitle>Checkout</DialogTitle>
        <Content {...rest} />
      </DialogPanel>
    </Dialog>
  );
}
`,
  aria: `import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Content } from './content.jsx';

export default function Page({ open, setOpen, ...rest }) {
  return (
    <ModalOverlay className="overlay" isOpen={open} onOpenChange={setOpen} isDismissable>
      <Modal className="panel">
        <Dialog>
          <Heading slot="title">Checkout</Heading>
          <Content {...rest} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
`,
  mui: `import { Dialog, DialogContent, DialogTitle } from '@mui/material';
import { Content } from './content.jsx';

export default function Page({ open, setOpen, ...rest }) {
  return (
    <Dialog open={open} onClose={() => setOpen(false)} aria-labelledby="title" maxWidth={false}>
      <DialogTitle id="title">Checkout</DialogTitle>
      <DialogContent><Content {...rest} /></DialogContent>
    </Dialog>
  );
}
`,
  bootstrap: `import { Modal } from 'bootstrap';
import 'bootstrap/dist/css/bootstrap.min.css';
import { useEffect, useRef } from 'react';
import { Content } from './content.jsx';

export default function Page({ open, setOpen, ...rest }) {
  const element = useRef(null);
  useEffect(() => {
    element.current.addEventListener('hidden.bs.modal', () => setOpen(false));
  }, []);
  useEffect(() => {
    const modal = Modal.getOrCreateInstance(element.current);
    if (open) modal.show();
    else modal.hide();
  }, [open]);
  return (
    <div className="modal" tabIndex={-1} aria-labelledby="title" ref={element}>
      <div className="modal-dialog">
        <div className="modal-content">
          <h1 id="title">Checkout</h1>
          {open && <Content {...rest} />}
        </div>
      </div>
    </div>
  );
}
`,
  base: `import { Dialog } from '@base-ui/react/dialog';
import { Content } from './content.jsx';

export default function Page({ open, setOpen, ...rest }) {
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay" />
        <Dialog.Popup className="panel">
          <Dialog.Title>Checkout</Dialog.Title>
          <Content {...rest} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
`,
  mantine: `import { MantineProvider, Modal } from '@mantine/core';
import '@mantine/core/styles.css';
import { Content } from './content.jsx';

export default function Page({ open, setOpen, ...rest }) {
  return (
    <MantineProvider>
      <Modal opened={open} onClose={() => setOpen(false)} title="Checkout" size="auto">
        <Content {...rest} />
      </Modal>
    </MantineProvider>
  );
}
`,
  native: `import { useEffect, useRef } from 'react';
import { Content } from './content.jsx';

export default function Page({ open, setOpen, ...rest }) {
  const element = useRef(null);
  useEffect(() => {
    if (open) element.current.showModal();
    else element.current.close();
  }, [open]);
  return (
    <dialog aria-labelledby="title" ref={element} onClose={() => setOpen(false)}>
      <h1 id="title">Checkout</h1>
      {open && <Content {...rest} />}
    </dialog>
  );
}
`,
};

const main = `import { lazy, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';

const pages = {
${dialogLibraries.map((name) => `  ${name}: lazy(() => import('./${name}.jsx')),`).join('\n')}
};

function App({ library, ...rest }) {
  const [open, setOpen] = useState(false);
  const Page = pages[library];
  return (
    <>
      <button id="before" onClick={() => setOpen(true)}>Buy</button>
      <Suspense><Page open={open} setOpen={setOpen} onClose={() => setOpen(false)} {...rest} /></Suspense>
      <button id="after">Beside</button>
    </>
  );
}

const root = createRoot(document.getElementById('room'));
globalThis.show = (properties) => root.render(<App {...properties} />);
`;

/** A page with one dialog of each library, which starts the flow in it. */
export const dialogPage: ProjectParts = {
  name: 'dialogs',
  packages,
  files: {
    'main.jsx': main,
    'page.css':
      '.overlay { position: fixed; inset: 0; } .panel { position: fixed; inset: 16px auto auto 16px; }',
    'content.jsx': content,
    ...Object.fromEntries(Object.entries(dialogs).map(([name, text]) => [`${name}.jsx`, text])),
    'vite.config.js': `export default {
      build: {
        outDir: 'out',
        rolldownOptions: { input: 'main.jsx', output: { entryFileNames: 'main.js' } },
      },
    };`,
  },
};

import { Notice } from '../../parts/notice.tsx';
import { workflows } from '../../texts/en/workflows.ts';
import type { ReadFile } from './workflow-file.ts';

/** Says why a file is no workflow; nothing of one that is. */
export function FileFault({ file }: { file: ReadFile }) {
  if (file.kind === 'workflow') return null;
  const { fileFaults } = workflows;
  return (
    <Notice tone="danger">{file.kind === 'json' ? fileFaults.json(file.line) : fileFaults[file.kind]}</Notice>
  );
}

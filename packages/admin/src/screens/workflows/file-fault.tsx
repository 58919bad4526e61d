import { Notice } from '../../parts/notice.tsx';
import { workflows } from '../../texts/en/workflows.ts';
import type { ReadFile } from './workflow-file.ts';

/** Explains why a file is not a workflow; renders nothing for a workflow. */
export function FileFault({ file }: { file: ReadFile }) {
  if (file.kind === 'workflow') return null;
  const { fileFaults } = workflows;
  return (
    <Notice tone="danger">{file.kind === 'json' ? fileFaults.json(file.line) : fileFaults[file.kind]}</Notice>
  );
}

import { ScrollBox } from '../../parts/scroll-box.tsx';
import { workflows } from '../../texts/en/workflows.ts';
import { diffLines, foldDiff } from './line-diff.ts';

const texts = workflows.versions;

/** Shows the changes from one text to another, line by line. */
export function DiffView({ before, after }: { before: string; after: string }) {
  if (before === after) return <p class="quiet">{texts.same}</p>;
  return (
    <ScrollBox label={texts.diff}>
      <div class="diff mono">
        {foldDiff(diffLines(before, after)).map((line, index) =>
          line === null ? (
            <div key={index} class="fold" title={texts.folded}>
              ⋯
            </div>
          ) : (
            <div key={index} class={{ ' ': 'same', '-': 'gone', '+': 'new' }[line.sign]}>
              {line.sign} {line.text}
            </div>
          ),
        )}
      </div>
    </ScrollBox>
  );
}

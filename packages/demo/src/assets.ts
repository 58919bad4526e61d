import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The page's files, read once at startup. Only these are served, whatever the requested path. */
export interface Assets {
  /** Markup of the page, with its placeholders. */
  readonly page: string;
  readonly files: ReadonlyMap<string, Asset>;
}

export interface Asset {
  readonly content: string;
  readonly contentType: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** Reads the page's markup, style and drawings (`public/`) and its compiled scripts (`dist/browser/`). */
export async function readAssets(packageDir: string): Promise<Assets> {
  const files = new Map<string, Asset>();
  for (const dir of ['public', join('dist', 'browser')]) {
    for (const name of await readdir(join(packageDir, dir))) {
      const contentType = contentTypes[extname(name)];
      if (contentType)
        files.set(`/${name}`, { content: await readFile(join(packageDir, dir, name), 'utf8'), contentType });
    }
  }
  return { page: await readFile(join(packageDir, 'public', 'index.html'), 'utf8'), files };
}

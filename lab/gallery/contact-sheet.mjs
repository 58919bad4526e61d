import { readFile } from 'node:fs/promises';

/** Lays out many pictures in rows on one sheet: eight phone pictures a row, or four desktop ones. */
export async function layContactSheet(context, files, viewport, path) {
  const page = await context.newPage();
  const isUpright = viewport.width < viewport.height;
  const [columns, width] = isUpright ? [8, Math.min(300, viewport.width)] : [4, 600];
  const images = await Promise.all(
    files.map(async (file) => `data:image/png;base64,${(await readFile(file)).toString('base64')}`),
  );
  await page.setViewportSize({ width: columns * (width + 8) + 8, height: 400 });
  await page.setContent(
    `<body style="margin:8px;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:8px;align-items:start;background:#888">${images
      .map((image) => `<img style="width:100%" src="${image}" alt="">`)
      .join('')}</body>`,
  );
  await page.screenshot({ path, fullPage: true });
}

import { expect, test } from '../../fixtures.ts';

/** Each language with its direction, its name in the shop's list, and the first heading of the flow. */
const languages = [
  ['en', 'ltr', 'English', 'Verify your identity'],
  ['de', 'ltr', 'Deutsch', 'Bestätigen Sie Ihre Identität'],
  ['es', 'ltr', 'Español', 'Verifique su identidad'],
  ['fr', 'ltr', 'Français', 'Vérifiez votre identité'],
  ['it', 'ltr', 'Italiano', 'Verifichi la sua identità'],
  ['pt', 'ltr', 'Português', 'Verifique a sua identidade'],
  ['hu', 'ltr', 'Magyar', 'Igazolja személyazonosságát'],
  ['ar', 'rtl', 'العربية', 'تحقق من هويتك'],
  ['zh', 'ltr', '中文', '验证您的身份'],
] as const;

test('uses the language that the shop chooses, and leaves that of the page unchanged', {
  tag: [
    '@S4.5-29',
    '@S4.5-30',
    '@S4.5-31',
    '@S4.5-32',
    '@S4.5-33',
    '@S4.5-34',
    '@S4.5-35',
    '@S4.5-36',
    '@S4.5-37',
  ],
}, async ({ shop, page }) => {
  await shop.open();
  const before = await shop.surroundings();
  for (const [language, direction, name, heading] of languages) {
    await shop.choose('Language', name);
    await shop.verify();
    const flow = page.getByRole('dialog');
    await expect(flow.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(flow).toHaveAttribute('lang', language);
    await expect(flow).toHaveAttribute('dir', direction);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await flow.getByRole('button').first().click();
    await expect(flow).toHaveCount(0);
    expect(await shop.surroundings()).toEqual(before);
  }
});

test('completes in Arabic without accessibility violations', { tag: ['@DSDK-41'] }, async ({
  shop,
  page,
  findBarriers,
}) => {
  await shop.open();
  await shop.choose('Language', 'العربية');
  await shop.verify();
  const flow = page.getByRole('dialog', { name: 'التحقق من الهوية' });
  const heading = flow.getByRole('heading', { level: 1 });
  await flow.getByRole('button', { name: 'ابدأ' }).click();
  await expect(heading).toHaveText('ما الوثيقة المتوفرة لديك الآن؟');
  expect(await findBarriers()).toEqual([]);
  await flow.getByRole('button', { name: /^جواز السفر/ }).click();
  await expect(heading).toHaveText('صفحة الصورة في جواز سفرك');
  expect(await findBarriers()).toEqual([]);
  await flow.getByRole('button', { name: 'فتح الكاميرا' }).click();
  await flow.getByRole('button', { name: 'استخدام هذه الصورة' }).click();
  await expect(heading).toHaveText('تم تأكيد هويتك');
  expect(await findBarriers()).toEqual([]);
  await flow.getByRole('button', { name: 'تم', exact: true }).click();
  await expect(shop.heading).toHaveText('You are verified');
});

test('falls back to English if the texts of a language do not load', { tag: ['@S4.5-10'] }, async ({
  shop,
  flow,
  page,
}) => {
  const asked: string[] = [];
  await page.route(/\/chunks\/hu-/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } });
  });
  await shop.open();
  await shop.choose('Language', 'Magyar');
  await shop.verify();
  await expect(flow.heading).toHaveText('Verify your identity');
  await flow.chooseDocument('Passport');
  await expect(flow.heading).toHaveText('Photo page of your passport');
  expect(asked.length).toBeGreaterThan(0);
});

test('loads no texts of other steps in a flow with only a document', async ({ shop, page }) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const [, texts] = /\/chunks\/([a-z-]+-de|de)-[^/]*\.js$/.exec(request.url()) ?? [];
    if (texts) asked.add(texts);
  });
  await shop.open();
  await shop.choose('Language', 'Deutsch');
  await shop.verify();
  const flow = page.getByRole('dialog');
  await flow.getByRole('button', { name: 'Beginnen' }).click();
  await flow.getByRole('button', { name: /^Reisepass/ }).click();
  await flow.getByRole('button', { name: 'Kamera öffnen' }).click();
  await flow.getByRole('button', { name: 'Dieses Bild verwenden' }).click();
  await expect(flow.getByRole('heading', { level: 1 })).toHaveText('Ihre Identität ist bestätigt');
  // Computers also get the offer of a phone.
  expect([...asked].sort()).toEqual(['capture-de', 'de', 'hand-off-de']);
});

// What is true of the whole site.
import { makeSale } from './people.js';
import { expect, test } from './shop.js';

for (const [accepted, path] of [
  ['', '/zh'],
  ['fr-FR,fr;q=0.9', '/zh'],
  ['en-GB,en;q=0.9,zh;q=0.8', '/en'],
  ['zh-TW,zh;q=0.9,en;q=0.8', '/zh'],
]) {
  test(`/ leads a browser that asks for "${accepted}" to ${path}`, async ({ request }) => {
    const answer = await request.get('/', { headers: { 'Accept-Language': accepted }, maxRedirects: 0 });
    expect(answer.status()).toBe(307);
    expect(answer.headers().location).toBe(path);
    expect(answer.headers().vary).toMatch(/accept-language/i);
  });
}

test.describe('a page that is not there', () => {
  // The browser itself says so about the document.
  test.use({ expectedMessage: /Failed to load resource: .* 404/ });

  for (const [path, heading, link] of [
    ['/zh/nothing', '没有这个页面', '查看全部活动'],
    ['/en/nothing', 'There is no page here', 'See all sales'],
    ['/nothing.html', '没有这个页面', '查看全部活动'],
    ['/zh?after=nonsense', '没有这个页面', '查看全部活动'],
  ]) {
    test(`${path} says so and leads on`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await page.getByRole('link', { name: link }).click();
      await expect(page.locator('.board, .notice')).toBeVisible();
    });
  }
});

test('what goes to the head of a page is there each time', async ({ request }) => {
  const sale = await makeSale(request, -60);
  const description = async (path) => /<meta name="description" content="[^"]+"/.test(await (await request.get(path)).text());
  for (const path of ['/zh', `/zh/activities/${sale.id}`]) {
    const answers = [];
    for (let times = 0; times < 40; times++) answers.push(await description(path));
    expect(answers.filter((there) => !there), path).toEqual([]);
  }
});

test('only our own scripts may run, and nothing may frame the page', async ({ request }) => {
  const headers = (await request.get('/zh')).headers();
  const policy = headers['content-security-policy'];
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]+' 'wasm-unsafe-eval';/);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toBe('no-store');
});

test('the bundle is kept for a year, and a name that is not there is not', async ({ request }) => {
  const page = await (await request.get('/zh')).text();
  for (const [, file] of page.matchAll(/(?:href|src)="(\/pkg\/[^"]+)"/g)) {
    const answer = await request.get(file);
    expect(answer.ok(), file).toBe(true);
    expect(answer.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers().vary).toBe('accept-encoding');
  }
  expect((await request.get('/pkg/names.json')).status()).toBe(404);
  const missing = await request.get('/pkg/sluice-0000000000.js');
  expect(missing.status()).toBe(404);
  expect(missing.headers()['cache-control'] ?? '').not.toContain('immutable');
});

test('the API reference loads', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByText('/api/v1/activities/{id}/state')).toBeVisible();
});

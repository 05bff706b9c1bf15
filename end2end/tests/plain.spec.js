// The purchase without scripts.
import { buy, makeSale, makeShopper, orders, signIn } from './people.js';
import { expect, test } from './shop.js';

// The page asks for its script early, and a browser that runs none remarks that it was not used.
test.use({ javaScriptEnabled: false, expectedMessage: /was preloaded using link preload but not used/ });

const press = (page) => page.getByRole('button', { name: '立即抢购' });

test('the form leads to the order', async ({ page, request }) => {
  const [sale, shopper] = [await makeSale(request, -60), await makeShopper(request)];
  await page.goto(`/zh/activities/${sale.id}`);
  await press(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登录');
  await page.getByLabel('账号').fill(shopper.login);
  await page.getByLabel('密码').fill('correct horse');
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(`**/zh/activities/${sale.id}`);
  await press(page).click();
  await page.waitForURL('**/zh/orders/*');
  await expect(page.locator('.order-won')).toHaveText('抢到了');
  expect(await orders(request, shopper)).toHaveLength(1);

  // Back, and again: the limit leads to what they have.
  await page.goto(`/zh/activities/${sale.id}`);
  await press(page).click();
  await page.waitForURL('**/zh/orders/*');
  expect(await orders(request, shopper)).toHaveLength(1);
});

test('two clicks on one page are one press', async ({ page, context, request }) => {
  const [sale, shopper] = [await makeSale(request, -60, { item: { per_shopper_limit: 5, max_per_order: 5 } }), await makeShopper(request)];
  await signIn(page, shopper, `/zh/activities/${sale.id}`);
  const fields = await page.locator('form.buy').evaluate((form) => [...form.querySelectorAll('[name]')].map(({ name, value }) => [name, value]));
  const send = () =>
    context.request.post('/form/buy', {
      form: Object.fromEntries(fields),
      headers: { Accept: 'text/html', Origin: new URL(page.url()).origin },
    });
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200]);
  expect(await orders(request, shopper)).toHaveLength(1);
});

test('sold out is said above the button that is none', async ({ page, request }) => {
  const [sale, shopper] = [await makeSale(request, -60, { item: { stock: 1 } }), await makeShopper(request)];
  await signIn(page, shopper, `/zh/activities/${sale.id}`);
  await buy(request, sale, await makeShopper(request));
  await press(page).click();
  await page.waitForURL(`**answer=sold_out&item=${sale.items[0].id}`);
  await expect(page.locator('.buy-said')).toHaveText(/^这一款已经抢光。/);
});

test('before the start there is nothing to press, and the page loads itself again at the start', async ({ page, request }) => {
  const [sale, shopper] = [await makeSale(request, 10), await makeShopper(request)];
  await signIn(page, shopper, `/zh/activities/${sale.id}`);
  await expect(page.locator('.buy-button')).toBeDisabled();
  await expect(page.locator('.buy-button')).toBeEnabled({ timeout: 20_000 });
  await press(page).click();
  await page.waitForURL('**/zh/orders/*');
});

test('what was typed comes back with what is wrong at its field', async ({ page, request }) => {
  const { login } = await makeShopper(request);
  await page.goto('/zh/register');
  await page.getByLabel('账号').fill(login);
  await page.getByLabel('密码').fill('long enough');
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByLabel('账号')).toHaveValue(login);
  await expect(page.getByLabel('账号')).toHaveAccessibleDescription(/^这个账号已经有人用了/);
  expect(page.url()).not.toContain(login);
});

test('signing out ends it', async ({ page, request }) => {
  await signIn(page, await makeShopper(request), '/zh/orders');
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.goto('/zh/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登录');
});

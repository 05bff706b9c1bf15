// The merchant's office: from an empty form to a published sale and its orders.
import { accessible, fitsSmallPhone } from './checks.js';
import { dropImage, expectValue, fixture, text, tool, typeInto, value } from './editor.js';
import { awake, enter, fillItem, fillSale, item, openForm, problem, publish, save, saved, shanghai, standing } from './office.js';
import { buy, makeSale, makeShopper, unique } from './people.js';
import { expect, test } from './shop.js';

test.use({ viewport: { width: 1440, height: 900 } });

/** The merchant's sales, by the API. */
const ours = async (page) => (await (await page.context().request.get('/api/v1/merchant/activities?limit=100')).json()).items;

test('a sale is written with rich text, a cover and two items, previewed and published', async ({ page }) => {
  const name = unique();
  await enter(page);
  await page.getByRole('link', { name: '新建活动' }).click();
  await awake(page);
  await fillSale(page, name);

  await page.locator('#cover').setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer: await fixture('tea.png') });
  await expect(page.locator('.cover-picture')).toHaveAttribute('src', /^\/media\//);
  await typeInto(page, '## 到点开抢', '', '降噪');
  await tool(page, 'bold').click();
  await page.keyboard.type('耳机');
  await dropImage(page);
  await expect(text(page).locator('img')).toHaveAttribute('src', /^\/media\//);

  await page.getByRole('button', { name: '再加一种商品' }).click();
  await expect(item(page, 1, 'product_title')).toBeFocused();
  await fillItem(page, 1, `${name}-2`);
  await page.locator('.item').nth(1).getByLabel('不限量').check();
  await expect(item(page, 1, 'stock')).toBeDisabled();
  await save(page);
  await saved(page);
  await expect(page).toHaveURL(/\/zh\/office\/sales\/\d+$/);

  // What comes back after a reload is what was written.
  const html = await value(page);
  expect(html).toContain('<h2>到点开抢</h2>');
  await page.reload();
  await awake(page);
  await expectValue(page, html);
  await expect(page.locator('#title')).toHaveValue(`活动 ${name}`);
  await expect(item(page, 0, 'sale_price_fen')).toHaveValue('49.90');
  await expect(item(page, 1, 'stock')).toBeDisabled();
  await expect(page.locator('.cover-picture')).toBeVisible();

  await page.getByRole('button', { name: '预览' }).click();
  await page.waitForURL('**/preview');
  const seen = page.frameLocator('iframe');
  await expect(seen.locator('h1')).toHaveText(`活动 ${name}`);
  await expect(seen.locator('.rich h2')).toHaveText('到点开抢');
  await page.getByRole('link', { name: '电脑' }).click();
  await expect(page.locator('.preview')).toHaveAttribute('data-width', 'desktop');

  await page.getByRole('link', { name: '继续编辑' }).click();
  await awake(page);
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(`活动 ${name}`);
  await expect(question).toContainText((await page.locator('#starts_at').inputValue()).replace('T', ' '));
  await accessible(page);
  await question.getByRole('button', { name: '先不发布' }).click();
  await expect(question).toBeHidden();
  await publish(page);
  await expect(page.locator('.note:visible')).toContainText('活动已发布');
  const office = page.url();
  await page.goto('/zh');
  await expect(page.getByRole('heading', { name: `活动 ${name}` })).toBeVisible();

  // It can be changed until it opens.
  await page.goto(office);
  await awake(page);
  await item(page, 0, 'stock').fill('25');
  await expect(standing(page)).toHaveText('有修改还没有保存');
  await page.getByRole('button', { name: '保存修改' }).click();
  await saved(page);
  const kept = (await ours(page)).find(({ title }) => title === `活动 ${name}`);
  expect([kept.state, kept.items[0].stock, kept.items[1].stock]).toEqual(['published', 25, null]);
});

test('an empty form says what is missing at each field and on top', async ({ page }) => {
  await enter(page);
  await openForm(page);
  await save(page);
  const summary = page.locator('#problems');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('heading')).toHaveText('有 9 处需要修改');
  await expect(page.locator('#title')).toHaveAttribute('aria-invalid', 'true');
  await expect(problem(page.locator('#title'))).toHaveText('必须填写。');
  await expect(page.locator('#title')).toHaveAccessibleDescription(/必须填写。/);
  await summary.getByRole('link', { name: /^商品 1 · 活动价/ }).click();
  await expect(item(page, 0, 'sale_price_fen')).toBeFocused();
  await accessible(page);
  await page.locator('#title').fill('双十二');
  await expect(problem(page.locator('#title'))).toBeHidden();
  await expect(summary.getByRole('heading')).toHaveText('有 8 处需要修改');
});

test('a price with three decimals is refused at its field, and what was typed stays', async ({ page }) => {
  const name = unique();
  await enter(page);
  await openForm(page);
  await fillSale(page, name);
  await fillItem(page, 0, name, { sale_price_fen: '12.345', stock: '十' });
  await save(page);
  await expect(problem(item(page, 0, 'sale_price_fen'))).toHaveText('最多两位小数，不能比一分钱更小。');
  await expect(problem(item(page, 0, 'stock'))).toHaveText('请填整数，例如 100。');
  await expect(item(page, 0, 'sale_price_fen')).toHaveValue('12.345');
  await expect(item(page, 0, 'stock')).toHaveValue('十');
  await item(page, 0, 'sale_price_fen').fill('12.34');
  await item(page, 0, 'stock').fill('１０');
  await save(page);
  await saved(page);
  const kept = (await ours(page)).find(({ title }) => title === `活动 ${name}`);
  expect([kept.items[0].sale_price_fen, kept.items[0].stock]).toEqual([1234, 10]);
});

test.describe('what the server refuses', () => {
  // Browsers write refused calls into their console themselves.
  test.use({ expectedMessage: /Failed to load resource: .* (409|422)/ });

  test('stands at its field, and what was typed stays', async ({ page }) => {
    const name = unique();
    await enter(page);
    await openForm(page);
    await fillSale(page, name, { from: 120, to: 60 });
    await fillItem(page, 0, name, { sale_price_fen: '99', max_per_order: '3' });
    const advanced = page.locator('.item summary');
    await advanced.click();
    await item(page, 0, 'gate_multiplier').fill('0');
    await advanced.click();
    await page.locator('#zone-choice').selectOption('');
    await page.locator('#time_zone').fill('Asia/Shanghai');
    await save(page);
    await expect(page.locator('#problems')).toBeFocused();
    await expect(problem(page.locator('#ends_at'))).toHaveText('结束时间要晚于开始时间。');
    await expect(problem(item(page, 0, 'sale_price_fen'))).toHaveText('活动价要低于原价。');
    await expect(problem(item(page, 0, 'max_per_order'))).toHaveText('单笔数量不能超过每人限购数。');
    await page.getByRole('link', { name: /放行倍数/ }).click();
    await expect(item(page, 0, 'gate_multiplier')).toBeFocused();
    await expect(item(page, 0, 'sale_price_fen')).toHaveValue('99');
    await page.locator('#time_zone').fill('Mars/Base');
    await save(page);
    await expect(problem(page.locator('#time_zone'))).toHaveText('没有这个时区。');
  });

  test('a second sale of a product in the same hours is not published, and says why', async ({ page, request }) => {
    const { sku } = (await makeSale(request, 3_600)).items[0];
    await enter(page);
    await openForm(page);
    await fillSale(page, unique());
    await fillItem(page, 0, sku.code, { product_title: sku.product_title, name: sku.name, list_price_fen: '99' });
    await publish(page);
    await expect(page.locator('#problems')).toBeFocused();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(problem(item(page, 0, 'product_title'))).toHaveText('同一商品在这段时间已有别的活动。');
    await expect(item(page, 0, 'product_title')).toHaveValue(sku.product_title);
  });

  test('a draft that two windows write: one version stays, as one says', async ({ page }) => {
    const name = unique();
    await enter(page);
    await openForm(page);
    await fillSale(page, name);
    await typeInto(page, '第一版');
    await save(page);
    await saved(page);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await awake(second);
    const conflict = page.getByRole('heading', { name: '这场活动刚在别处改过' });
    for (const choice of ['用对方的版本', '用我的版本']) {
      await second.locator('#title').fill(`活动 ${name} ${choice}`);
      await typeInto(second, choice);
      await save(second);
      await saved(second);
      await page.locator('#title').fill('我的标题');
      await expect(conflict).toBeVisible();
      await accessible(page);
      await page.getByRole('button', { name: choice }).click();
      await expect(conflict).toBeHidden();
      if (choice === '用对方的版本') {
        await expect(page.locator('#title')).toHaveValue(`活动 ${name} ${choice}`);
        await expect(text(page)).toContainText(choice);
      } else {
        await saved(page);
        await second.reload();
        await awake(second);
        await expect(second.locator('#title')).toHaveValue('我的标题');
      }
    }
    // What is published is what was seen.
    await second.locator('#title').fill(`活动 ${name} 更贵`);
    await save(second);
    await saved(second);
    await publish(page);
    await expect(conflict).toBeVisible();
    expect((await ours(page)).find(({ title }) => title.startsWith(`活动 ${name}`)).state).toBe('draft');
  });
});

test('a draft saves itself, and the page is not left with something unsaved', async ({ page }) => {
  const name = unique();
  await enter(page);
  await openForm(page);
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += dialog.type() === 'beforeunload' ? 1 : 0;
    return dialog.dismiss();
  });
  await page.locator('#title').fill('只有标题');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toBe(1);
  await expect(page.locator('#title')).toHaveValue('只有标题');

  await fillSale(page, name);
  await saved(page);
  await expect(page).toHaveURL(/sales\/\d+$/);
  await item(page, 0, 'product_title').fill(`杯子 ${name} 换了名字`);
  await expect(standing(page)).toHaveText('有修改还没有保存');
  await saved(page);
  await page.goto('/zh/office/sales');
  expect(asked, 'nothing was unsaved any more').toBe(1);
  await expect(page.getByRole('row', { name: new RegExp(name) }).first()).toContainText('换了名字');
});

test.describe('while the network is gone', () => {
  test.use({ expectedMessage: /Failed to load resource: net::ERR_FAILED/ });

  test('a draft says that it is not saved, and is saved when it is back', async ({ page }) => {
    await enter(page);
    await openForm(page);
    await page.route('**/api/v1/merchant/activities?*', (route) => route.abort(), { times: 1 });
    await fillSale(page, unique());
    await expect(standing(page)).toHaveText('没有保存：连接断开了，会自动再试');
    await expect(standing(page)).toHaveText(/^已保存/, { timeout: 15_000 });
  });

  /** Lets the next call be made, and its answer be lost. */
  const losesAnswer = (page, url) =>
    page.route(url, async (route) => (await route.fetch(), route.abort()), { times: 1 });

  test('a draft, a change and a publication whose answer is lost are made once', async ({ page }) => {
    const name = unique();
    await enter(page);
    await openForm(page);
    await losesAnswer(page, '**/api/v1/merchant/activities?*');
    await fillSale(page, name);
    await expect(standing(page)).toHaveText('没有保存：连接断开了，会自动再试');
    await page.locator('#title').fill(`活动 ${name} 一`);
    await save(page);
    await saved(page);
    expect((await ours(page)).filter(({ title }) => title.startsWith(`活动 ${name}`)).map(({ title }) => title)).toEqual([`活动 ${name} 一`]);

    await losesAnswer(page, '**/api/v1/merchant/activities/*');
    await page.locator('#title').fill(`活动 ${name} 二`);
    await save(page);
    await expect(standing(page)).toHaveText('没有保存：连接断开了，会自动再试');
    await expect(standing(page)).toHaveText(/^已保存/, { timeout: 15_000 });
    await expect(page.locator('#conflict')).toBeHidden();

    await losesAnswer(page, '**/publish');
    await publish(page);
    await expect(standing(page)).toHaveText('没有保存：连接断开了，会自动再试');
    await expect(page.locator('.note:visible')).toContainText('活动已发布', { timeout: 20_000 });
  });
});

test('items change places and go, and keep what was typed', async ({ page }) => {
  await enter(page);
  await openForm(page);
  await fillItem(page, 0, 'first');
  await page.getByRole('button', { name: '再加一种商品' }).click();
  await fillItem(page, 1, 'second');
  await page.getByRole('button', { name: '上移商品 2' }).click();
  await expect(item(page, 0, 'code')).toHaveValue('second');
  await expect(page.locator('.item').first().getByRole('heading')).toBeFocused();
  await page.getByRole('button', { name: '移除商品 1' }).click();
  await expect(item(page, 0, 'code')).toHaveValue('first');
  await expect(page.getByRole('button', { name: '移除商品 1' })).toBeDisabled();
});

test('the orders of a sale are listed, and a sale that has started stands', async ({ page, request }) => {
  const sale = await makeSale(request, -5, { item: { stock: 3 } });
  const shoppers = [await makeShopper(request), await makeShopper(request)];
  for (const shopper of shoppers) await buy(request, sale, shopper);
  await enter(page, `/zh/office/sales/${sale.id}/orders`);
  await expect(async () => {
    await page.reload();
    await expect(page.locator('tbody tr')).toHaveCount(2);
  }).toPass();
  const newest = page.locator('tbody tr').first();
  for (const word of [sale.items[0].sku.code, '¥49.00', '待付款']) await expect(newest).toContainText(word);
  for (const { login } of shoppers) await expect(page.locator('tbody')).toContainText(login);
  await expect(page.locator('.head-about')).toContainText('已售 2 / 3 件');

  await page.goto(`/zh/office/sales/${sale.id}`);
  await expect(page.locator('.note')).toContainText('活动已经开始');
  await expect(page.locator('form.sale-form')).toHaveCount(0);
  await expect(page.locator('main')).toContainText(sale.items[0].sku.code);
});

test('the list is filtered in the address', async ({ page, request }) => {
  const sale = await makeSale(request, 3_600);
  await enter(page);
  await page.getByRole('link', { name: '未开始', exact: true }).click();
  await expect(page).toHaveURL(/\?stage=upcoming$/);
  await expect(page.getByRole('row', { name: sale.title })).toBeVisible();
  await page.getByRole('link', { name: '草稿', exact: true }).click();
  await expect(page.getByRole('row', { name: sale.title })).toHaveCount(0);
});

test('nobody comes in without signing in, and out is out', async ({ page }) => {
  for (const path of ['/zh/office', '/zh/office/sales/1', '/zh/office/sales/1/orders', '/zh/preview/1']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/zh\/office\/sign-in\?next=/);
  }
  await enter(page);
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/office\/sign-in/);
  await page.goto('/zh/office/sales');
  await expect(page).toHaveURL(/office\/sign-in/);
});

test('only the preview is shown in a frame, and only by us', async ({ page, request }) => {
  const { id } = await makeSale(request, 3_600);
  await enter(page);
  const policy = async (path) => (await page.context().request.get(path)).headers()['content-security-policy'];
  expect(await policy(`/zh/preview/${id}`)).toContain("frame-ancestors 'self'");
  expect(await policy(`/zh/office/sales/${id}/preview`)).toContain("frame-src 'self'; frame-ancestors 'none'");
  for (const path of ['/zh/office/sales', `/zh/office/sales/${id}`, `/zh/activities/${id}`]) {
    expect(await policy(path)).toContain("frame-src 'none'; frame-ancestors 'none'");
  }
});

for (const [lang, words] of [
  ['zh', { list: '活动', form: '活动设置', orders: '订单', preview: '预览' }],
  ['en', { list: 'Sales', form: 'Sale settings', orders: 'Orders', preview: 'Preview' }],
]) {
  test(`the office in ${lang} is accessible and fits a small phone`, async ({ page, request }) => {
    test.slow();
    const sale = await makeSale(request, -5);
    const coming = await makeSale(request, 7_200);
    await buy(request, sale, await makeShopper(request));
    await enter(page, `/${lang}/office/sales`);
    for (const [path, heading] of [
      [`/${lang}/office/sales`, words.list],
      [`/${lang}/office/sales?stage=draft`, words.list],
      [`/${lang}/office/sales/new`, words.form],
      [`/${lang}/office/sales/${coming.id}`, /./],
      [`/${lang}/office/sales/${sale.id}`, sale.title],
      [`/${lang}/office/sales/${sale.id}/orders`, words.orders],
      [`/${lang}/office/sales/${coming.id}/preview`, words.preview],
    ]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      if (await page.locator('#save').count()) await awake(page);
      await accessible(page);
      await fitsSmallPhone(page);
    }
  });
}

test('the language changes and the page stays', async ({ page }) => {
  await enter(page, '/zh/office/sales?stage=draft');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/en\/office\/sales\?stage=draft$/);
});

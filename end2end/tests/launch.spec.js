// The whole of it: a merchant sets a sale up in the browser, and shoppers win and lose it.
import { devices } from '@playwright/test';
import { dropImage, fixture, text, tool, typeInto } from './editor.js';
import { awake, enter, fillItem, fillSale, openForm, publish, save, saved } from './office.js';
import { makeShopper, orders, signIn, unique } from './people.js';
import { expect, test } from './shop.js';

/** `2026-12-11T10:00:05` in Shanghai, so many seconds from now. */
const shanghai = (seconds) => new Date(Date.now() + (seconds + 28_800) * 1000).toISOString().slice(0, 19);

test.use({ viewport: { width: 1440, height: 900 }, expectedMessage: /Failed to load resource: .* 409/ });

test('a merchant publishes a sale; one shopper wins the only unit, the next is told that it is gone', async ({ page, request, browser }) => {
  test.setTimeout(120_000);
  const name = unique();
  await enter(page);
  await openForm(page);
  await fillSale(page, name);
  await fillItem(page, 0, name, { stock: '1' });
  await page.locator('#cover').setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer: await fixture('tea.png') });
  await typeInto(page, '## 只有一件', '', '先到先得');
  await tool(page, 'bold').click();
  await page.keyboard.type('不补货');
  await dropImage(page);
  await expect(text(page).locator('img')).toHaveAttribute('src', /^\/media\//);
  await page.locator('#starts_at').fill(shanghai(20));
  await save(page);
  await saved(page);
  await publish(page);
  await page.waitForURL(/\/zh\/office\/sales\/\d+$/);
  await awake(page);
  const id = page.url().split('/').pop();

  const phone = await browser.newContext({ ...devices['Pixel 7'], baseURL: new URL(page.url()).origin });
  const [winner, loser] = [await makeShopper(request), await makeShopper(request)];
  const [first, second] = [await phone.newPage(), await phone.newPage()];
  await signIn(first, winner, `/zh/activities/${id}`);
  await expect(first.getByRole('heading', { level: 1 })).toHaveText(`活动 ${name}`);
  await expect(first.locator('.offer-cover img')).toBeVisible();
  await expect(first.locator('.rich')).toContainText('先到先得不补货');
  await expect(first.locator('.rich strong')).toHaveText('不补货');
  const button = first.locator('.buy-button');
  await expect(button).toHaveText(/^00:00:\d\d 后开抢$/);
  await expect(button).toHaveText('立即抢购', { timeout: 30_000 });
  await button.dblclick();
  await expect(button).toHaveText('查看订单', { timeout: 20_000 });
  expect(await orders(request, winner)).toHaveLength(1);

  await phone.clearCookies();
  await signIn(second, loser, `/zh/activities/${id}`);
  await expect(second.locator('.buy-button')).toHaveText('已抢光');
  expect(await orders(request, loser)).toEqual([]);
  await phone.close();

  // The merchant sees whose it is, and that nothing can be changed any more.
  await page.goto(`/zh/office/sales/${id}/orders`);
  await expect(page.locator('.orders-table tbody tr')).toHaveCount(1);
  await expect(page.locator('.orders-table')).toContainText(winner.login);
  await expect(page.locator('.head-about')).toContainText('已售 1 / 1 件');
});

// The list of sales.
import { card, expect, test, ticking } from './shop.js';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const languages = [
  { path: '/zh', tag: 'zh-CN', heading: '限时抢购', other: 'English', phase: /即将开始|未开始|进行中/, label: /距开始|距结束/ },
  { path: '/en', tag: 'en', heading: 'Sales', other: '中文', phase: /Starting soon|Upcoming|On now/, label: /Starts in|Ends in/ },
];

for (const { path, tag, heading, other, phase, label } of languages) {
  test(`${path} shows the sale, and its countdown runs`, async ({ page, sale }) => {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const shown = card(page, sale);
    await expect(shown.getByRole('heading')).toHaveText(sale.title);
    await expect(shown.locator('.sale-price strong')).toHaveText(`¥${(sale.from_price_fen / 100).toFixed(2)}`);
    await expect(shown.locator('.chip')).toHaveText(phase);
    await expect(shown.locator('.clock-label')).toHaveText(label);
    await ticking(page, sale);
  });

  test(`${path} leads to the other language`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('link', { name: other }).click();
    await expect(page.getByRole('link', { name: path === '/zh' ? '中文' : 'English' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path === '/zh' ? '/en' : '/zh');
  });

  for (const colorScheme of ['light', 'dark']) {
    test(`${path} in the ${colorScheme} theme has no serious accessibility fault`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    });
  }

  test(`${path} fits into 360 px`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(window);
  });
}

test('times carry their zone and an offset', async ({ page, sale }) => {
  await page.goto('/zh');
  const start = card(page, sale).locator('time').first();
  expect(Date.parse(await start.getAttribute('datetime'))).toBe(sale.starts_at_ms);
  await expect(card(page, sale).locator('.zone')).toHaveText(sale.time_zone === 'Asia/Shanghai' ? '北京时间' : /UTC/);
});

test('nothing moves while the countdown runs', async ({ page, sale }) => {
  await page.goto('/zh');
  await ticking(page, sale);
  await page.waitForTimeout(2_000);
  const shifts = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().map(({ value }) => value)));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve([]), 300);
      }),
  );
  expect(shifts).toEqual([]);
});

test('the first thing for the keyboard leads past the header', async ({ page }) => {
  await page.goto('/zh');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the list stands there with its times, and no countdown that does not run', async ({ page, sale }) => {
    await page.goto('/zh');
    const shown = card(page, sale);
    await expect(shown.getByRole('heading')).toHaveText(sale.title);
    await expect(shown.locator('.sale-time')).toHaveText(/^\d\d:\d\d/);
    await expect(shown.locator('.chip')).toBeVisible();
    await expect(shown.locator('.clock-digits')).toBeHidden();
  });
});

// The countdown is right whatever the device's clocks do (cases.md 20).
import { card, error, expect, serverTime, test, ticking } from './shop.js';

const DAY = 86_400_000;
// A second that has begun counts as a whole one, and reading takes time too.
const RIGHT = 1.5;

/** Puts the wall clock of the page `shift` milliseconds off; `window.shift` moves it again later. */
const forgeWallClock = (page, shift) =>
  page.addInitScript((shift) => {
    window.shift = shift;
    const now = Date.now;
    Date.now = () => now() + window.shift;
  }, shift);

for (const [name, shift] of [['a day fast', DAY], ['a day slow', -DAY]]) {
  test(`a wall clock that is ${name} changes nothing`, async ({ page, request, sale }) => {
    await forgeWallClock(page, shift);
    await page.goto('/zh');
    await ticking(page, sale);
    expect(await error(page, request, sale)).toBeLessThan(RIGHT);
  });
}

test('a wall clock that jumps is noticed, and the server is asked', async ({ page, request, sale }) => {
  await forgeWallClock(page, 0);
  await page.goto('/zh');
  await ticking(page, sale);
  await page.waitForTimeout(2_000);
  const asked = page.waitForResponse(/\/api\/v1\/activities\/\d+\/state$/);
  await page.evaluate((shift) => (window.shift = shift), DAY);
  expect((await asked).ok()).toBe(true);
  await ticking(page, sale);
  expect(await error(page, request, sale)).toBeLessThan(RIGHT);
});

test('a countdown that slept is right again after it woke', async ({ page, request, sale }) => {
  // While a device sleeps its monotonic clock stands still.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    let lost = 0;
    let asleepSince = null;
    performance.now = () => (asleepSince ?? now()) - lost;
    window.sleep = () => (asleepSince = now());
    window.wake = () => {
      lost += now() - asleepSince;
      asleepSince = null;
    };
  });
  await page.goto('/zh');
  await ticking(page, sale);
  await page.evaluate(() => window.sleep());
  await page.waitForTimeout(5_000);
  expect(await error(page, request, sale), 'the clock of this test stood still').toBeGreaterThan(RIGHT);
  await page.evaluate(() => window.wake());
  await expect.poll(() => error(page, request, sale), { timeout: 10_000 }).toBeLessThan(RIGHT);
});

test('at the start the card turns, and it is said aloud ten seconds before', async ({ page, request, sale }) => {
  // The page's clocks are wound forward, and the server's answers with them.
  await page.clock.install();
  let wound = 0;
  await page.route(/\/api\/v1\/activities\/\d+\/state$/, async (route) => {
    await route.fulfill({ json: { server_time_ms: (await serverTime(request, sale)) + wound } });
  });
  const windTo = async (moment) => {
    const by = moment - wound - (await serverTime(request, sale));
    wound += by;
    await page.clock.fastForward(by);
  };
  await page.goto('/zh');
  await ticking(page, sale);

  const clock = card(page, sale).locator('.clock');
  if (await clock.evaluate((element) => element.dataset.stage === 'before')) {
    await windTo(sale.starts_at_ms - 9_000);
    await expect(clock.locator('[aria-live]')).toHaveText(`${sale.title} 距开始 10 秒`);
    await windTo(sale.starts_at_ms + 500);
    await expect(clock).toHaveAttribute('data-stage', 'live');
    await expect(clock.locator('.chip')).toHaveText('进行中');
    await expect(clock.locator('.clock-label')).toHaveText('距结束');
  }
  await windTo(sale.ends_at_ms + 500);
  await expect(clock).toHaveAttribute('data-stage', 'over');
  await expect(clock.locator('.chip')).toHaveText('已结束');
  await expect(clock.locator('[aria-live]')).toHaveText(`${sale.title} 已结束`);
});

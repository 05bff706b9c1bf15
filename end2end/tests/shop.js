// What the tests share: a page whose console must stay empty, and the demo's newest sale.
import { test as base, expect } from '@playwright/test';

export { expect };

export const test = base.extend({
  // The message that a test expects and that therefore does not fail it.
  expectedMessage: [undefined, { option: true }],

  page: async ({ page, expectedMessage }, use) => {
    const messages = [];
    page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
    await use(page);
    expect(messages.filter((message) => !expectedMessage?.test(message)), 'the console of the browser').toEqual([]);
  },

  sale: async ({ request }, use) => {
    const answer = await request.get('/api/v1/activities?limit=24');
    expect(answer.ok(), 'the list of sales by the API').toBe(true);
    const open = (await answer.json()).items.filter((item) => item.phase !== 'ended');
    expect(open.length, 'sales that have not ended: is the demo data seeded?').toBeGreaterThan(0);
    await use(open.reduce((newest, item) => (BigInt(item.id) > BigInt(newest.id) ? item : newest)));
  },
});

export const card = (page, sale) => page.locator('article', { has: page.locator(`#sale-${sale.id}`) });

/** The server's clock, from the API. */
export async function serverTime(request, sale) {
  const answer = await request.get(`/api/v1/activities/${sale.id}/state`);
  return (await answer.json()).server_time_ms;
}

/** By how many seconds the countdown of a sale is wrong. */
export async function error(page, request, sale) {
  const clock = card(page, sale).locator('.clock');
  const read = clock.evaluate((element) => [element.dataset.stage, element.querySelector('.clock-digits').textContent]);
  const [[stage, digits], now] = await Promise.all([read, serverTime(request, sale)]);
  const target = stage === 'before' ? sale.starts_at_ms : sale.ends_at_ms;
  return Math.abs(seconds(digits) - (target - now) / 1000);
}

/** Waits until the countdown of a sale moves, which it does only in the browser. */
export async function ticking(page, sale) {
  const digits = card(page, sale).locator('.clock-digits');
  const first = await digits.textContent();
  await expect(digits).not.toHaveText(first);
}

function seconds(digits) {
  const [, days = 0, hours, minutes, rest] = digits.match(/^(?:(\d+) \S+ )?(\d\d):(\d\d):(\d\d)$/);
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(rest);
}

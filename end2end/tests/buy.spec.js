// The purchase: from the countdown to the order, with every face of the button.
import { accessible, fitsSmallPhone } from './checks.js';
import { buy, makeSale, makeShopper, merchant, orders, signIn } from './people.js';
import { expect, test } from './shop.js';

// A refusal is an HTTP status, and the browser itself says so in the console.
test.use({ expectedMessage: /Failed to load resource/ });

const bar = (page) => page.locator('.buy-bar');
const face = (page, name) => expect(bar(page)).toHaveAttribute('data-face', name, { timeout: 20_000 });
const awake = (page) => expect(bar(page)).toHaveAttribute('data-awake', 'true');
const button = (page) => page.locator('.buy-button');
const said = (page) => page.locator('.buy-said');
const address = (sale, lang = 'zh') => `/${lang}/activities/${sale.id}`;

/** A signed-in shopper before a sale. */
async function ready(page, request, startsIn = -60, parts = {}) {
  const [sale, shopper] = [await makeSale(request, startsIn, parts), await makeShopper(request)];
  await signIn(page, shopper, address(sale));
  await awake(page);
  return { sale, shopper };
}

test('a shopper sees the countdown end, signs in, presses twice and has one order', async ({ page, request }) => {
  const [sale, shopper] = [await makeSale(request, 10), await makeShopper(request)];
  await page.goto(address(sale));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sale.title);
  await face(page, 'before');
  await expect(button(page)).toBeDisabled();
  await expect(button(page)).toHaveText(/^00:00:\d\d 后开抢$/);
  await expect(said(page)).toHaveText('请先登录，到点就能直接买。 登录');
  await face(page, 'sign-in');
  await button(page).click();
  await page.getByLabel('账号').fill(shopper.login);
  await page.getByLabel('密码').fill('correct horse');
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(`**${address(sale)}`);
  await awake(page);
  await face(page, 'buy');
  await expect(button(page)).toHaveText('立即抢购');
  await button(page).dblclick();
  await face(page, 'won');
  await expect(said(page)).toHaveText(/^抢到了，请在 (\d+-\d\d )?\d\d:\d\d 前付款$/);
  const [order, ...more] = await orders(request, shopper);
  expect(more).toEqual([]);
  await button(page).click();
  await page.waitForURL(`**/zh/orders/${order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`订单 ${order.id}`);
  await expect(page.locator('.order-deadline')).toHaveText(/^请在 .* 北京时间前付款$/);
  await page.getByRole('link', { name: '全部订单' }).click();
  await expect(page.locator('.order-row')).toHaveCount(1);
});

test('the last unit goes to one; the other is told, and the page of a third says so', async ({ page, request }) => {
  const { sale } = await ready(page, request, -60, { item: { stock: 1 } });
  // The page does not know yet: it looks every few seconds.
  await page.route('**/state', (route) => route.abort());
  await buy(request, sale, await makeShopper(request));
  await button(page).click();
  await face(page, 'sold-out');
  await expect(button(page)).toBeDisabled();
  await expect(said(page)).toHaveText('这一款已经抢光。 看看其他活动');
  await page.unroute('**/state');
  await page.reload();
  await face(page, 'sold-out');
  await expect(page.locator('.good-left')).toHaveText('已抢光');
});
test('two tabs: the second finds what the first one got', async ({ page, context, request }) => {
  const { sale, shopper } = await ready(page, request);
  const other = await context.newPage();
  await other.goto(address(sale));
  await awake(other);
  await button(page).click();
  await face(page, 'won');
  await button(other).click();
  await face(other, 'won');
  await expect(said(other)).toHaveText('您已经抢到了');
  expect(await orders(request, shopper)).toHaveLength(1);
});

test('a reload at each state goes on where it was', async ({ page, request }) => {
  const { shopper } = await ready(page, request, 15);
  await page.reload();
  await face(page, 'before');
  await face(page, 'buy');
  // Nothing comes back from the press.
  await page.route('**/attempts', () => {});
  await button(page).click();
  await face(page, 'sending');
  // The last route that goes lets what it held pass: the press may be answered before the page is loaded again.
  await page.route('**/tickets/*', () => {});
  await page.unroute('**/attempts');
  await page.reload();
  await face(page, 'queued');
  await expect(said(page)).toHaveText('库存已经为您锁定，正在生成订单。离开这个页面也没关系。');
  await page.unroute('**/tickets/*');
  await page.reload();
  await face(page, 'won');
  await page.reload();
  await face(page, 'won');
  expect(await orders(request, shopper)).toHaveLength(1);
});

test('an answer that is lost on its way costs nothing: the same press finds its place', async ({ page, request }) => {
  const { shopper } = await ready(page, request);
  let lost = 0;
  await page.route('**/attempts', async (route) => {
    if (lost++ > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await button(page).click();
  await face(page, 'offline');
  await expect(button(page)).toHaveText('连接断开，正在重试');
  await face(page, 'won');
  expect(lost).toBeGreaterThan(2);
  expect(await orders(request, shopper)).toHaveLength(1);
});

test('a press that is under way when another shopper signs in buys them nothing', async ({ page, request }) => {
  const { sale, shopper } = await ready(page, request);
  await page.route('**/token?*', (route) => route.abort());
  await button(page).click();
  await face(page, 'offline');
  await page.goto('/zh/orders');
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/zh');
  await page.unroute('**/token?*');
  const other = await makeShopper(request);
  await signIn(page, other, address(sale));
  await face(page, 'buy');
  await page.reload();
  await face(page, 'buy');
  expect([await orders(request, shopper), await orders(request, other)]).toEqual([[], []]);
});

test('a press of who is not known yet does not wait for the network, and who may be signed in then', async ({ page, request }) => {
  await page.route('**/auth/session', (route) => route.abort());
  await ready(page, request);
  await page.route('**/token?*', (route) => route.abort());
  await button(page).click();
  await face(page, 'failed');
  await page.unroute('**/token?*');
  await button(page).click();
  await face(page, 'won');
});

test('what one shopper bought is not shown to the next, who can buy', async ({ page, request }) => {
  const { sale } = await ready(page, request);
  await button(page).click();
  await face(page, 'won');
  // A new tab of the same browser knows it, too.
  const tab = await page.context().newPage();
  await tab.goto(address(sale));
  await face(tab, 'won');
  await tab.close();
  await page.goto('/zh/orders');
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/zh');
  await page.goto(address(sale));
  await face(page, 'sign-in');
  const other = await makeShopper(request);
  await signIn(page, other, address(sale));
  await face(page, 'buy');
  await button(page).click();
  await face(page, 'won');
  expect(await orders(request, other)).toHaveLength(1);
});

test('an open page sells nothing at a price that it does not show', async ({ page, request }) => {
  const { sale, shopper } = await ready(page, request, 10);
  const headers = await merchant(request);
  const url = `/api/v1/merchant/activities/${sale.id}`;
  const { title, html, starts_at, ends_at, time_zone, version, items } = await (await request.get(url, { headers })).json();
  const data = { title, html, starts_at, ends_at, time_zone, version, items: [{ ...items[0], sale_price_fen: 9800 }] };
  expect((await request.put(url, { headers, data })).status()).toBe(200);
  await page.route('**/state', (route) => route.abort());
  await face(page, 'buy');
  await button(page).click();
  await face(page, 'changed');
  expect(await orders(request, shopper)).toEqual([]);
  await button(page).click();
  await expect(page.locator('.good-price')).toContainText('¥98.00');
  await page.unroute('**/state');
  await face(page, 'buy');
});

test('an open page notices that its sale was moved', async ({ page, request }) => {
  const { sale } = await ready(page, request, 8);
  const headers = await merchant(request);
  const url = `/api/v1/merchant/activities/${sale.id}`;
  const { title, html, ends_at, time_zone, version, items } = await (await request.get(url, { headers })).json();
  const starts_at = new Date(Date.now() + 600_000).toISOString();
  expect((await request.put(url, { headers, data: { title, html, starts_at, ends_at, time_zone, version, items } })).status()).toBe(200);
  await face(page, 'changed');
  await button(page).click();
  await face(page, 'before');
});

test('a session that ended meanwhile leads to the sign-in', async ({ page, context, request }) => {
  await ready(page, request);
  await context.clearCookies();
  await button(page).click();
  await face(page, 'sign-in');
  await expect(said(page)).toHaveText('登录已失效，请重新登录。');
});

test('who may have two buys one, and another', async ({ page, request }) => {
  const { shopper } = await ready(page, request, -60, { item: { per_shopper_limit: 2, max_per_order: 1 } });
  await button(page).click();
  await face(page, 'won');
  await page.getByRole('button', { name: '再买一件' }).click();
  await face(page, 'buy');
  await button(page).click();
  await face(page, 'won');
  await expect(page.getByRole('button', { name: '再买一件' })).toBeHidden();
  expect(await orders(request, shopper)).toHaveLength(2);
});

test('several units of one of several items', async ({ page, request }) => {
  const sku = (code) => ({ product_title: `Pot ${code}`, name: 'Blue', code, list_price_fen: 9900 });
  const item = (code, most) => ({ sku: sku(code), sale_price_fen: 4900, stock: 10, per_shopper_limit: most, max_per_order: most });
  const code = Date.now().toString(36);
  const { shopper } = await ready(page, request, -60, { items: [item(`${code}-a`, 1), item(`${code}-b`, 3)] });
  await expect(page.getByLabel('数量')).toBeHidden();
  await page.getByText(`Pot ${code}-b`).click();
  await page.getByLabel('数量').fill('3');
  await button(page).click();
  await face(page, 'won');
  const [order] = await orders(request, shopper);
  expect([order.product_title, order.quantity, order.total_fen]).toEqual([`Pot ${code}-b`, 3, 14_700]);
  // Who has all of them is not offered more, and is told so when they ask.
  await expect(page.getByRole('button', { name: '再买一件' })).toBeHidden();
  await page.getByLabel('数量').fill('1');
  await page.getByLabel('数量').blur();
  await face(page, 'buy');
  await button(page).click();
  await face(page, 'limit');
  await expect(said(page)).toHaveText('每人限购 3 件，再买就超过了。 我的订单');
  await page.getByText(`Pot ${code}-a`).click();
  await face(page, 'buy');
});

/** What the API says instead. */
const says = (page, url, status, body) => page.route(url, (route) => route.fulfill({ status, json: body }));
const problem = (page, status, code, more = {}) => says(page, '**/attempts', status, { status, code, detail: '具体原因', ...more });

for (const [name, status, more, expected, sentence, pressable] of [
  ['not_enough', 409, { left: 2 }, 'not-enough', '只剩 2 件了，请减少数量再试。', true],
  ['limit_reached', 409, { limit: 3 }, 'limit', '每人限购 3 件，再买就超过了。 我的订单', false],
  ['changed', 409, {}, 'changed', '活动内容刚有调整，请刷新后再买。', true],
  ['not_ready', 503, { retry_after_ms: 60_000 }, 'preparing', '活动正在准备，马上就好，会自动继续。', false],
  ['invalid', 422, {}, 'failed', '具体原因', true],
]) {
  test(`the answer ${name} has a face and a sentence`, async ({ page, request }) => {
    await ready(page, request);
    await problem(page, status, name, more);
    await button(page).click();
    await face(page, expected);
    await expect(said(page)).toHaveText(sentence);
    await expect(button(page)).toBeEnabled({ enabled: pressable });
  });
}

test('too busy says when another try is fine, and then it is', async ({ page, request }) => {
  await ready(page, request);
  await problem(page, 429, 'too_busy', { retry_after_ms: 3_000 });
  await button(page).click();
  await face(page, 'too-busy');
  await expect(button(page)).toHaveText(/^[23] 秒后可再试$/);
  await expect(said(page)).toHaveText(/^现在人太多了，[23] 秒后再试就可以，名额还有。$/);
  await expect(button(page)).toBeDisabled();
  await expect(button(page)).toHaveText('再试一次');
  await page.unroute('**/attempts');
  await button(page).click();
  await face(page, 'won');
});

for (const [reason, expected, sentence] of [
  ['sold_out', 'sold-out', '差一点，最后的库存被别人先买走了。 看看其他活动'],
  ['limit_reached', 'limit', '已达到每人限购数量，这次没有买成。 我的订单'],
  ['failed', 'lost', '这次没有买成，没有占用您的名额，可以再试。'],
]) {
  test(`a ticket that is lost (${reason}) says so`, async ({ page, request }) => {
    await ready(page, request);
    await page.route('**/state', (route) => route.abort());
    await says(page, '**/tickets/*', 200, { status: 'lost', reason });
    await button(page).click();
    await face(page, expected);
    await expect(said(page)).toHaveText(sentence);
  });
}

test('the queue says the place', async ({ page, request }) => {
  await ready(page, request);
  await says(page, '**/tickets/*', 200, { status: 'waiting', place: 128, eta_ms: 4_000 });
  await button(page).click();
  await face(page, 'queued');
  await expect(button(page)).toHaveText('排队中，第 128 位，约 4 秒');
});

for (const [status, more, expected, sentence] of [
  ['paused', {}, 'paused', '商家暂停了活动，恢复后按钮会自动亮起。'],
  ['ended', {}, 'ended', '活动已经结束。 看看其他活动'],
  ['sold_out', { may_return_until_ms: Date.now() + 600_000 }, 'sold-out', /^有人还没付款，(\d+-\d\d )?\d\d:\d\d 前可能再放出来，按钮会自动亮起。$/],
]) {
  test(`a sale that is ${status} has a face, and the button comes back by itself`, async ({ page, request }) => {
    const sale = await makeSale(request, -60);
    const item = { id: sale.items[0].id, status, free_hint: 0, ...more };
    await says(page, '**/state', 200, { server_time_ms: Date.now(), items: [item] });
    await page.goto(address(sale));
    await face(page, expected);
    await expect(said(page)).toHaveText(sentence);
    await expect(button(page)).toBeDisabled();
    await page.unroute('**/state');
    await face(page, 'sign-in');
  });
}

test('the clock that opens the button is the server’s, not the phone’s', async ({ page, request }) => {
  for (const shift of [86_400_000, -86_400_000]) {
    const sale = await makeSale(request, 9);
    await page.addInitScript((shift) => {
      const now = Date.now;
      Date.now = () => now() + shift;
    }, shift);
    await page.goto(address(sale));
    await face(page, 'before');
    const opened = page.waitForFunction(() => document.querySelector('.buy-bar').dataset.face !== 'before').then(() => Date.now());
    expect(Math.abs((await opened) - Date.parse(sale.starts_at))).toBeLessThan(1_500);
  }
});

test('a browser that is never idle wakes the button all the same', async ({ page, request }) => {
  // Only a deadline makes this browser call back.
  await page.addInitScript(() => {
    window.requestIdleCallback = (run, { timeout } = {}) => timeout && setTimeout(run, timeout);
  });
  await page.goto(address(await makeSale(request, -60)));
  await awake(page);
});

test('nothing moves when the sale opens, sells and ends', async ({ page, request }) => {
  const { sale } = await ready(page, request, 12, { item: { stock: 1 } });
  await page.evaluate(() => {
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
  });
  await face(page, 'buy');
  await buy(request, sale, await makeShopper(request));
  await face(page, 'sold-out');
  // A text that is centred begins elsewhere when it changes; no box may.
  const moved = await page.evaluate(() =>
    window.shifts.flatMap(({ sources }) => sources.map(({ node }) => node).filter((node) => node?.nodeType === 1).map((node) => node.outerHTML)),
  );
  expect(moved).toEqual([]);
});

test('the button is reached and pressed by keyboard, and the outcome is announced', async ({ page, request }) => {
  await ready(page, request);
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    if (await button(page).evaluate((element) => element === document.activeElement)) break;
  }
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await face(page, 'won');
  await expect(page.getByRole('status')).toHaveText(/^抢到了/);
  await expect(button(page)).toBeFocused();
});

test('in English', async ({ page, request }) => {
  const { sale } = await ready(page, request);
  await page.goto(address(sale));
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(`**${address(sale, 'en')}`);
  await awake(page);
  await expect(button(page)).toHaveText('Buy');
  await button(page).click();
  await face(page, 'won');
  await expect(said(page)).toHaveText(/^You have it: pay by (\d+-\d\d )?\d\d:\d\d$/);
  await button(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+$/);
});

test('the pages of the purchase are accessible and fit a small phone', async ({ page, request }) => {
  const { sale } = await ready(page, request);
  await accessible(page);
  await fitsSmallPhone(page);
  await button(page).click();
  await face(page, 'won');
  await accessible(page);
  await button(page).click();
  await page.waitForURL('**/orders/*');
  for (const path of [page.url(), '/zh/orders', '/zh/sign-in', '/en/register?problem=bad_login', '/zh/office/sign-in', address(sale, 'en')]) {
    await page.goto(path);
    await accessible(page);
    await fitsSmallPhone(page);
  }
});

for (const width of [320, 390]) {
  test.describe(`on a phone of ${width} px that widens what does not fit`, () => {
    test.use({ viewport: { width, height: 700 }, isMobile: true, hasTouch: true });

    test('a wide table leaves the button where it is', async ({ page, request }) => {
      const cells = Array.from({ length: 6 }, (_, at) => `<td><p>NoBreakInThisCell${at}</p></td>`).join('');
      const wide = { title: '春茶'.repeat(20), html: `<table><tbody><tr>${cells}</tr></tbody></table><p>${'长'.repeat(300)}</p>` };
      await ready(page, request, -60, wide);
      expect(await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])).toEqual([width, width]);
      await expect(button(page)).toBeInViewport();
      await button(page).tap();
      await face(page, 'won');
    });
  });
}

// Accounts and sales of their own, so that no test sees what another does.
import { expect } from '@playwright/test';

export const PASSWORD = 'correct horse';

let count = 0;
export const unique = () => `${process.pid}-${Date.now().toString(36)}-${count++}`;

async function json(answer) {
  expect(answer.ok(), `${answer.url()}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Headers of the demo's merchant. */
export async function merchant(request) {
  const data = { login: 'merchant@demo.test', password: 'sluice-demo' };
  const { access_token } = await json(await request.post('/api/v1/merchant/auth/login', { data }));
  return { Authorization: `Bearer ${access_token}` };
}

/** What a merchant writes about a sale that opens in so many seconds. */
export function form(startsIn, { item, ...sale } = {}) {
  const name = unique();
  const at = (seconds) => new Date(Date.now() + seconds * 1000).toISOString();
  return {
    title: `Sale ${name}`,
    html: '<p>Details</p>',
    starts_at: at(startsIn),
    ends_at: at(startsIn + 3600),
    items: [
      {
        sku: { product_title: `Cup ${name}`, name: 'Red', code: name, list_price_fen: 9900 },
        sale_price_fen: 4900,
        stock: 10,
        ...item,
      },
    ],
    ...sale,
  };
}

/** A published sale. */
export async function makeSale(request, startsIn, parts) {
  const headers = await merchant(request);
  const draft = await json(await request.post('/api/v1/merchant/activities', { headers, data: form(startsIn, parts) }));
  return json(await request.post(`/api/v1/merchant/activities/${draft.id}/publish`, { headers, data: { version: draft.version } }));
}

/** Somebody who has an account. */
export async function makeShopper(request) {
  const login = `shopper-${unique()}@example.com`;
  const { access_token } = await json(await request.post('/api/v1/auth/register', { data: { login, password: PASSWORD } }));
  return { login, headers: { Authorization: `Bearer ${access_token}` } };
}

/** Signs a shopper in with the form, and comes to `next`. */
export async function signIn(page, shopper, next = '/zh') {
  await page.goto(`/zh/sign-in?next=${next}`);
  await page.getByLabel('账号').fill(shopper.login);
  await page.getByLabel('密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(`**${next}`);
}

/** A shopper's orders, by the API. */
export async function orders(request, shopper) {
  return (await json(await request.get('/api/v1/orders', { headers: shopper.headers }))).items;
}

/** Buys by the API, for a shopper who is not looked at. */
export async function buy(request, sale, shopper, quantity = 1) {
  const path = `/api/v1/activities/${sale.id}/items/${sale.items[0].id}`;
  const { token } = await json(await request.post(`${path}/token`, { headers: shopper.headers }));
  return json(await request.post(`${path}/attempts`, { data: { token, quantity } }));
}

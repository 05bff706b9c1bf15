// What one does in the merchant's office.
import { expect } from '@playwright/test';
import { ready } from './editor.js';

/** Signs the demo's merchant in, and comes to `next`. */
export async function enter(page, next = '/zh/office/sales') {
  await page.goto(`/zh/office/sign-in?next=${next}`);
  await page.locator('#login').fill('merchant@demo.test');
  await page.locator('#password').fill('sluice-demo');
  await page.locator('main button[type="submit"]').click();
  await page.waitForURL(`**${next}`);
}

/** Opens the form of a new sale and waits until it takes what is typed. */
export async function openForm(page, path = '/zh/office/sales/new') {
  await page.goto(path);
  await awake(page);
}

export async function awake(page) {
  await expect(page.locator('#save')).toBeEnabled();
  await ready(page);
}

/** A field of the n-th item, by the end of its id. */
export const item = (page, n, name) => page.locator('.item').nth(n).locator(`[id$="-${name}"]`);

/** What is wrong with a field, as it stands there. */
export const problem = (field) => field.locator('xpath=ancestor::div[@class="field"][1]').locator('.field-problem');

/** Fills one item; `parts` says what is different. */
export async function fillItem(page, n, name, parts = {}) {
  const usual = { product_title: `杯子 ${name}`, name: '红', code: name, list_price_fen: '99', sale_price_fen: '49.90', stock: '10' };
  for (const [field, text] of Object.entries({ ...usual, ...parts })) await item(page, n, field).fill(text);
}

/** `2026-12-11T10:00` in Shanghai, so many minutes from now. */
export const shanghai = (minutes) => new Date(Date.now() + (minutes + 480) * 60_000).toISOString().slice(0, 16);

/** Fills everything that a sale needs; its window is given in minutes from now. */
export async function fillSale(page, name, { from = 60, to = 120 } = {}) {
  await page.locator('#title').fill(`活动 ${name}`);
  await page.locator('#starts_at').fill(shanghai(from));
  await page.locator('#ends_at').fill(shanghai(to));
  await fillItem(page, 0, name);
}

export const save = (page) => page.locator('#save').click();
export const standing = (page) => page.locator('.save-words');
export const saved = (page) => expect(standing(page)).toHaveText(/^(已保存|Saved) \d\d:\d\d:\d\d$/);

/** Publishes by the button and its question. */
export async function publish(page) {
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认发布' }).click();
}

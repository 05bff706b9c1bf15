// What one does in the rich-text editor of the office.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

/** A file of `fixtures/`: what Word, WPS and Feishu put on the clipboard, and what should become of it. */
export const fixture = (name) => readFile(new URL(`../fixtures/${name}`, import.meta.url));

/** The text of the editor. */
export const text = (page) => page.locator('.editor-text');

/** A button of its toolbar or of a table's, by its name in the code: `bold`, `rowAdd`. */
export const tool = (page, name) => page.locator(`.editor [data-tool="${name}"]`);

/** What the form would send. */
export const value = (page, name = 'html') => page.locator(`textarea[name="${name}"]`).inputValue();

/** Waits until the form would send this. */
export async function expectValue(page, html) {
  await expect.poll(() => value(page)).toBe(html);
}

/** Waits for the editor; without it the page has a textarea only. */
export async function ready(page) {
  await expect(text(page)).toBeVisible();
}

/** Types at the end of the text. Each line is a paragraph or what its beginning makes of it. */
export async function typeInto(page, ...lines) {
  await text(page).focus();
  await page.keyboard.press('Control+End');
  for (const [at, line] of lines.entries()) {
    if (at > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
}

/** Takes everything away. */
export async function empty(page) {
  await text(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
}

/** Pastes what another program put on the clipboard. */
export async function pasteHtml(page, html) {
  await text(page).evaluate((target, pasted) => {
    const data = new DataTransfer();
    data.setData('text/html', pasted);
    data.setData('text/plain', pasted.replace(/<style[^]*?<\/style>|<!--[^]*?-->|<[^>]*>/g, ''));
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, String(html));
}

/** Drops an image on the last line, or pastes it there. */
export async function dropImage(page, { name = 'tea.png', type = 'image/png', file = 'tea.png', paste = false } = {}) {
  const bytes = [...(await fixture(file))];
  await text(page).evaluate(
    (target, given) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: given.type }));
      const line = target.lastElementChild.getBoundingClientRect();
      const at = { clientX: line.left + 4, clientY: line.top + line.height / 2, bubbles: true, cancelable: true };
      const event = given.paste
        ? new ClipboardEvent('paste', { ...at, clipboardData: data })
        : new DragEvent('drop', { ...at, dataTransfer: data });
      target.dispatchEvent(event);
    },
    { bytes, name, type, paste },
  );
}

/** Chooses an image with the button. */
export async function pickImage(page, file = 'tea.png') {
  const chooser = page.waitForEvent('filechooser');
  await tool(page, 'image').click();
  await (await chooser).setFiles({ name: file, mimeType: 'image/png', buffer: await fixture(file) });
}

/** Makes the selected text a link, or writes the address where nothing is selected. */
export async function setLink(page, address) {
  await page.keyboard.press('Control+K');
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  // For 200 ms after the focus came back ProseMirror takes a jump to the start for a fault of the browser and undoes it.
  await page.waitForTimeout(250);
}

/** Sets the value as the page does, for "restore". */
export async function reload(page, html, name = 'html') {
  await page.locator(`textarea[name="${name}"]`).evaluate((area, restored) => {
    area.value = restored;
    area.dispatchEvent(new CustomEvent('sluice:reload'));
  }, html);
}

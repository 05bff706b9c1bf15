// The rich-text editor where a merchant uses it: in the form of a sale, saved and read back.
import { dropImage, empty, expectValue, fixture, pasteHtml, pickImage, setLink, text, tool, typeInto, value } from './editor.js';
import { enter, fillSale, openForm, awake, save, saved } from './office.js';
import { unique } from './people.js';
import { expect, test } from './shop.js';

test.use({ viewport: { width: 1440, height: 900 } });

/** Opens a new sale whose page is empty. */
async function blank(page) {
  await enter(page);
  await openForm(page);
}

/** Saves the sale and opens it anew: the server gives back what the editor wrote, and the editor writes it again. */
async function comesBack(page) {
  const written = await value(page);
  await fillSale(page, unique());
  await save(page);
  await saved(page);
  await page.reload();
  await awake(page);
  await expectValue(page, written);
  // The editor itself reads it the same: a change that is taken back leaves what was saved.
  await typeInto(page, '', 'x');
  await expect.poll(() => value(page)).not.toBe(written);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expectValue(page, written);
}

const pasted = async (name) => String(await fixture(name)).trim();

for (const program of ['word', 'feishu']) {
  test(`what is pasted from ${program} keeps its structure and nothing else, and comes back the same`, async ({ page }) => {
    await blank(page);
    await text(page).focus();
    await pasteHtml(page, await fixture(`${program}.html`));
    await expectValue(page, await pasted(`${program}-clean.html`));
    await comesBack(page);
  });
}

test('what is typed gets its form by keys and buttons, and comes back the same', async ({ page }) => {
  await blank(page);
  await typeInto(page, '## 明前龙井', '', '当天');
  await page.keyboard.press('Control+B');
  await page.keyboard.type('炒制');
  await page.keyboard.press('Control+B');
  await page.keyboard.press('Control+I');
  await page.keyboard.type(' by hand');
  await page.keyboard.press('Control+I');
  await page.keyboard.press('Enter');
  await tool(page, 'bulletList').click();
  await page.keyboard.type('一芽一叶');
  await page.keyboard.press('Enter');
  await page.keyboard.type('二两一盒');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1. 先温杯');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('> 不打农药');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('详见');
  await setLink(page, 'tea.example/2026');
  await expectValue(
    page,
    '<h2>明前龙井</h2><p></p><p>当天<strong>炒制</strong><em> by hand</em></p>' +
      '<ul><li><p>一芽一叶</p></li><li><p>二两一盒</p></li></ul><ol><li><p>先温杯</p></li></ol>' +
      '<blockquote><p>不打农药</p></blockquote><p>详见<a href="https://tea.example/2026" rel="nofollow noopener noreferrer">tea.example/2026</a></p>',
  );
  await comesBack(page);
});

test('what was done is undone and done again', async ({ page }) => {
  await blank(page);
  await typeInto(page, '春茶');
  await page.keyboard.press('Control+A');
  await tool(page, 'bold').click();
  await expectValue(page, '<p><strong>春茶</strong></p>');
  await tool(page, 'undo').click();
  await expectValue(page, '<p>春茶</p>');
  await tool(page, 'redo').click();
  await expectValue(page, '<p><strong>春茶</strong></p>');
  await page.keyboard.press('Control+Z');
  await expectValue(page, '<p>春茶</p>');
});

test('a table is made, filled, grows and shrinks, and comes back the same', async ({ page }) => {
  await blank(page);
  await text(page).focus();
  await tool(page, 'table').click();
  for (const cell of ['规格', '克', '价', '小盒', '50', '49']) {
    await page.keyboard.type(cell);
    await page.keyboard.press('Tab');
  }
  await tool(page, 'rowDelete').click();
  await expectValue(page, table([['规格', '克', '价'], ['小盒', '50', '49']]));

  await text(page).locator('td').first().click();
  await tool(page, 'rowAdd').click();
  await tool(page, 'columnAdd').click();
  await text(page).locator('tr').nth(2).locator('td').first().click();
  await page.keyboard.type('大盒');
  await expectValue(page, table([['规格', '', '克', '价'], ['小盒', '', '50', '49'], ['大盒', '', '', '']]));
  await tool(page, 'columnDelete').click();
  await tool(page, 'headerRow').click();
  const plain = table([['', '克', '价'], ['', '50', '49'], ['', '', '']]).replaceAll('th>', 'td>');
  await expectValue(page, plain);
  await comesBack(page);
});

/** A table with a head. */
function table([head, ...rows]) {
  const row = (cells, name) => `<tr>${cells.map((cell) => `<${name}><p>${cell}</p></${name}>`).join('')}</tr>`;
  return `<table><tbody>${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

test('an image is dropped, pasted and chosen, says what it shows, and comes back the same', async ({ page }) => {
  await blank(page);
  await typeInto(page, '看茶');
  await dropImage(page);
  await expect(text(page).locator('img[src^="/media/"]')).toHaveCount(1);
  await dropImage(page, { paste: true });
  await expect(text(page).locator('img[src^="/media/"]')).toHaveCount(2);
  await pickImage(page);
  await expect(text(page).locator('img[src^="/media/"]')).toHaveCount(3);
  await text(page).locator('img').first().click();
  await page.locator('.editor').getByLabel('图片说明').fill('一杯新茶');
  await page.keyboard.press('Enter');
  await expect.poll(() => value(page)).toContain('alt="一杯新茶"');
  await comesBack(page);
});

test.describe('a file that is no image', () => {
  test.use({ expectedMessage: /status of 422/ });

  test('is refused in words, and the text stays', async ({ page }) => {
    await blank(page);
    await typeInto(page, '看茶');
    await dropImage(page, { file: 'word.html' });
    await expect(page.locator('.editor-said')).toContainText('只能上传 JPEG、PNG、GIF 或 WebP 图片');
    await expectValue(page, '<p>看茶</p>');
  });
});

test('pasted code, forms, styles and pictures of other sites do not come in', async ({ page }) => {
  await blank(page);
  await text(page).focus();
  await pasteHtml(
    page,
    '<p onclick="alert(1)" style="position:fixed" class="x">好<script>alert(1)</script><a href="javascript:alert(1)">茶</a>' +
      '<img src="https://evil.example/a.png" onerror="alert(1)"><iframe src="https://evil.example"></iframe></p><form><input value="x"></form>',
  );
  await expectValue(page, '<p>好茶</p>');
  await empty(page);
  await expectValue(page, '');
});

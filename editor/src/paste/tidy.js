// HTML from elsewhere (Word, WPS, Feishu, web pages, a person's hand), made into what the editor's schema reads well.
import { ownPath } from './images.js';
import { marksFromStyles } from './marks.js';
import { read } from './read.js';
import { settleWord } from './word.js';

/** Clean HTML, and how many images were left out. */
export function tidy(html) {
  const body = read(html);
  const isOurs = body.querySelector('[data-pm-slice]') !== null;
  for (const hidden of body.querySelectorAll('script, meta, link, title, xml, template, object')) hidden.remove();
  if (!isOurs && isOffice(html)) settleWord(body);
  const dropped = dropImages(body);
  liftImages(body);
  if (!isOurs) {
    marksFromStyles(body);
    settleHeadings(body);
    captionsToText(body);
    dropEmptyBlocks(body, html);
  }
  return { html: body.innerHTML, dropped };
}

function isOffice(html) {
  return /class="?Mso|mso-|urn:schemas-microsoft-com:office|name="?Generator"? content="?(Microsoft|WPS)/i.test(html);
}

function dropImages(body) {
  const foreign = [...body.querySelectorAll('img')].filter((picture) => !ownPath(picture));
  for (const picture of foreign) {
    let outer = picture.parentElement;
    picture.remove();
    while (outer?.matches('p, a, span, figure') && isBlank(outer)) {
      const empty = outer;
      outer = outer.parentElement;
      empty.remove();
    }
  }
  return foreign.filter((picture) => !isPixel(picture)).length;
}

/** What counts readers of a mail or a page is no image that anybody misses. */
function isPixel(picture) {
  return Number(picture.getAttribute('width') ?? 9) <= 1 || !picture.getAttribute('src');
}

/** An image is a block of its own: it leaves the paragraph, the link and the emphasis around it, which it splits. */
function liftImages(body) {
  for (const picture of body.querySelectorAll('img')) {
    let outer = picture.parentElement;
    while (outer?.matches('p, h1, h2, h3, h4, h5, h6, a, span, b, i, u, s, strong, em, font')) {
      const rest = outer.cloneNode(false);
      while (picture.nextSibling) rest.append(picture.nextSibling);
      outer.after(picture);
      if (rest.hasChildNodes()) picture.after(rest);
      if (isBlank(outer)) outer.remove();
      if (isBlank(rest)) rest.remove();
      outer = picture.parentElement;
    }
  }
}

/** The page has a title already: the first rank in a text is the second. */
function settleHeadings(body) {
  const down = body.querySelector('h1') ? 1 : 0;
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(4, Number(heading.nodeName[1]) + down);
    const made = heading.ownerDocument.createElement(`h${level}`);
    made.append(...heading.childNodes);
    // A heading is bold by itself.
    for (const bold of made.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes);
    heading.replaceWith(made);
  }
}

function captionsToText(body) {
  for (const caption of body.querySelectorAll('caption')) {
    const text = caption.ownerDocument.createElement('p');
    text.append(...caption.childNodes);
    caption.closest('table').before(text);
    caption.remove();
  }
}

/** Empty lines are how others make room between paragraphs; here the page does. One's own HTML keeps them. */
function dropEmptyBlocks(body, html) {
  if (!/\sclass\s*=|\sstyle\s*=|<o:p|<!--|&nbsp;<\/p>/i.test(html)) return;
  for (const block of body.querySelectorAll('p, h2, h3, h4, div')) {
    if (isBlank(block) && !block.querySelector('img, hr, table')) block.remove();
  }
}

function isBlank(block) {
  return !block.querySelector('img') && block.textContent.replace(/\u00a0/g, ' ').trim() === '';
}
